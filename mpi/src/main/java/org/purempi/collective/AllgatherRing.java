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
    if (send == Buf.IN_PLACE) {
      passAround(s, recv, rank);
    } else if (s.size() == 1) {
      s.copy(send, recv.of(rank));
    } else {
      int left = before(rank, s);
      Buf own = recv.of(rank);
      NonEmptyExchange.whileCopying(s, send, own, send, after(rank, s), recv.of(left), left);
      rounds(s, recv, left, s.size() - 2);
    }
  }

  /** All rounds, from the moment when each rank holds the block {@code mine}. */
  static void passAround(Schedule s, Blocks recv, int mine) {
    rounds(s, recv, mine, s.size() - 1);
  }

  private static void rounds(Schedule s, Blocks recv, int first, int number) {
    int right = after(s.rank(), s);
    int left = before(s.rank(), s);
    int have = first;
    for (int round = 0; round < number; round++) {
      int next = before(have, s);
      NonEmptyExchange.nonEmpty(s, recv.of(have), right, recv.of(next), left);
      have = next;
    }
  }

  private static int before(int rank, Schedule s) {
    return rank == 0 ? s.size() - 1 : rank - 1;
  }

  private static int after(int rank, Schedule s) {
    return rank + 1 == s.size() ? 0 : rank + 1;
  }
}
