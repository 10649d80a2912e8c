package org.purempi.collective;

/**
 * How algorithms for a power of two serve other numbers of ranks: of the first pairs, the even rank
 * gives its data to the odd one and steps aside.
 *
 * <pre>
 *   ranks      0 → 1   2 → 3   4   5   6        7 ranks: 3 of 4 + … pairs, here rest = 3
 *   members        0       1   …                numbered without the ranks that stepped aside
 * </pre>
 *
 * @param members the power of two that remains
 * @param rest the number of pairs: ranks − members
 */
record Fold(int members, int rest) {
  /** The number of a rank that has stepped aside. */
  static final int ASIDE = -1;

  /** The fold of a number of ranks. */
  static Fold of(int size) {
    int members = Powers.atMost(size);
    return new Fold(members, size - members);
  }

  /** Whether a rank belongs to a pair. */
  boolean paired(int rank) {
    return rank < 2 * rest;
  }

  /** The member number of a rank, or {@link #ASIDE}. */
  int member(int rank) {
    if (!paired(rank)) {
      return rank - rest;
    }
    return rank % 2 == 0 ? ASIDE : rank / 2;
  }

  /** The rank with a member number. */
  int rank(int member) {
    return member < rest ? 2 * member + 1 : member + rest;
  }
}
