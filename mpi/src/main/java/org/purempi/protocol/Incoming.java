package org.purempi.protocol;

import java.lang.foreign.MemorySegment;

/** Takes the pieces of a fragmented message in order. */
sealed interface Incoming permits ReceiveOperation, Arrival {
  /** The next piece; true when it was the last. */
  boolean piece(MemorySegment memory, long offset, int bytes);
}
