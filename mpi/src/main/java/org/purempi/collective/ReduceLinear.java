package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;

/**
 * Reduce, directly: the root receives every rank's vector and combines them in the order of the
 * ranks.
 *
 * <pre>
 *   1   2   3   4
 *    ↘  ↓   ↓  ↙
 *         0          (the root)
 * </pre>
 *
 * <p>When: short vectors on few ranks that share cores, any operation: nobody but the root waits.
 * Cost: (p − 1)(α + nβ + nγ) at the root.
 *
 * <p>Pješivac-Grbović et al.: Performance analysis of MPI collective operations, Cluster Computing
 * 10 (2007), "flat tree".
 */
final class ReduceLinear {
  private ReduceLinear() {}

  /** As {@link ReduceBinomial#steps}. */
  static void steps(Schedule s, Buf input, @Nullable Buf recv, Op op, int root) {
    if (recv == null) {
      s.sendNow(input, root);
      return;
    }
    Operands operands = new Operands(s, input, recv, 0, s.size());
    operands.receive();
    s.round();
    operands.combine(op);
  }
}
