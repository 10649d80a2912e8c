package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Allreduce by recursive doubling: in round k, ranks that differ in bit k exchange their whole
 * vectors and combine them.
 *
 * <pre>
 *   7 ranks: 4 take part, 3 pairs begin and end it
 *   fold       0→1       2→3       4→5       6
 *   members      0         1         2       3
 *   round 1      1 ←────→  3         5 ←──→  6
 *   round 2      1 ←──────────────→  5
 *                          3 ←────────────→  6
 *   unfold     0←1       2←3       4←5       6
 * </pre>
 *
 * <p>When: short vectors, any operation: members stand for runs of neighbouring ranks, so the order
 * of the operands is kept. Cost: ⌈log₂ p⌉ (α + nβ + nγ), and 2 (α + nβ) + nγ if p is no power of
 * two.
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class AllreduceRecursiveDoubling {
  private AllreduceRecursiveDoubling() {}

  /** {@code input} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf input, Buf recv, Op op) {
    int rank = s.rank();
    Fold fold = Fold.of(s.size());
    int member = fold.member(rank);
    if (member == Fold.ASIDE) {
      s.sendNow(input, rank + 1);
      s.receiveNow(recv, rank + 1);
      return;
    }
    Accumulator sum = new Accumulator(s, input, recv, op);
    if (fold.paired(rank)) {
      sum.prependFrom(rank - 1);
    }
    for (int distance = 1; distance < fold.members(); distance <<= 1) {
      sum.exchangeWith(fold.rank(member ^ distance));
    }
    sum.finish();
    if (fold.paired(rank)) {
      s.sendNow(recv, rank - 1);
    }
  }
}
