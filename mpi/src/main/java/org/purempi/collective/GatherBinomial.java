package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;

/**
 * Gather of equal blocks along a binomial tree: each rank collects its subtree's blocks and passes
 * them on as one message.
 *
 * <pre>
 *   8 ranks      round 1: 1→0 3→2 5→4 7→6      one block each
 *                round 2: 2→0 6→4              two blocks each
 *                round 4: 4→0                  four blocks
 * </pre>
 *
 * <p>When: short blocks. Cost: ⌈log₂ p⌉ α + (p − 1) b β at the root.
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class GatherBinomial {
  private GatherBinomial() {}

  static void steps(Schedule s, Buf send, @Nullable Buf recv, int root) {
    int size = s.size();
    int me = Tree.virtual(s.rank(), root, size);
    if (me == 0 && recv != null) {
      atRoot(s, send, recv, root);
      return;
    }
    int weight = Tree.weight(me, size);
    Buf collected = send;
    if (weight > 1) {
      long block = send.bytes();
      collected = s.bytes(weight * block);
      for (int step = 1; step < weight; step <<= 1) {
        int theirs = Tree.weight(me + step, size);
        s.receive(collected.slice(step * block, theirs * block), Tree.real(me + step, root, size));
      }
      s.copy(send, collected.slice(0, block));
      s.round();
    }
    s.sendNow(collected, Tree.real(me - Tree.reach(me, size), root, size));
  }

  private static void atRoot(Schedule s, Buf send, Buf recv, int root) {
    int size = s.size();
    long elements = recv.count() / size;
    long block = recv.bytes() / size;
    Buf wrapped = Buf.EMPTY;
    int wrapping = 0;
    for (int child = 1; child < size; child <<= 1) {
      int theirs = Tree.weight(child, size);
      int first = Tree.real(child, root, size);
      if (first + theirs <= size) {
        s.receive(recv.slice(first * elements, theirs * elements), first);
      } else {
        // At most one subtree holds both rank size − 1 and rank 0: its blocks lie apart.
        wrapping = child;
        wrapped = s.bytes(theirs * block);
        s.receive(wrapped, first);
      }
    }
    if (send != Buf.IN_PLACE) {
      s.copy(send, recv.slice(root * elements, elements));
    }
    s.round();
    if (wrapping != 0) {
      int first = Tree.real(wrapping, root, size);
      int atEnd = size - first;
      int atStart = Tree.weight(wrapping, size) - atEnd;
      s.copy(wrapped.slice(0, atEnd * block), recv.slice(first * elements, atEnd * elements));
      s.copy(wrapped.slice(atEnd * block, atStart * block), recv.slice(0, atStart * elements));
    }
  }
}
