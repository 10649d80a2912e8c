package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * Allreduce around a ring: p − 1 rounds in which partial sums of the p parts travel and grow, then
 * p − 1 rounds in which the finished parts travel.
 *
 * <pre>
 *   4 ranks, part j starts at rank j and is complete at rank j − 1
 *   0 → 1 → 2 → 3 → 0
 *   a   b   c   d        round 1: each sends the part of its own number to the right
 *       a…  b…  c…       round 2: … and the sum it just made
 * </pre>
 *
 * <p>When: long vectors on numbers of ranks that are no power of two, an operation that commutes.
 * Cost: 2 (p − 1) α + 2 n (p − 1)/p β + n (p − 1)/p γ.
 *
 * <p>Patarasuk, Yuan: Bandwidth optimal all-reduce algorithms for clusters of workstations, J.
 * Parallel and Distributed Computing 69 (2009).
 */
final class AllreduceRing {
  private AllreduceRing() {}

  /** {@code input} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf input, Buf recv, Op op) {
    int size = s.size();
    int rank = s.rank();
    int right = rank + 1 == size ? 0 : rank + 1;
    int left = rank == 0 ? size - 1 : rank - 1;
    Blocks mine = Blocks.nearlyEqual(input, size);
    Blocks result = Blocks.nearlyEqual(recv, size);
    boolean inPlace = input == recv;
    Buf landing = inPlace ? s.scratch(recv.datatype(), result.of(0).count()) : recv;
    int have = rank;
    for (int round = 1; round < size; round++) {
      int next = have == 0 ? size - 1 : have - 1;
      Buf out = round == 1 ? mine.of(have) : result.of(have);
      Buf target = result.of(next);
      Buf in = inPlace ? landing.slice(0, target.count()) : target;
      NonEmptyExchange.nonEmpty(s, out, right, in, left);
      s.reduce(inPlace ? in : mine.of(next), target, op);
      have = next;
    }
    if (size == 1 && !inPlace) {
      s.copy(input, recv);
    }
    AllgatherRing.passAround(s, result, have);
  }
}
