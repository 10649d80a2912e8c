package org.purempi.collective;

import org.purempi.Buf;

/**
 * Broadcast along a chain in segments: every rank passes segment k on while segment k + 1 arrives.
 *
 * <pre>
 *   time →     1    2    3    4    5
 *   0 → 1      s₁   s₂   s₃
 *   1 → 2           s₁   s₂   s₃
 *   2 → 3                s₁   s₂   s₃
 * </pre>
 *
 * <p>When: very long messages, so that the p − 2 steps to fill the chain do not count. Cost, with k
 * segments: (p − 2 + k)(α + n/k β).
 *
 * <p>Pješivac-Grbović et al.: Performance analysis of MPI collective operations, Cluster Computing
 * 10 (2007), "pipeline".
 */
final class BcastChain {
  /** Long enough to hide the start of a message, short enough to stay in a second-level cache. */
  private static final long SEGMENT_BYTES = 128 << 10;

  private BcastChain() {}

  static void steps(Schedule s, Buf whole, int root) {
    int size = s.size();
    int me = Tree.virtual(s.rank(), root, size);
    int left = Tree.real((me + size - 1) % size, root, size);
    int right = Tree.real((me + 1) % size, root, size);
    boolean last = me == size - 1;
    Buf buf = Dense.bytesOf(s, whole);
    if (me == 0) {
      Dense.pack(s, whole, buf);
    }
    Segments segments = Segments.of(buf, SEGMENT_BYTES);
    for (int k = 0; k < segments.number(); k++) {
      if (me != 0) {
        s.receive(segments.get(k), left);
      }
      if (k > 0 && !last) {
        s.send(segments.get(k - 1), right);
      }
      s.round();
    }
    if (!last && segments.number() > 0) {
      s.sendNow(segments.get(segments.number() - 1), right);
    }
    if (me != 0) {
      Dense.unpack(s, buf, whole);
    }
  }
}
