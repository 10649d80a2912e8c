package org.purempi.collective;

import org.purempi.Buf;

/**
 * Barrier through rank 0: all report to it, and it lets them go.
 *
 * <pre>
 *   1   2   3   4              1   2   3   4
 *    ↘  ↓   ↓  ↙      then      ↖  ↑   ↑  ↗
 *         0                          0
 * </pre>
 *
 * <p>When: few ranks that share cores: the fewest messages there can be, and a rank waits once. The
 * first to leave is rank 0, the usual root: what it sends next finds the others just as they leave.
 * Cost: 2 α and 2 (p − 1) messages through one rank.
 *
 * <p>Mellor-Crummey, Scott: Algorithms for scalable synchronization on shared-memory
 * multiprocessors, ACM TOCS 9 (1991), section 3.1.
 */
final class BarrierCentral {
  private BarrierCentral() {}

  static void steps(Schedule s) {
    if (s.rank() != 0) {
      s.exchange(Buf.EMPTY, 0, Buf.EMPTY, 0);
      return;
    }
    for (int peer = 1; peer < s.size(); peer++) {
      s.receive(Buf.EMPTY, peer);
    }
    s.round();
    for (int peer = 1; peer < s.size(); peer++) {
      s.send(Buf.EMPTY, peer);
    }
    s.round();
  }
}
