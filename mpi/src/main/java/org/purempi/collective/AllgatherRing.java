package org.purempi.collective;

import org.purempi.Buf;

/**
 * Allgather around a ring: in each round every rank sends the block it got last to its right-hand
 * neighbour.
 *
 * <pre>
 *   4 ranks     start    round 1   round 2   round 3
 *   0           A···     A··D      A·CD      ABCD
 *   1           ·B··     AB··      AB·D      ABCD
 *   2           ··C·     ·BC·      ABC·      ABCD
 *   3           ···D     ··CD      ·BCD      ABCD
 * </pre>
 *
 * <p>When: long blocks, and blocks of different lengths (allgatherv); every rank talks to its two
 * neighbours only. Cost: (p − 1)(α + bβ).
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class AllgatherRing {
  private AllgatherRing() {}

  static void steps(Schedule s, Buf send, Blocks recv) {
    int rank = s.rank();
    if (send != Buf.IN_PLACE) {
      s.copy(send, recv.of(rank));
    }
    passAround(s, recv, rank);
  }

  /** The rounds, from the moment when each rank holds the block {@code mine}. */
  static void passAround(Schedule s, Blocks recv, int mine) {
    int size = s.size();
    int rank = s.rank();
    int right = rank + 1 == size ? 0 : rank + 1;
    int left = rank == 0 ? size - 1 : rank - 1;
    int have = mine;
    for (int round = 1; round < size; round++) {
      int next = have == 0 ? size - 1 : have - 1;
      Exchange.nonEmpty(s, recv.of(have), right, recv.of(next), left);
      have = next;
    }
  }
}
