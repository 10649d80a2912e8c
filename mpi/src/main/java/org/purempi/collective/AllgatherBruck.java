package org.purempi.collective;

import org.purempi.Buf;

/**
 * Allgather by Bruck: each rank collects the blocks in the order that begins with its own, doubling
 * their number each round, and turns them into rank order at the end.
 *
 * <pre>
 *   5 ranks     start    −1      −2        −4 (the rest)   turned
 *   0           A····    AB···   ABCD·     ABCDE           ABCDE
 *   1           B····    BC···   BCDE·     BCDEA           ABCDE
 *   2           C····    CD···   CDEA·     CDEAB           ABCDE
 *   …                            each rank sends to rank − distance
 * </pre>
 *
 * <p>When: short blocks on a number of ranks that is no power of two. Cost: ⌈log₂ p⌉ α + (p − 1) b
 * β, and one more copy of everything.
 *
 * <p>Bruck, Ho, Kipnis, Upfal, Weathersby: Efficient algorithms for all-to-all communications in
 * multiport message-passing systems, IEEE Trans. Parallel and Distributed Systems 8 (1997).
 */
final class AllgatherBruck {
  private AllgatherBruck() {}

  static void steps(Schedule s, Buf send, Buf recv) {
    int size = s.size();
    int rank = s.rank();
    long elements = recv.count() / size;
    long block = recv.bytes() / size;
    Buf turned = s.bytes(size * block);
    Buf own = send == Buf.IN_PLACE ? recv.slice(rank * elements, elements) : send;
    s.copy(own, turned.slice(0, block));
    for (int have = 1; have < size; have <<= 1) {
      int more = Math.min(have, size - have);
      int to = rank - have;
      int from = rank + have;
      s.exchange(
          turned.slice(0, more * block),
          to < 0 ? to + size : to,
          turned.slice(have * block, more * block),
          from >= size ? from - size : from);
    }
    int upwards = size - rank;
    s.copy(turned.slice(0, upwards * block), recv.slice(rank * elements, upwards * elements));
    s.copy(turned.slice(upwards * block, rank * block), recv.slice(0, rank * elements));
  }
}
