package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Scan by recursive doubling: in round k every rank sends what it has to the rank 2^k further up,
 * and puts what comes from 2^k further down in front.
 *
 * <pre>
 *   ranks      0      1      2      3      4          a…c: a op b op c
 *   start      a      b      c      d      e
 *   +1         a      a…b    b…c    c…d    d…e
 *   +2         a      a…b    a…c    a…d    b…e
 *   +4         a      a…b    a…c    a…d    a…e
 * </pre>
 *
 * <p>When: always; the order of the operands is kept. Cost: ⌈log₂ p⌉ (α + nβ + nγ).
 *
 * <p>Hillis, Steele: Data parallel algorithms, Communications of the ACM 29 (1986).
 */
final class ScanRecursiveDoubling {
  private ScanRecursiveDoubling() {}

  /** {@code input} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf input, Buf recv, Op op) {
    int size = s.size();
    int rank = s.rank();
    Accumulator sum = new Accumulator(s, input, recv, op);
    for (int distance = 1; distance < size; distance <<= 1) {
      boolean sends = rank + distance < size;
      boolean receives = rank >= distance;
      if (sends && receives) {
        sum.shift(rank + distance, rank - distance);
      } else if (sends) {
        s.sendNow(sum.value(), rank + distance);
      } else if (receives) {
        sum.prependFrom(rank - distance);
      }
    }
    sum.finish();
  }
}
