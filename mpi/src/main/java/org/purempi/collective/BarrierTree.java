package org.purempi.collective;

import org.purempi.Buf;

/**
 * Barrier over a binomial tree: the ranks report towards rank 0, which then lets them go along the
 * same tree.
 *
 * <pre>
 *        0                  0
 *      ↗ ↑ ↖              ↙ ↓ ↘
 *     1  2  4     then   1  2  4
 *        ↑  ↑ …             ↓  ↓ …
 * </pre>
 *
 * <p>When: ranks share cores, because 2 (p − 1) messages are sent instead of p log₂ p, and each
 * message may cost a change of the running process. Cost: 2 ⌈log₂ p⌉ α.
 *
 * <p>Mellor-Crummey, Scott: Algorithms for scalable synchronization on shared-memory
 * multiprocessors, ACM TOCS 9 (1991), section 3.3.
 */
final class BarrierTree {
  private BarrierTree() {}

  static void steps(Schedule s) {
    int size = s.size();
    int rank = s.rank();
    int reach = Tree.reach(rank, size);
    for (int child = 1; child < reach && rank + child < size; child <<= 1) {
      s.receive(Buf.EMPTY, rank + child);
    }
    s.round();
    if (rank != 0) {
      s.exchange(Buf.EMPTY, rank - reach, Buf.EMPTY, rank - reach);
    }
    for (int child = reach >> 1; child > 0; child >>= 1) {
      if (rank + child < size) {
        s.send(Buf.EMPTY, rank + child);
      }
    }
    s.round();
  }
}
