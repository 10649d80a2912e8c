package org.purempi.collective;

import org.purempi.Buf;

/**
 * Barrier in one round: every rank tells every other.
 *
 * <pre>
 *   4 ranks      0 → 1 2 3
 *                1 → 0 2 3
 *                2 → 0 1 3
 *                3 → 0 1 2
 * </pre>
 *
 * <p>When: few ranks, above all more ranks than cores: a rank waits once, and each wait may cost a
 * change of the running process, which is far dearer than a message. Cost: one wait, (p − 1) α.
 *
 * <p>Hoefler, Mehlan, Mietke, Rehm: A survey of barrier algorithms for coarse grained
 * supercomputers, Chemnitzer Informatik Berichte (2004), "central counter" without the centre.
 */
final class BarrierLinear {
  private BarrierLinear() {}

  static void steps(Schedule s) {
    for (int distance = 1; distance < s.size(); distance++) {
      s.send(Buf.EMPTY, (s.rank() + distance) % s.size());
    }
    for (int distance = 1; distance < s.size(); distance++) {
      s.receive(Buf.EMPTY, (s.rank() + distance) % s.size());
    }
    s.round();
  }
}
