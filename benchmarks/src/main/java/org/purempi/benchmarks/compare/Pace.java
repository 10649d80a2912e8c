package org.purempi.benchmarks.compare;

import java.util.List;

/**
 * How long things take: every turn is bounded in time, never in iterations.
 *
 * @param rounds repetitions that count; one more before them only warms up
 * @param warmMicros warm-up at the start of every turn
 * @param firstWarmMicros warm-up of a turn in round 0
 * @param sampleMicros one sample
 * @param freshStarts whether every benchmark begins with newly started processes
 * @param starts repetitions of the start-up benchmark
 */
record Pace(
    int rounds,
    int warmMicros,
    int firstWarmMicros,
    int sampleMicros,
    int samplesPerTurn,
    boolean freshStarts,
    int starts,
    List<Integer> sizes) {

  private static final int KIB = 1024;
  private static final int MIB = KIB * KIB;

  /** The whole table, in about forty minutes. */
  static final Pace FULL =
      new Pace(
          5,
          20_000,
          150_000,
          20_000,
          3,
          true,
          9,
          List.of(
              1, 8, 64, 256, KIB, 4 * KIB, 8 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB));

  /** Four sizes, within five minutes. */
  static final Pace QUICK =
      new Pace(2, 10_000, 40_000, 15_000, 2, false, 3, List.of(8, KIB, 64 * KIB, MIB));

  /** The same pace in the warm-up round. */
  Pace warmUp() {
    return new Pace(
        rounds, firstWarmMicros, firstWarmMicros, sampleMicros, 1, freshStarts, starts, sizes);
  }

  /** The same pace with other sizes (bytes) and rounds. */
  Pace with(List<Integer> otherSizes, int otherRounds) {
    return new Pace(
        otherRounds,
        warmMicros,
        firstWarmMicros,
        sampleMicros,
        samplesPerTurn,
        freshStarts,
        starts,
        otherSizes);
  }
}
