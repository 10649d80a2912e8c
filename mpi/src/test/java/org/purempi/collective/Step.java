package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.Op;

/** One recorded line of a schedule. */
sealed interface Step {
  record Send(Buf buf, int peer) implements Step {}

  record Receive(Buf buf, int peer) implements Step {}

  record Round() implements Step {}

  record Reduce(Buf in, Buf inout, Op op) implements Step {}

  record Copy(Buf from, Buf to) implements Step {}
}
