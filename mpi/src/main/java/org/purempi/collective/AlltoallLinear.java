package org.purempi.collective;

import org.purempi.Buf;

/**
 * Alltoall, directly: each rank is ready for all blocks, then sends all blocks, a batch of ranks at
 * a time.
 *
 * <pre>
 *   rank i, batch 1:  receive from i−1, i−2, …    send to i+1, i+2, …
 *           batch 2:  the next ones
 * </pre>
 *
 * <p>When: blocks of medium length, few ranks: the messages overlap and a rank waits once instead
 * of p − 1 times. Cost: (p − 1)(α + bβ), of which waiting ⌈(p − 1)/batch⌉ times.
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class AlltoallLinear {
  /** Messages under way at once: enough to overlap, few enough not to flood a receiver. */
  private static final int BATCH = 32;

  private AlltoallLinear() {}

  static void steps(Schedule s, Blocks send, Blocks recv) {
    int size = s.size();
    int rank = s.rank();
    for (int first = 1; first < size; first += BATCH) {
      int end = Math.min(size, first + BATCH);
      for (int distance = first; distance < end; distance++) {
        int source = (rank - distance + size) % size;
        Buf in = recv.of(source);
        if (in.bytes() > 0) {
          s.receive(in, source);
        }
      }
      for (int distance = first; distance < end; distance++) {
        int dest = (rank + distance) % size;
        Buf out = send.of(dest);
        if (out.bytes() > 0) {
          s.send(out, dest);
        }
      }
      if (first == 1) {
        s.copy(send.of(rank), recv.of(rank));
      }
      s.round();
    }
    if (size == 1) {
      s.copy(send.of(rank), recv.of(rank));
    }
  }
}
