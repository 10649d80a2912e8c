package org.purempi.collective;

import org.purempi.Buf;

/**
 * Barrier by dissemination: in round k every rank tells the rank 2^k further on, so that after
 * ⌈log₂ p⌉ rounds each has heard, directly or not, from all.
 *
 * <pre>
 *   5 ranks      0  1  2  3  4
 *   round 1      0→1→2→3→4→0
 *   round 2      0→2→4→1→3→0
 *   round 4      0→4→3→2→1→0
 * </pre>
 *
 * <p>When: any number of ranks; the fewest rounds possible. Cost: ⌈log₂ p⌉ α.
 *
 * <p>Hensgen, Finkel, Manber: Two algorithms for barrier synchronization, Int. J. Parallel
 * Programming 17 (1988).
 */
final class BarrierDissemination {
  private BarrierDissemination() {}

  static void steps(Schedule s) {
    int size = s.size();
    int rank = s.rank();
    for (int distance = 1; distance < size; distance <<= 1) {
      int to = rank + distance;
      int from = rank - distance;
      s.exchange(Buf.EMPTY, to >= size ? to - size : to, Buf.EMPTY, from < 0 ? from + size : from);
    }
  }
}
