package org.purempi.collective;

import org.purempi.Buf;

/**
 * Alltoall by Bruck: blocks travel in bundles, in round k by 2^k ranks if bit k of the distance
 * they must travel is set.
 *
 * <pre>
 *   8 ranks: the block for the rank at distance 5 = 101₂ travels 1, then 4
 *   round 1: bundles of distances 1 3 5 7     i → i+1
 *   round 2: bundles of distances 2 3 6 7     i → i+2
 *   round 4: bundles of distances 4 5 6 7     i → i+4
 * </pre>
 *
 * <p>When: very short blocks, many ranks. Cost: ⌈log₂ p⌉ (α + p/2 b β).
 *
 * <p>Bruck, Ho, Kipnis, Upfal, Weathersby: Efficient algorithms for all-to-all communications in
 * multiport message-passing systems, IEEE Trans. Parallel and Distributed Systems 8 (1997).
 */
final class AlltoallBruck {
  private AlltoallBruck() {}

  static void steps(Schedule s, Buf send, Buf recv) {
    int size = s.size();
    int rank = s.rank();
    long block = recv.bytes() / size;
    long elementsOut = send.count() / size;
    Buf travelling = s.bytes(size * block);
    int upwards = size - rank;
    s.copy(
        send.slice(rank * elementsOut, upwards * elementsOut),
        travelling.slice(0, upwards * block));
    s.copy(send.slice(0, rank * elementsOut), travelling.slice(upwards * block, rank * block));
    Buf out = s.bytes(size / 2 * block + block);
    Buf in = s.bytes(size / 2 * block + block);
    for (int hop = 1; hop < size; hop <<= 1) {
      long bundle = bundle(s, hop, travelling, out, block, true);
      s.exchange(
          out.slice(0, bundle),
          (rank + hop) % size,
          in.slice(0, bundle),
          (rank - hop + size) % size);
      bundle(s, hop, travelling, in, block, false);
    }
    // What came over distance d came from rank − d.
    long elementsIn = recv.count() / size;
    for (int distance = 0; distance < size; distance++) {
      int source = (rank - distance + size) % size;
      s.copy(
          travelling.slice(distance * block, block), recv.slice(source * elementsIn, elementsIn));
    }
  }

  /** Copies the blocks that take this hop into the bundle, or back; returns the bundle's bytes. */
  private static long bundle(
      Schedule s, int hop, Buf travelling, Buf bundle, long block, boolean pack) {
    long at = 0;
    for (int distance = hop; distance < s.size(); distance++) {
      if ((distance & hop) != 0) {
        Buf inPlace = travelling.slice(distance * block, block);
        Buf inBundle = bundle.slice(at, block);
        s.copy(pack ? inPlace : inBundle, pack ? inBundle : inPlace);
        at += block;
      }
    }
    return at;
  }
}
