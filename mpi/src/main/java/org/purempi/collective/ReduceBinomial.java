package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;

/**
 * Reduce along a binomial tree: each rank combines what its children send, lower ranks first, and
 * passes the result to its parent.
 *
 * <pre>
 *   8 ranks      round 1: 1→0 3→2 5→4 7→6
 *                round 2: 2→0 6→4
 *                round 4: 4→0
 * </pre>
 *
 * <p>Every subtree is a run of neighbouring ranks, so the order of the operands is kept. If the
 * operation does not commute and the root is not rank 0, the tree still ends at rank 0, which sends
 * the result to the root.
 *
 * <p>When: any operation; short vectors, and long ones on few ranks of one host, where what counts
 * is how much is moved in all, and no other algorithm moves less. Cost: ⌈log₂ p⌉ (α + nβ + nγ), one
 * message more for the case above.
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class ReduceBinomial {
  private ReduceBinomial() {}

  /**
   * {@code recv} is null but at the root, and there {@code input} itself if the operation is in
   * place.
   */
  static void steps(Schedule s, Buf input, @Nullable Buf recv, Op op, int root) {
    if (op.commutative() || root == 0) {
      upTheTree(s, input, recv, op, root);
      return;
    }
    Buf total = s.rank() == 0 ? s.scratch(input.datatype(), input.count()) : null;
    upTheTree(s, input, total, op, 0);
    if (total != null) {
      s.sendNow(total, root);
    } else if (recv != null) {
      s.receiveNow(recv, 0);
    }
  }

  private static void upTheTree(Schedule s, Buf input, @Nullable Buf recv, Op op, int root) {
    int size = s.size();
    int me = Tree.virtual(s.rank(), root, size);
    int reach = Tree.reach(me, size);
    if (Tree.weight(me, size) == 1) {
      if (me != 0) {
        s.sendNow(input, Tree.real(me - reach, root, size));
      } else if (recv != null && input != recv) {
        s.copy(input, recv);
      }
      return;
    }
    Accumulator sum = new Accumulator(s, input, me == 0 ? recv : null, op);
    for (int child = 1; child < reach && me + child < size; child <<= 1) {
      sum.appendFrom(Tree.real(me + child, root, size));
    }
    if (me == 0) {
      sum.finish();
    } else {
      s.sendNow(sum.value(), Tree.real(me - reach, root, size));
    }
  }
}
