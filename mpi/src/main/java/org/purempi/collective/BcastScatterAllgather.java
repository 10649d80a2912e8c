package org.purempi.collective;

import org.purempi.Buf;

/**
 * Broadcast in two steps: the root deals out the data in p nearly equal parts along a binomial
 * tree, then the ranks pass the parts around a ring until all have all.
 *
 * <pre>
 *   4 ranks, parts A B C D       scatter          ring, 3 rounds
 *   0  ABCD                      A···             AB··? → … → ABCD
 *   1  ····            ⇒         ·B··       ⇒     each rank sends the part it got last
 *   2  ····                      ··C·             to its right-hand neighbour
 *   3  ····                      ···D
 * </pre>
 *
 * <p>When: long messages on more than two ranks. Cost: (⌈log₂ p⌉ + p − 1) α + 2 n (p − 1)/p β: less
 * than two transfers of the data, however many ranks.
 *
 * <p>Barnett, Gupta, Payne, Shuler, van de Geijn, Watts: Interprocessor collective communication
 * library, SHPCC 1994.
 */
final class BcastScatterAllgather {
  private BcastScatterAllgather() {}

  static void steps(Schedule s, Buf whole, int root) {
    int size = s.size();
    int me = Tree.virtual(s.rank(), root, size);
    Buf buf = Dense.bytesOf(s, whole);
    if (me == 0) {
      Dense.pack(s, whole, buf);
    }
    scatter(s, buf, root, me);
    int right = Tree.real((me + 1) % size, root, size);
    int left = Tree.real((me + size - 1) % size, root, size);
    int part = me;
    for (int step = 1; step < size; step++) {
      int next = part == 0 ? size - 1 : part - 1;
      s.exchange(
          Blocks.span(buf, size, part, part + 1),
          right,
          Blocks.span(buf, size, next, next + 1),
          left);
      part = next;
    }
    if (me != 0) {
      Dense.unpack(s, buf, whole);
    }
  }

  private static void scatter(Schedule s, Buf buf, int root, int me) {
    int size = s.size();
    int reach = Tree.reach(me, size);
    if (me != 0) {
      s.receiveNow(
          Blocks.span(buf, size, me, me + Tree.weight(me, size)),
          Tree.real(me - reach, root, size));
    }
    for (int step = reach >> 1; step > 0; step >>= 1) {
      int child = me + step;
      if (child < size) {
        Buf theirs = Blocks.span(buf, size, child, child + Tree.weight(child, size));
        s.distribute(theirs, Tree.real(child, root, size));
      }
    }
    s.round();
  }
}
