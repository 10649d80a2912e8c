package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;

/**
 * Gather, directly: the root is ready for all blocks at once, the others send theirs.
 *
 * <pre>
 *   1   2   3   4
 *    ↘  ↓   ↓  ↙
 *         0          (the root)
 * </pre>
 *
 * <p>When: blocks long enough that passing them on would cost more than starting p − 1 messages;
 * and for gatherv, where only the root knows the lengths. Cost: (p − 1)(α + bβ) at the root.
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class GatherLinear {
  private GatherLinear() {}

  static void steps(Schedule s, Buf send, @Nullable Blocks recv, int root) {
    int rank = s.rank();
    if (rank != root || recv == null) {
      if (send.bytes() > 0) {
        s.sendNow(send, root);
      }
      return;
    }
    for (int peer = 0; peer < s.size(); peer++) {
      Buf block = recv.of(peer);
      if (peer != root && block.bytes() > 0) {
        s.receive(block, peer);
      }
    }
    if (send != Buf.IN_PLACE) {
      s.copyMeanwhile(send, recv.of(rank)); // who comes meanwhile need not wait for it
    }
    s.round();
  }
}
