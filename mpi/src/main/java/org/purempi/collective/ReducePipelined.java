package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;

/**
 * Reduce along a binomial tree in segments: while a rank combines segment k, its children already
 * send segment k + 1, and what is combined is still in the cache.
 *
 * <pre>
 *   time →     1    2    3    4    5
 *   3 → 2      s₁   s₂   s₃
 *   2 → 0           s₁   s₂   s₃          (with what 2 has added)
 *   1 → 0      s₁   s₂   s₃
 * </pre>
 *
 * <p>When: long vectors on few ranks of one host, an operation that commutes: there every message
 * costs the memory the same wherever it goes, and no other algorithm moves less in all. Cost, with
 * k segments: (⌈log₂ p⌉ − 1 + k)(α + n/k (β + γ)) and (p − 1) n moved in all.
 *
 * <p>Pješivac-Grbović et al.: Performance analysis of MPI collective operations, Cluster Computing
 * 10 (2007), "pipelined binomial".
 */
final class ReducePipelined {
  /** Goes out without asking the receiver, and three of them stay in a second-level cache. */
  private static final long SEGMENT_BYTES = 64 << 10;

  private ReducePipelined() {}

  /** As {@link ReduceBinomial#steps}. */
  static void steps(Schedule s, Buf input, @Nullable Buf recv, Op op, int root) {
    int size = s.size();
    int me = Tree.virtual(s.rank(), root, size);
    int parent = me == 0 ? root : Tree.real(me - Tree.reach(me, size), root, size);
    Segments inputs = Segments.of(input, SEGMENT_BYTES);
    if (Tree.weight(me, size) == 1) {
      leaf(s, inputs, me == 0 ? recv : null, parent);
      return;
    }
    Buf total = recv != null ? recv : s.scratch(input.datatype(), input.count());
    Segments totals = new Segments(total, inputs.elements());
    Buf arriving = s.scratch(input.datatype(), Math.min(inputs.elements(), input.count()));
    for (int k = 0; k < inputs.number(); k++) {
      Buf sum = totals.get(k);
      fromChildren(s, root, inputs.get(k), sum, input == total, arriving, op);
      if (me != 0) {
        s.send(sum, parent);
      }
    }
  }

  private static void leaf(Schedule s, Segments inputs, @Nullable Buf alone, int parent) {
    if (alone != null) {
      s.copy(inputs.whole(), alone);
      return;
    }
    for (int k = 0; k < inputs.number(); k++) {
      s.send(inputs.get(k), parent);
    }
  }

  private static void fromChildren(
      Schedule s, int root, Buf input, Buf sum, boolean inPlace, Buf arriving, Op op) {
    int size = s.size();
    int me = Tree.virtual(s.rank(), root, size);
    int reach = Tree.reach(me, size);
    boolean begun = inPlace;
    for (int child = 1; child < reach && me + child < size; child <<= 1) {
      Buf theirs = begun ? arriving.slice(0, sum.count()) : sum;
      s.receiveNow(theirs, Tree.real(me + child, root, size));
      s.reduce(begun ? theirs : input, sum, op);
      begun = true;
    }
  }
}
