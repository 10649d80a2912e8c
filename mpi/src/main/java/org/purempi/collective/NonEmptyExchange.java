package org.purempi.collective;

import org.purempi.Buf;

/** Exchanges of blocks that may be empty: both sides know it, so nothing is sent then. */
final class NonEmptyExchange {
  private NonEmptyExchange() {}

  /** Sends and receives at once what is not empty, and ends the round. */
  static void nonEmpty(Schedule s, Buf out, int dest, Buf in, int source) {
    boolean sends = out.bytes() > 0;
    boolean receives = in.bytes() > 0;
    if (sends && receives) {
      s.exchange(out, dest, in, source);
    } else if (sends) {
      s.sendNow(out, dest);
    } else if (receives) {
      s.receiveNow(in, source);
    }
  }

  /**
   * As {@link #nonEmpty}, and copies a block of this rank's own between the two: the others' are on
   * their way meanwhile.
   */
  static void whileCopying(Schedule s, Buf from, Buf to, Buf out, int dest, Buf in, int source) {
    if (out.bytes() > 0) {
      s.send(out, dest);
    }
    s.copy(from, to);
    if (in.bytes() > 0) {
      s.receiveNow(in, source);
    } else {
      s.round();
    }
  }
}
