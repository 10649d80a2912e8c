package org.purempi.benchmarks.compare;

import java.util.Collections;
import java.util.List;

/** What a contestant reached at one point, round by round; there is at least one round. */
record Measured(List<Double> rounds) {

  /** Copies the list. */
  Measured {
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    rounds = List.copyOf(rounds);
  }

  /** What these rounds amount to. */
  static Measured of(Double... rounds) {
    return new Measured(List.of(rounds));
  }

  /** The middle round. */
  double median() {
    return median(rounds);
  }

  /** The least of the rounds. */
  double min() {
    return Collections.min(rounds);
  }

  /** The greatest of the rounds. */
  double max() {
    return Collections.max(rounds);
  }

  /** The middle one of the values, or the mean of the two in the middle. */
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  /** Whether every round of this was worse than every round of the other. */
  boolean alwaysWorseThan(Measured other, Unit unit) {
    return unit.moreIsBetter ? max() < other.min() : min() > other.max();
  }
}
