package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Exclusive scan by recursive doubling: as {@link ScanRecursiveDoubling}, with the result kept
 * apart from what is sent on, because the result lacks the rank's own operand.
 *
 * <pre>
 *   ranks      0      1      2      3      4
 *   sent on    a      b      c      d      e
 *   +1 result  –      a      b      c      d
 *      sent on a      a…b    b…c    c…d    d…e
 *   +2 result  –      a      a…b    a…c    b…d
 *      sent on a      a…b    a…c    a…d    b…e
 *   +4 result  –      a      a…b    a…c    a…d
 * </pre>
 *
 * <p>When: always; the order of the operands is kept, and rank 0's receive buffer stays untouched.
 * Cost: ⌈log₂ p⌉ (α + nβ + 2nγ).
 *
 * <p>Hillis, Steele: Data parallel algorithms, Communications of the ACM 29 (1986).
 */
final class ExscanRecursiveDoubling {
  private ExscanRecursiveDoubling() {}

  /** {@code own} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf own, Buf recv, Op op) {
    if (s.rank() == 0) {
      for (int distance = 1; distance < s.size(); distance <<= 1) {
        s.send(own, distance);
      }
      s.round();
    } else {
      higherRanks(s, own, recv, op);
    }
  }

  private static void higherRanks(Schedule s, Buf own, Buf recv, Op op) {
    int size = s.size();
    int rank = s.rank();
    Buf onward = own;
    boolean overwritten = own == recv && rank + 1 < size;
    if (overwritten || rank + 2 < size) {
      onward = s.scratch(recv.datatype(), recv.count());
      s.copy(own, onward);
    }
    // The first to arrive is the result so far; the others go in front of it.
    Buf theirs = recv;
    for (int distance = 1; distance < size; distance <<= 1) {
      boolean sends = rank + distance < size;
      boolean receives = rank >= distance;
      if (receives && distance == 2) {
        theirs = s.scratch(recv.datatype(), recv.count());
      }
      if (sends && receives) {
        s.exchange(onward, rank + distance, theirs, rank - distance);
      } else if (sends) {
        s.sendNow(onward, rank + distance);
      } else if (receives) {
        s.receiveNow(theirs, rank - distance);
      }
      if (receives && theirs != recv) {
        s.reduce(theirs, recv, op);
      }
      if (receives && rank + 2L * distance < size) {
        s.reduce(theirs, onward, op);
      }
    }
  }
}
