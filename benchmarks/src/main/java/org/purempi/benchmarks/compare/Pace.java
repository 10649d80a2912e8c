package org.purempi.benchmarks.compare;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How long things take: every turn is bounded in time, never in iterations.
 *
 * @param warmUps rounds that come first and do not count. What a JVM has compiled for one size it
 *     throws away when another takes a way that was not taken before: a second round finds that out
 *     before it matters
 * @param rounds repetitions that count
 * @param turn a turn in these rounds
 * @param firstTurn a turn of a JVM in the rounds before them, shorter as soon as it stops
 *     compiling; others take an ordinary turn
 * @param overture likewise, what a JVM runs first after its start
 * @param freshStarts whether every benchmark begins with newly started processes
 * @param starts repetitions of the start-up benchmark
 * @param limitSeconds when to leave out what is left; the report says what
 */
record Pace(
    int warmUps,
    int rounds,
    Turn turn,
    Turn firstTurn,
    Turn overture,
    boolean freshStarts,
    int starts,
    int limitSeconds,
    List<Integer> sizes) {

  /** One point of one contestant. */
  record Turn(int warmMicros, int sampleMicros, int samples) {}

  /** A call to warm up, and one that counts. */
  static final Turn SINGLE = new Turn(0, 1, 1);

  private static final int KIB = 1024;
  private static final int MIB = KIB * KIB;
  private static final int SECOND_MICROS = 1_000_000;
  private static final int HOUR_SECONDS = 3_600;

  /**
   * Ranks that share a core get it for some milliseconds at a time, and those that have slept since
   * their last turn find their rhythm only after dozens: a sample of 20 ms says little of them.
   */
  private static final int TURN_MICROS = 100_000;

  /**
   * The whole table, within three hours. Three samples, because the first after the pause of a turn
   * is often slow where ranks share cores.
   */
  static final Pace FULL =
      new Pace(
          2,
          5,
          new Turn(TURN_MICROS, TURN_MICROS, 3),
          new Turn(10 * SECOND_MICROS, 20_000, 1),
          new Turn(15 * SECOND_MICROS, 20_000, 1),
          true,
          9,
          3 * HOUR_SECONDS,
          List.of(
              1, 8, 64, 256, KIB, 4 * KIB, 8 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB));

  /** Two sizes, within five minutes with the building of both sides. */
  static final Pace QUICK =
      new Pace(
          1,
          2,
          new Turn(10_000, 15_000, 2),
          new Turn(120_000, 15_000, 1),
          new Turn(5 * SECOND_MICROS, 20_000, 1),
          false,
          3,
          230,
          List.of(8, 64 * KIB));

  /** In the cold race a turn is one job, which ends by itself: only rounds and sizes count. */
  static final Pace COLD =
      FULL.with(IntStream.rangeClosed(0, 20).mapToObj(power -> 1 << power).toList(), 3);

  /** The same pace with other sizes (bytes) and rounds. */
  Pace with(List<Integer> otherSizes, int otherRounds) {
    return new Pace(
        warmUps,
        otherRounds,
        turn,
        firstTurn,
        overture,
        freshStarts,
        starts,
        limitSeconds,
        otherSizes);
  }
}
