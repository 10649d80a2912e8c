package org.purempi.checkpoint;

import java.time.Duration;

/**
 * When a level is due: after a time, after so many calls, or as often as Daly's formula says. Kept
 * by rank 0, which decides for all.
 */
final class Schedule {
  private static final double THIRD = 1.0 / 3;
  private static final double NINTH = 1.0 / 9;

  /** What a checkpoint costs until one has been measured. */
  private static final long GUESSED_COST_NANOS = 1_000_000_000;

  private long intervalNanos;
  private long calls;
  private long mtbfNanos;
  private long costNanos = GUESSED_COST_NANOS;
  private long lastNanos = System.nanoTime();
  private long callsSince;

  /** Every so long. */
  void every(Duration interval) {
    intervalNanos = interval.toNanos();
  }

  /** Every so many calls. */
  void everyCalls(long number) {
    calls = number;
  }

  /** As often as is best when failures are so far from each other. */
  void failures(Duration meanTimeBetween) {
    mtbfNanos = meanTimeBetween.toNanos();
  }

  /** Whether it is ever due. */
  boolean isOn() {
    return intervalNanos > 0 || calls > 0 || mtbfNanos > 0;
  }

  /** One more call; answers whether it is due. */
  boolean call(long nowNanos) {
    callsSince++;
    long since = nowNanos - lastNanos;
    return (calls > 0 && callsSince >= calls)
        || (intervalNanos > 0 && since >= intervalNanos)
        || (mtbfNanos > 0 && since >= best(costNanos, mtbfNanos));
  }

  /** One has been taken. */
  void taken(long nowNanos) {
    lastNanos = nowNanos;
    callsSince = 0;
  }

  /** What the last one has cost the program. */
  void cost(long nanos) {
    costNanos = Math.max(1, nanos);
  }

  /**
   * The time to compute between checkpoints, in nanoseconds (Daly 2006, A higher order estimate of
   * the optimum checkpoint interval for restart dumps, equation 37).
   *
   * @param cost of a checkpoint, in nanoseconds
   * @param mtbf the mean time between failures, in nanoseconds
   */
  static long best(long cost, long mtbf) {
    if (cost >= 2.0 * mtbf) {
      return mtbf;
    }
    double part = cost / (2.0 * mtbf);
    double first = Math.sqrt(2.0 * cost * mtbf);
    return (long) (first * (1 + THIRD * Math.sqrt(part) + NINTH * part) - cost);
  }
}
