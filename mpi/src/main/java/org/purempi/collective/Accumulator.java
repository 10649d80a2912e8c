package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;

/**
 * A value that ranks build up by combining it with what others send, in canonical order (section
 * 6.9.1) and with as few copies as the order allows.
 *
 * <p>It begins as the rank's input, which is only read. What arrives lands in the target while that
 * is free, else in scratch memory; a commutative operation never needs more than that, another one
 * exchanges the two buffers.
 */
final class Accumulator {
  private final Schedule schedule;
  private final Op op;
  private final boolean commutative;
  private final Buf target;
  private Buf value;
  private @Nullable Buf spare;
  private boolean readOnly;

  /**
   * Begins with {@code input}, to end in {@code target}; the same buffer twice means in place.
   * Without a target the result stays where it happens to be.
   */
  Accumulator(Schedule schedule, Buf input, @Nullable Buf target, Op op) {
    this.schedule = schedule;
    this.op = op;
    this.commutative = op.commutative();
    this.value = input;
    this.readOnly = input != target;
    this.target = target != null ? target : schedule.scratch(input.datatype(), input.count());
  }

  /** The value so far; only to be read. */
  Buf value() {
    return value;
  }

  /** Receives the value of higher ranks: value = value op theirs. */
  void appendFrom(int peer) {
    Buf theirs = landing();
    schedule.receiveNow(theirs, peer);
    append(theirs);
  }

  /** Receives the value of lower ranks: value = theirs op value. */
  void prependFrom(int peer) {
    Buf theirs = landing();
    schedule.receiveNow(theirs, peer);
    prepend(theirs);
  }

  /** Exchanges values with a peer, and combines the two in the order of the ranks. */
  void exchangeWith(int peer) {
    Buf theirs = landing();
    schedule.exchange(value, peer, theirs, peer);
    if (peer < schedule.rank()) {
      prepend(theirs);
    } else {
      append(theirs);
    }
  }

  /** Sends the value to a higher rank and receives that of lower ranks: value = theirs op value. */
  void shift(int dest, int source) {
    Buf theirs = landing();
    schedule.exchange(value, dest, theirs, source);
    prepend(theirs);
  }

  /**
   * Sends a peer data of its own and combines what another one sends; the operation commutes.
   * Either may be empty, and then is not sent.
   */
  void trade(Buf out, int dest, int source) {
    Buf theirs = landing();
    NonEmptyExchange.nonEmpty(schedule, out, dest, theirs, source);
    append(theirs);
  }

  /** Puts the value into the target. */
  void finish() {
    if (value != target) {
      schedule.copy(value, target);
      value = target;
      readOnly = false;
    }
  }

  private void append(Buf theirs) {
    if (commutative && !readOnly) {
      schedule.reduce(theirs, value, op);
    } else {
      schedule.reduce(value, theirs, op);
      takeOver(theirs);
    }
  }

  private void prepend(Buf theirs) {
    if (!readOnly) {
      schedule.reduce(theirs, value, op);
    } else if (commutative) {
      schedule.reduce(value, theirs, op);
      takeOver(theirs);
    } else {
      Buf writable = theirs == target ? spare() : target;
      schedule.copy(value, writable);
      schedule.reduce(theirs, writable, op);
      takeOver(writable);
    }
  }

  /** Where what arrives can land: the one of target and scratch that does not hold the value. */
  private Buf landing() {
    return value == target ? spare() : target;
  }

  private void takeOver(Buf combined) {
    value = combined;
    readOnly = false;
  }

  private Buf spare() {
    Buf s = spare;
    if (s == null) {
      s = schedule.scratch(target.datatype(), target.count());
      spare = s;
    }
    return s;
  }
}
