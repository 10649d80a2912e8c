package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Reduce-scatter by recursive halving: in each round a rank exchanges with one half as far away the
 * half of the blocks that the other is responsible for.
 *
 * <pre>
 *   4 ranks       start      0↔2 1↔3      0↔1 2↔3
 *   0             abcd       ab··         a···
 *   1             abcd       ab··         ·b··
 *   2             abcd       ··cd         ··c·
 *   3             abcd       ··cd         ···d
 * </pre>
 *
 * <p>When: short and medium vectors, a power of two of ranks, an operation that commutes. Cost:
 * log₂ p α + n (p − 1)/p (β + γ).
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class ReduceScatterHalving {
  private ReduceScatterHalving() {}

  /**
   * @param input this rank's whole vector
   * @param output where this rank's block goes
   * @param counts the elements of each rank's block
   */
  static void steps(Schedule s, Buf input, Buf output, long[] counts, Op op) {
    int size = s.size();
    int rank = s.rank();
    Buf value = input;
    Buf sum = s.scratch(input.datatype(), input.count());
    Buf arriving = null;
    for (int distance = size >> 1; distance > 0; distance >>= 1) {
      int peer = rank ^ distance;
      int mine = rank & -distance;
      int theirs = peer & -distance;
      Buf out = span(value, counts, theirs, theirs + distance);
      if (value == input) {
        Buf in = span(sum, counts, mine, mine + distance);
        NonEmptyExchange.nonEmpty(s, out, peer, in, peer);
        s.reduce(span(input, counts, mine, mine + distance), in, op);
        value = sum;
      } else {
        if (arriving == null) {
          arriving = s.scratch(input.datatype(), input.count());
        }
        Buf in = span(arriving, counts, mine, mine + distance);
        NonEmptyExchange.nonEmpty(s, out, peer, in, peer);
        s.reduce(in, span(sum, counts, mine, mine + distance), op);
      }
    }
    s.copy(span(value, counts, rank, rank + 1), output);
  }

  private static Buf span(Buf whole, long[] counts, int first, int end) {
    long from = 0;
    for (int i = 0; i < first; i++) {
      from += counts[i];
    }
    long elements = 0;
    for (int i = first; i < end; i++) {
      elements += counts[i];
    }
    return whole.slice(from, elements);
  }
}
