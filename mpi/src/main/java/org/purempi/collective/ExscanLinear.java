package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Exclusive scan in one round: every rank sends its vector to all higher ranks, and each combines
 * what it gets in the order of the ranks.
 *
 * <pre>
 *   4 ranks      0 → 1 2 3      –
 *                1 → 2 3        a
 *                2 → 3          a op b
 *                3              a op b op c
 * </pre>
 *
 * <p>When: short vectors on few ranks that do not share memory, vectors of some length on few that
 * share memory and have a core each. Cost: one wait, (p − 1)(α + nβ + nγ) at the last rank.
 *
 * <p>Sanders, Träff: Parallel prefix (scan) algorithms for MPI, EuroPVM/MPI 2006, the trivial one.
 */
final class ExscanLinear {
  private ExscanLinear() {}

  /** {@code own} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf own, Buf recv, Op op) {
    int rank = s.rank();
    for (int peer = rank + 1; peer < s.size(); peer++) {
      s.send(own, peer);
    }
    if (rank == 0) {
      s.round();
      return;
    }
    // In place, the own operand must stay until it is sent: nothing may land on it.
    Buf target = own == recv ? s.scratch(recv.datatype(), recv.count()) : recv;
    Operands operands = new Operands(s, own, target, 0, rank);
    operands.receive();
    s.round();
    operands.combine(op);
    if (target != recv) {
      s.copy(target, recv);
    }
  }
}
