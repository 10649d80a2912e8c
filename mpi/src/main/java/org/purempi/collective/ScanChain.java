package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Scan along the chain of the ranks: each waits for the result of the rank below, puts it in front
 * of its own operand, and passes the sum on.
 *
 * <pre>
 *   0 ─ a → 1 ─ a…b → 2 ─ a…c → 3          a…c: a op b op c
 * </pre>
 *
 * <p>When: vectors of some length on few ranks that share memory, and maybe cores: no other
 * algorithm moves and adds up less in all; the order of the operands is kept. Cost: (p − 1) (α + nβ
 * + nγ) for the last rank, half of it on average.
 *
 * <p>Sanders, Träff: Parallel prefix (scan) algorithms for MPI, EuroPVM/MPI 2006, "linear array".
 */
final class ScanChain {
  private ScanChain() {}

  /** {@code input} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf input, Buf recv, Op op) {
    int rank = s.rank();
    Accumulator sum = new Accumulator(s, input, recv, op);
    if (rank > 0) {
      sum.prependFrom(rank - 1);
    }
    if (rank + 1 < s.size()) {
      s.sendNow(sum.value(), rank + 1);
    }
    sum.finish();
  }
}
