package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;

/**
 * Reduce by Rabenseifner: a reduce-scatter by recursive halving, then the parts are gathered at the
 * root along the same pairs.
 *
 * <pre>
 *   4 ranks      halve    0↔2 1↔3 (n/2)    0↔1 2↔3 (n/4)
 *   to root 0    gather   1→0 3→2 (n/4)    2→0     (n/2)
 *   other numbers of ranks fold first, as in recursive doubling
 * </pre>
 *
 * <p>When: long vectors, an operation that commutes. Cost: 2 log₂ p α + 2 n (p − 1)/p β + n (p −
 * 1)/p γ.
 *
 * <p>Rabenseifner: Optimization of collective reduction operations, ICCS 2004.
 */
final class ReduceRabenseifner {
  private ReduceRabenseifner() {}

  /** As {@link ReduceBinomial#steps}. */
  static void steps(Schedule s, Buf input, @Nullable Buf recv, Op op, int root) {
    int rank = s.rank();
    Fold fold = Fold.of(s.size());
    int me = fold.member(rank);
    if (me == Fold.ASIDE) {
      s.sendNow(input, rank + 1);
      if (recv != null) {
        s.receiveNow(recv, rank + 1);
      }
      return;
    }
    Buf total = recv != null ? recv : s.scratch(input.datatype(), input.count());
    Halving.steps(s, fold, input, total, op, null);
    // A root that stepped aside gets the result from the one it folded to.
    boolean rootAside = fold.member(root) == Fold.ASIDE;
    int target = fold.member(rootAside ? root + 1 : root);
    gather(s, fold, me, target, total);
    if (rootAside && me == target) {
      s.sendNow(total, root);
    }
  }

  private static void gather(Schedule s, Fold fold, int me, int target, Buf total) {
    int members = fold.members();
    for (int distance = 1; distance < members; distance <<= 1) {
      int peer = me ^ distance;
      int from = (me & distance) == (target & distance) ? peer : me;
      Buf parts = Blocks.span(total, members, from & -distance, (from & -distance) + distance);
      if (from == me) {
        if (parts.bytes() > 0) {
          s.sendNow(parts, fold.rank(peer));
        }
        return;
      }
      if (parts.bytes() > 0) {
        s.receiveNow(parts, fold.rank(peer));
      }
    }
  }
}
