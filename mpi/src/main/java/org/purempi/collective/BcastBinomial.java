package org.purempi.collective;

import org.purempi.Buf;

/**
 * Broadcast along a binomial tree: each round, every rank that has the data sends it to one that
 * has not.
 *
 * <pre>
 *              0                 first 0→4, then 0→2 and 4→6,
 *      ┌───────┼───────┐         then 0→1, 2→3, 4→5, 6→7
 *      4       2       1         (ranks counted from the root)
 *    ┌─┴─┐     │
 *    6   5     3
 *    │
 *    7
 * </pre>
 *
 * <p>When: short messages, or few ranks. Cost: ⌈log₂ p⌉ (α + nβ).
 *
 * <p>Johnsson, Ho: Optimum broadcasting and personalized communication in hypercubes, IEEE Trans.
 * Computers 38 (1989).
 */
final class BcastBinomial {
  private BcastBinomial() {}

  static void steps(Schedule s, Buf buf, int root) {
    int size = s.size();
    int me = Tree.virtual(s.rank(), root, size);
    int reach = Tree.reach(me, size);
    if (me != 0) {
      s.receiveNow(buf, Tree.real(me - reach, root, size));
    }
    for (int child = reach >> 1; child > 0; child >>= 1) {
      if (me + child < size) {
        s.distribute(buf, Tree.real(me + child, root, size));
      }
    }
    s.round();
  }
}
