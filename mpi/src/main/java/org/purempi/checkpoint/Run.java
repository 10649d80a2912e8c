package org.purempi.checkpoint;

/**
 * The elements that go from one rank's share to another's: one in every {@code fromStep} of the
 * one, to one in every {@code toStep} of the other.
 *
 * @param from the index of the first one in the share that it comes from
 * @param fromStep how far the elements are from each other there
 * @param to the index of the first one in the share that it goes to
 * @param toStep how far they are from each other there
 * @param count how many; perhaps none
 */
record Run(long from, long fromStep, long to, long toStep, long count) {
  /** All of {@code count} elements. */
  static Run whole(long count) {
    return new Run(0, 1, 0, 1, count);
  }

  /** What two shares of the same array have in common. */
  static Run between(Share from, Share to) {
    return from.layout() == Share.Layout.CYCLIC ? cyclic(from, to) : block(from, to);
  }

  private static Run block(Share from, Share to) {
    long begin = Math.max(from.first(), to.first());
    long end = Math.min(from.first() + from.length(), to.first() + to.length());
    long count = Math.max(0, end - begin);
    return new Run(begin - from.first(), 1, begin - to.first(), 1, count);
  }

  /** Indices that both steps meet are as far from each other as their least common multiple. */
  private static Run cyclic(Share from, Share to) {
    long common = gcd(from.ranks(), to.ranks());
    long step = from.ranks() / common * to.ranks();
    long index = from.rank();
    for (long i = 0; i < to.ranks() / common && index % to.ranks() != to.rank(); i++) {
      index += from.ranks();
    }
    boolean none = index % to.ranks() != to.rank() || index >= from.global();
    return new Run(
        index / from.ranks(),
        step / from.ranks(),
        index / to.ranks(),
        step / to.ranks(),
        none ? 0 : (from.global() - 1 - index) / step + 1);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** The same elements, one behind the other, as a message has them. */
  Run packed() {
    return new Run(from, fromStep, 0, 1, count);
  }
}
