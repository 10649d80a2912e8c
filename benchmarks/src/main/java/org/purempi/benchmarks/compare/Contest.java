package org.purempi.benchmarks.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Lets the contestants run every point in turn, round after round, while there is time. */
final class Contest {

  private static final int OVERTURE_BYTES = 8;

  /** So many times the rounds that were asked for, if the processors do not stay. */
  private static final int MOST_ROUNDS = 2;

  private final List<Contestant> contestants;
  private final Pace pace;
  private final Path directory;
  private final Ledger ledger;
  private final Runnable floor;
  private final Distance distance;
  private final long endNanos;
  private boolean late;

  /**
   * A contest that has not begun; its time begins to run.
   *
   * @param directory where the C runners are and the logs go
   * @param floor measures the floor once; run in the rounds of the latency of two ranks, because a
   *     virtual machine's processors move closer together and further apart
   * @param distance how far apart they are
   */
  Contest(
      List<Contestant> contestants,
      Pace pace,
      Path directory,
      Ledger ledger,
      Runnable floor,
      Distance distance) {
    this.contestants = contestants;
    this.pace = pace;
    this.directory = directory;
    this.ledger = ledger;
    this.floor = floor;
    this.distance = distance;
    this.endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(pace.limitSeconds());
  }

  /** Runs these benchmarks on so many ranks, all in the same processes. */
  void run(List<Benchmark> benchmarks, int ranks) {
    ledger.note(
        ranks + " ranks: " + String.join(" ", benchmarks.stream().map(Benchmark::name).toList()));
    Benchmark first = benchmarks.getFirst();
    List<Integer> sizes = List.of(OVERTURE_BYTES * ranks, Benchmark.SMALLEST_LAYOUT_BYTES);
    Point overture = new Point(first, first.sizes(sizes, ranks).getFirst());
    try (var heat = new Heat(contestants, ranks, pace, directory, ledger, distance)) {
      heat.overture(overture);
      for (int round = 1 - pace.warmUps(); round <= MOST_ROUNDS * pace.rounds(); round++) {
        for (Benchmark benchmark : benchmarks) {
          round(heat, round, benchmark, ranks);
        }
      }
    }
  }

  /**
   * Whether a point has rounds enough: those that were asked for and, up to as many again, until in
   * half as many all contestants have met the same distance of the processors. Nobody looks at who
   * is ahead.
   */
  private boolean isSettled(Point point, int ranks, int round) {
    return round > pace.rounds() && 2 * ledger.comparableRounds(point, ranks) >= pace.rounds();
  }

  private void round(Heat heat, int round, Benchmark benchmark, int ranks) {
    if (round > 0 && round <= pace.rounds() && ranks == 2 && benchmark.family() == Family.LATENCY) {
      floor.run();
    }
    for (int bytes : benchmark.sizes(pace.sizes(), ranks)) {
      Point point = new Point(benchmark, bytes);
      if (isSettled(point, ranks, round)) {
        continue;
      }
      if (!late && System.nanoTime() > endNanos) {
        late = true;
        ledger.failure(
            "time was up after %d s: what comes after round %d of %s on %d ranks was left out"
                .formatted(pace.limitSeconds(), round, benchmark.name(), ranks));
      }
      if (!late) {
        heat.point(point, round);
      }
    }
  }
}
