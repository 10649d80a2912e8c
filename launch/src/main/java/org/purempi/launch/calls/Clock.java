package org.purempi.launch.calls;

import java.util.Comparator;
import java.util.List;

/**
 * A host's clock beside rank 0's: between two measurements the offset changes evenly, before the
 * first and after the last as it does between those.
 */
final class Clock {
  /** What was measured: at a time of this clock, the nanoseconds to add for rank 0's. */
  record Point(long nanos, long offset) {}

  /** Points closer together than that tell nothing of a drift. */
  private static final long LEAST_SPAN_NANOS = 1_000_000;

  private final long[] at;
  private final long[] offset;
  private final double drift;

  private Clock(long[] at, long[] offset, double drift) {
    this.at = at;
    this.offset = offset;
    this.drift = drift;
  }

  /**
   * A clock of which that is known.
   *
   * @param points in any order; none: it is rank 0's
   */
  static Clock of(List<Point> points) {
    var sorted = points.stream().sorted(Comparator.comparingLong(Point::nanos)).distinct().toList();
    if (sorted.isEmpty()) {
      return new Clock(new long[1], new long[1], 0);
    }
    Point first = sorted.getFirst();
    Point last = sorted.getLast();
    long span = last.nanos - first.nanos;
    double drift = span < LEAST_SPAN_NANOS ? 0 : (last.offset - first.offset) / (double) span;
    return new Clock(
        sorted.stream().mapToLong(Point::nanos).toArray(),
        sorted.stream().mapToLong(Point::offset).toArray(),
        drift);
  }

  /** The time of rank 0's clock at a time of this one. */
  long rankZero(long nanos) {
    int last = at.length - 1;
    if (nanos <= at[0]) {
      return nanos + offset[0] + Math.round(drift * (nanos - at[0]));
    }
    if (nanos >= at[last]) {
      return nanos + offset[last] + Math.round(drift * (nanos - at[last]));
    }
    int next = 1;
    while (at[next] <= nanos) {
      next++;
    }
    double part = (nanos - at[next - 1]) / (double) (at[next] - at[next - 1]);
    return nanos + offset[next - 1] + Math.round(part * (offset[next] - offset[next - 1]));
  }
}
