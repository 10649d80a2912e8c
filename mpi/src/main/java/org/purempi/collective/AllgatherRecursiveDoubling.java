package org.purempi.collective;

import org.purempi.Buf;

/**
 * Allgather by recursive doubling: in round k, ranks that differ in bit k exchange all they have.
 *
 * <pre>
 *   4 ranks     start    0↔1 2↔3   0↔2 1↔3
 *   0           A···     AB··      ABCD
 *   1           ·B··     AB··      ABCD
 *   2           ··C·     ··CD      ABCD
 *   3           ···D     ··CD      ABCD
 * </pre>
 *
 * <p>When: a power of two of ranks, short and medium blocks. Cost: log₂ p α + (p − 1) b β.
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class AllgatherRecursiveDoubling {
  private AllgatherRecursiveDoubling() {}

  static void steps(Schedule s, Buf send, Buf recv) {
    int size = s.size();
    int rank = s.rank();
    long each = recv.count() / size;
    boolean begun = send == Buf.IN_PLACE;
    for (int distance = 1; distance < size; distance <<= 1) {
      int peer = rank ^ distance;
      long have = distance * each;
      Buf mine = recv.slice((rank & -distance) * each, have);
      Buf theirs = recv.slice((peer & -distance) * each, have);
      if (begun) {
        s.exchange(mine, peer, theirs, peer);
      } else {
        NonEmptyExchange.whileCopying(s, send, mine, send, peer, theirs, peer);
        begun = true;
      }
    }
    if (!begun) {
      s.copy(send, recv);
    }
  }
}
