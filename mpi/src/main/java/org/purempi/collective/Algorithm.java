package org.purempi.collective;

import java.util.List;

/**
 * An algorithm by its name.
 *
 * @param <S> the kind of steps: one functional interface for each operation
 * @param name as in the tables and settings
 * @param needs what it cannot do without
 * @param steps the algorithm
 */
record Algorithm<S>(String name, List<Need> needs, S steps) {
  /** What an algorithm may need of a call. */
  enum Need {
    /** An operation whose operands may change places. */
    COMMUTATIVE("a commutative operation"),
    /** 2, 4, 8, … ranks. */
    POWER_OF_TWO("a power of two of ranks");

    private final String text;

    Need(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Whether it can serve so many ranks. */
  boolean serves(int ranks) {
    return !needs.contains(Need.POWER_OF_TWO) || Powers.is(ranks);
  }

  /** Whether it must not be used for operations that do not commute. */
  boolean needsCommutative() {
    return needs.contains(Need.COMMUTATIVE);
  }
}
