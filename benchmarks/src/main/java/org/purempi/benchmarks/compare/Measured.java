package org.purempi.benchmarks.compare;

import java.util.Arrays;
import java.util.List;

/** The median of the repetitions of one point, and the range they lie in. */
record Measured(double median, double min, double max) {

  /** What these repetitions amount to; there must be at least one. */
  static Measured of(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Measured(median(sorted), sorted[0], sorted[sorted.length - 1]);
  }

  /** The middle one of the values, or the mean of the two in the middle. */
  static double median(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a median needs at least one value");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The best repetition. */
  double best(Unit unit) {
    return unit.moreIsBetter ? max : min;
  }

  /** Whether every repetition of this was worse than every repetition of the other. */
  boolean alwaysWorseThan(Measured other, Unit unit) {
    return unit.moreIsBetter ? max < other.min : min > other.max;
  }
}
