package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;
import org.purempi.layout.Layout;

/**
 * The operands of several ranks, received all at once and then combined in the order of the ranks:
 * what the linear reductions have in common.
 */
final class Operands {
  private final Schedule s;
  private final Buf own;
  private final Buf target;
  private final int first;
  private final int end;
  private final Buf[] slots;

  /**
   * The operands of ranks {@code first} … {@code end} − 1, at least one.
   *
   * @param own this rank's operand, if it is one of them
   * @param target where the result goes; may be {@code own}
   */
  Operands(Schedule s, Buf own, Buf target, int first, int end) {
    this.s = s;
    this.own = own;
    this.target = target;
    this.first = first;
    this.end = end;
    this.slots = slots();
  }

  /** Where the operands of the others lie. */
  private Buf[] slots() {
    long count = target.count();
    if (Layout.contiguous(target.datatype())) {
      return new Buf[] {s.scratch(target.datatype(), (end - first) * count)};
    }
    // Side by side they might reach into each other.
    var each = new Buf[end - first];
    for (int i = 0; i < each.length; i++) {
      each[i] = s.scratch(target.datatype(), count);
    }
    return each;
  }

  /** Begins to receive the operands of all the other ranks. */
  void receive() {
    for (int rank = end - 1; rank >= first; rank--) {
      if (rank != s.rank()) {
        s.receive(of(rank), rank);
      }
    }
  }

  /** Combines them, after the round has ended, in the target. */
  void combine(Op op) {
    Buf result = of(end - 1);
    if (result == own && own != target) {
      s.copy(own, target);
      result = target;
    }
    for (int rank = end - 2; rank >= first; rank--) {
      s.reduce(of(rank), result, op);
    }
    if (result != target) {
      s.copy(result, target);
    }
  }

  /** Where an operand is: the last one lands in the target if that is free. */
  private Buf of(int rank) {
    if (rank == s.rank()) {
      return own;
    }
    if (rank == end - 1 && own != target) {
      return target;
    }
    return slots.length == 1
        ? slots[0].slice((rank - first) * target.count(), target.count())
        : slots[rank - first];
  }
}
