package org.purempi.benchmarks.compare;

import java.util.List;

/** What a contestant reached at one point, round by round; there is at least one round. */
record Measured(List<Double> rounds) {

  private static final int QUARTERS = 4;

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

  /** Where the middle half of the rounds begins: a quarter of them are less, rounded down. */
  double low() {
    return sorted().get(rounds.size() / QUARTERS);
  }

  /**
   * Where the middle half of the rounds ends: as many are greater as are less than its beginning.
   */
  double high() {
    return sorted().get(rounds.size() - 1 - rounds.size() / QUARTERS);
  }

  private List<Double> sorted() {
    return rounds.stream().sorted().toList();
  }

  /** The middle one of the values, or the mean of the two in the middle. */
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  /**
   * Whether the middle half of these rounds was worse than that of the other's. A single round that
   * the machine disturbed or favoured decides nothing, however many rounds there are.
   */
  boolean worseThan(Measured other, Unit unit) {
    return unit.moreIsBetter ? high() < other.low() : low() > other.high();
  }
}
