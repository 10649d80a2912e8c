package org.purempi.collective;

import org.purempi.Buf;

/**
 * Allgather in one round: every rank sends its block to every other.
 *
 * <pre>
 *   4 ranks      0 → 1 2 3      A···      ABCD
 *                1 → 0 2 3      ·B··  ⇒   ABCD
 *                2 → 0 1 3      ··C·      ABCD
 *                3 → 0 1 2      ···D      ABCD
 * </pre>
 *
 * <p>When: few ranks, above all more ranks than cores: a rank waits once. Cost: one wait, (p − 1)(α
 * + bβ).
 *
 * <p>Pješivac-Grbović et al.: Performance analysis of MPI collective operations, Cluster Computing
 * 10 (2007), "flat".
 */
final class AllgatherLinear {
  private AllgatherLinear() {}

  static void steps(Schedule s, Buf send, Blocks recv) {
    int size = s.size();
    int rank = s.rank();
    Buf own = recv.of(rank);
    boolean apart = send != Buf.IN_PLACE;
    for (int distance = 1; distance < size && own.bytes() > 0; distance++) {
      s.send(apart ? send : own, (rank + distance) % size);
    }
    if (apart) {
      s.copy(send, own);
    }
    for (int distance = size - 1; distance > 0; distance--) {
      int peer = (rank + distance) % size;
      Buf theirs = recv.of(peer);
      if (theirs.bytes() > 0) {
        s.receive(theirs, peer);
      }
    }
    s.round();
  }
}
