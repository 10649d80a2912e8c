package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Allreduce in one round: every rank sends its vector to every other, and each combines them all in
 * the order of the ranks.
 *
 * <pre>
 *   4 ranks      0 → 1 2 3
 *                1 → 0 2 3      then each: a op b op c op d
 *                2 → 0 1 3
 *                3 → 0 1 2
 * </pre>
 *
 * <p>When: short vectors on few ranks of one host, where a send is a store into shared memory; any
 * operation, above all more ranks than cores: a rank waits once. Cost: one wait, (p − 1)(α + nβ +
 * nγ).
 *
 * <p>Pješivac-Grbović et al.: Performance analysis of MPI collective operations, Cluster Computing
 * 10 (2007).
 */
final class AllreduceLinear {
  private AllreduceLinear() {}

  /** {@code input} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf input, Buf recv, Op op) {
    int size = s.size();
    for (int distance = 1; distance < size; distance++) {
      s.send(input, (s.rank() + distance) % size);
    }
    Operands operands = new Operands(s, input, recv, 0, size);
    operands.receive();
    s.round();
    operands.combine(op);
  }
}
