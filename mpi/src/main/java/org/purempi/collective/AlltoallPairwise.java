package org.purempi.collective;

import org.purempi.Buf;

/**
 * Alltoall by pairs: in round k every rank exchanges with the rank at distance k, so that each rank
 * sends one and receives one message at a time.
 *
 * <pre>
 *   5 ranks     round 1: i → i+1      round 2: i → i+2   …
 *   8 ranks     round 1: i ↔ i xor 1  round 2: i ↔ i xor 2   …   (a power of two)
 * </pre>
 *
 * <p>When: long blocks. Cost: (p − 1)(α + bβ).
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class AlltoallPairwise {
  private AlltoallPairwise() {}

  static void steps(Schedule s, Blocks send, Blocks recv) {
    int size = s.size();
    int rank = s.rank();
    boolean pairs = Powers.is(size);
    Buf own = send.of(rank);
    for (int distance = 1; distance < size; distance++) {
      int dest = pairs ? rank ^ distance : (rank + distance) % size;
      int source = pairs ? dest : (rank - distance + size) % size;
      Buf out = send.of(dest);
      Buf in = recv.of(source);
      if (distance == 1) {
        NonEmptyExchange.whileCopying(s, own, recv.of(rank), out, dest, in, source);
      } else {
        NonEmptyExchange.nonEmpty(s, out, dest, in, source);
      }
    }
    if (size == 1) {
      s.copy(own, recv.of(rank));
    }
  }
}
