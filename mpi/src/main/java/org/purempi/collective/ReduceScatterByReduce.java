package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Reduce-scatter as a reduce to rank 0 that then scatters the blocks.
 *
 * <pre>
 *   1 2 3 ─ binomial tree, in the order of the ranks → 0 ─ blocks → 1 2 3
 * </pre>
 *
 * <p>When: an operation that does not commute, or very short vectors on many ranks. Cost: ⌈log₂ p⌉
 * (α + nβ + nγ) + (p − 1)(α + bβ).
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class ReduceScatterByReduce {
  private ReduceScatterByReduce() {}

  /**
   * @param input this rank's whole vector
   * @param output where this rank's block goes
   * @param counts the elements of each rank's block
   */
  static void steps(Schedule s, Buf input, Buf output, long[] counts, Op op) {
    Buf total = s.rank() == 0 ? s.scratch(input.datatype(), input.count()) : null;
    ReduceBinomial.steps(s, input, total, op, 0);
    ScatterLinear.steps(s, total == null ? null : Blocks.consecutive(total, counts), output, 0);
  }
}
