package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Scan in one round: every rank sends its vector to all higher ranks, and each combines what it
 * gets with its own, in the order of the ranks.
 *
 * <pre>
 *   4 ranks      0 → 1 2 3      a
 *                1 → 2 3        a op b
 *                2 → 3          a op b op c
 *                3              a op b op c op d
 * </pre>
 *
 * <p>When: short vectors on few ranks that do not share memory. Cost: one wait, (p − 1)(α + nβ +
 * nγ) at the last rank.
 *
 * <p>Sanders, Träff: Parallel prefix (scan) algorithms for MPI, EuroPVM/MPI 2006, the trivial one.
 */
final class ScanLinear {
  private ScanLinear() {}

  /** {@code input} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf input, Buf recv, Op op) {
    for (int peer = s.rank() + 1; peer < s.size(); peer++) {
      s.send(input, peer);
    }
    Operands operands = new Operands(s, input, recv, 0, s.rank() + 1);
    operands.receive();
    s.round();
    operands.combine(op);
  }
}
