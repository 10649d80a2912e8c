package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Exscan along the chain of the ranks: what comes from the rank below is the result; with the own
 * operand behind it, it goes on to the rank above.
 *
 * <pre>
 *   0 ─ a → 1 ─ a…b → 2 ─ a…c → 3          a…c: a op b op c
 * </pre>
 *
 * <p>When: vectors of some length on few ranks that share memory, as {@link ScanChain}. Cost: (p −
 * 1) (α + nβ) + (p − 2) nγ for the last rank, half of it on average.
 *
 * <p>Sanders, Träff: Parallel prefix (scan) algorithms for MPI, EuroPVM/MPI 2006, "linear array".
 */
final class ExscanChain {
  private ExscanChain() {}

  /** {@code own} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf own, Buf recv, Op op) {
    int rank = s.rank();
    int next = rank + 1;
    if (next == s.size()) {
      if (rank > 0) {
        s.receiveNow(recv, rank - 1);
      }
    } else if (rank == 0) {
      s.sendNow(own, next);
    } else {
      passOn(s, own, recv, op);
    }
  }

  private static void passOn(Schedule s, Buf own, Buf recv, Op op) {
    Buf spare = s.scratch(recv.datatype(), recv.count());
    boolean apart = own != recv;
    Buf result = apart ? recv : spare;
    Buf sum = apart ? spare : recv;
    if (apart) {
      s.copy(own, sum); // while the ranks below are at work
    }
    s.receiveNow(result, s.rank() - 1);
    s.reduce(result, sum, op);
    s.sendNow(sum, s.rank() + 1);
    if (!apart) {
      s.copy(result, recv);
    }
  }
}
