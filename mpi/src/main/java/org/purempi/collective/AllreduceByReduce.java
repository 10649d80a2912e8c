package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Allreduce as a reduce to rank 0 that then broadcasts the result.
 *
 * <pre>
 *   1 2 3 ─ binomial tree, in the order of the ranks → 0 ─ the result → 1 2 3
 * </pre>
 *
 * <p>When: vectors of medium length on few ranks that share memory, and maybe cores: no other
 * algorithm moves and adds up less in all, though it does so in more steps. Cost: ⌈log₂ p⌉ (α + nβ
 * + nγ) + (p − 1) (α + nβ).
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005), the algorithm of MPICH 1.
 */
final class AllreduceByReduce {
  private AllreduceByReduce() {}

  /** {@code input} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf input, Buf recv, Op op) {
    ReduceBinomial.steps(s, input, s.rank() == 0 ? recv : null, op, 0);
    BcastLinear.steps(s, recv, 0);
  }
}
