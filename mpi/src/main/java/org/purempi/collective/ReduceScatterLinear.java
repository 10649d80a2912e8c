package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Reduce-scatter in one round: every rank sends every other its part of that one's block, and each
 * combines its block's parts in the order of the ranks.
 *
 * <pre>
 *   rank i:  block j → rank j, for every j ≠ i
 *            then: part of 0 op part of 1 op …
 * </pre>
 *
 * <p>When: short vectors on few ranks, any operation, above all more ranks than cores. Cost: one
 * wait, (p − 1)(α + bβ + bγ).
 *
 * <p>Pješivac-Grbović et al.: Performance analysis of MPI collective operations, Cluster Computing
 * 10 (2007).
 */
final class ReduceScatterLinear {
  private ReduceScatterLinear() {}

  /** As {@link ReduceScatterPairwise#steps}. */
  static void steps(Schedule s, Blocks input, Buf output, boolean apart, Op op) {
    int size = s.size();
    int rank = s.rank();
    for (int distance = 1; distance < size; distance++) {
      int peer = (rank + distance) % size;
      Buf part = input.of(peer);
      if (part.bytes() > 0) {
        s.send(part, peer);
      }
    }
    if (output.bytes() == 0) {
      s.round();
      return;
    }
    Buf own = input.of(rank);
    // In place, the output is where the input of rank 0 was, and that may still be under way.
    Buf target = apart ? output : s.scratch(output.datatype(), output.count());
    Operands operands = new Operands(s, own, target, 0, size);
    operands.receive();
    s.round();
    operands.combine(op);
    if (!apart) {
      s.copy(target, output);
    }
  }
}
