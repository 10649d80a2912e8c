package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;

/**
 * Scatter, directly: the root sends each rank its block.
 *
 * <pre>
 *         0          (the root)
 *    ↙  ↓   ↓  ↘
 *   1   2   3   4
 * </pre>
 *
 * <p>When: blocks long enough that passing them on would cost more than starting p − 1 messages;
 * and for scatterv, where only the root knows the lengths. Cost: (p − 1)(α + bβ) at the root.
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class ScatterLinear {
  private ScatterLinear() {}

  static void steps(Schedule s, @Nullable Blocks send, Buf recv, int root) {
    int rank = s.rank();
    if (rank != root || send == null) {
      if (recv.bytes() > 0) {
        s.receiveNow(recv, root);
      }
      return;
    }
    for (int peer = 0; peer < s.size(); peer++) {
      Buf block = send.of(peer);
      if (peer != root && block.bytes() > 0) {
        s.distribute(block, peer);
      }
    }
    if (recv != Buf.IN_PLACE) {
      s.copy(send.of(rank), recv);
    }
    s.round();
  }
}
