package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Reduce-scatter by pairs: in round k every rank sends the rank at distance k its part of that
 * rank's block, and combines what it gets for its own.
 *
 * <pre>
 *   4 ranks     round 1: i sends block i+1 to i+1, gets block i from i−1
 *               round 2: i sends block i+2 to i+2, gets block i from i−2
 *               round 3: …
 * </pre>
 *
 * <p>When: long vectors and an operation that commutes. Cost: (p − 1)(α + bβ + bγ).
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class ReduceScatterPairwise {
  private ReduceScatterPairwise() {}

  /**
   * @param input this rank's part of every block
   * @param output where this rank's block goes
   * @param apart whether {@code output} is none of {@code input}'s memory
   */
  static void steps(Schedule s, Blocks input, Buf output, boolean apart, Op op) {
    int size = s.size();
    int rank = s.rank();
    Buf own = input.of(rank);
    Buf target = apart ? output : s.scratch(output.datatype(), output.count());
    Accumulator sum = new Accumulator(s, own, target, op);
    for (int distance = 1; distance < size; distance++) {
      int dest = (rank + distance) % size;
      int source = (rank - distance + size) % size;
      sum.trade(input.of(dest), dest, source);
    }
    sum.finish();
    if (!apart) {
      s.copy(target, output);
    }
  }
}
