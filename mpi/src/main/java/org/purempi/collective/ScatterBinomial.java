package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;

/**
 * Scatter of equal blocks along a binomial tree: each rank gets its whole subtree's blocks and
 * passes on what is not its own.
 *
 * <pre>
 *   8 ranks      round 1: 0→4                  four blocks
 *                round 2: 0→2 4→6              two blocks each
 *                round 4: 0→1 2→3 4→5 6→7      one block each
 * </pre>
 *
 * <p>When: short blocks. Cost: ⌈log₂ p⌉ α + (p − 1) b β at the root.
 *
 * <p>Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in MPICH,
 * Int. J. High Performance Computing Applications 19 (2005).
 */
final class ScatterBinomial {
  private ScatterBinomial() {}

  static void steps(Schedule s, @Nullable Buf send, Buf recv, int root) {
    int size = s.size();
    int me = Tree.virtual(s.rank(), root, size);
    if (me == 0 && send != null) {
      atRoot(s, send, recv, root);
      return;
    }
    int weight = Tree.weight(me, size);
    int parent = Tree.real(me - Tree.reach(me, size), root, size);
    if (weight == 1) {
      s.receiveNow(recv, parent);
      return;
    }
    long block = recv.bytes();
    Buf ours = s.bytes(weight * block);
    s.receiveNow(ours, parent);
    for (int step = Powers.atLeast(weight) >> 1; step > 0; step >>= 1) {
      int theirs = Tree.weight(me + step, size);
      s.distribute(ours.slice(step * block, theirs * block), Tree.real(me + step, root, size));
    }
    s.copy(ours.slice(0, block), recv);
    s.round();
  }

  private static void atRoot(Schedule s, Buf send, Buf recv, int root) {
    int size = s.size();
    long elements = send.count() / size;
    long block = send.bytes() / size;
    for (int child = Powers.atLeast(size) >> 1; child > 0; child >>= 1) {
      int theirs = Tree.weight(child, size);
      int first = Tree.real(child, root, size);
      int atEnd = Math.min(theirs, size - first);
      Buf blocks = send.slice(first * elements, atEnd * elements);
      if (atEnd < theirs) {
        // This subtree holds both rank size − 1 and rank 0: bring its blocks together.
        Buf together = s.bytes(theirs * block);
        s.copy(blocks, together.slice(0, atEnd * block));
        int rest = theirs - atEnd;
        s.copy(send.slice(0, rest * elements), together.slice(atEnd * block, rest * block));
        blocks = together;
      }
      s.distribute(blocks, first);
    }
    if (recv != Buf.IN_PLACE) {
      s.copy(send.slice(root * elements, elements), recv);
    }
    s.round();
  }
}
