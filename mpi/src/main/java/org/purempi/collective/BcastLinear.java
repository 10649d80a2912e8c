package org.purempi.collective;

import org.purempi.Buf;

/**
 * Broadcast, directly: the root sends to each rank.
 *
 * <pre>
 *         0          (the root)
 *    ↙  ↓   ↓  ↘
 *   1   2   3   4
 * </pre>
 *
 * <p>When: up to 64 KiB to few ranks: nobody waits for a rank that must first be given a core to
 * pass the message on, and on one host all read the root's memory at once. Cost: (p − 1)(α + nβ).
 *
 * <p>Pješivac-Grbović et al.: Performance analysis of MPI collective operations, Cluster Computing
 * 10 (2007), "flat tree".
 */
final class BcastLinear {
  private BcastLinear() {}

  static void steps(Schedule s, Buf buf, int root) {
    if (s.rank() != root) {
      s.receiveNow(buf, root);
      return;
    }
    for (int distance = 1; distance < s.size(); distance++) {
      s.distribute(buf, (root + distance) % s.size());
    }
    s.round();
  }
}
