package org.purempi.collective;

/** Powers of two around a number of ranks. */
final class Powers {
  private Powers() {}

  /** The largest power of two not above {@code n} ≥ 1. */
  static int atMost(int n) {
    return Integer.highestOneBit(n);
  }

  /** The smallest power of two not below {@code n} ≥ 1. */
  static int atLeast(int n) {
    int p = Integer.highestOneBit(n);
    return p == n ? p : p << 1;
  }

  /** Whether {@code n} ≥ 1 is a power of two. */
  static boolean is(int n) {
    return Integer.bitCount(n) == 1;
  }
}
