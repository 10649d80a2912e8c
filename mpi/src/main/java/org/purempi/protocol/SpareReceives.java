package org.purempi.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The operations of the last receives, to be used again once their results have been read: a
 * program that receives window after window makes no new ones. Inside the rank's lock.
 */
final class SpareReceives {
  /** Two windows of 64, as most benchmarks and many programs have them; a power of two. */
  private static final int KEPT = 128;

  private final @Nullable ReceiveOperation[] last = new @Nullable ReceiveOperation[KEPT];
  private int next;

  /** The oldest of them if it is over; else a new one, which takes its place. */
  ReceiveOperation take(Peers from) {
    int at = next;
    next = (at + 1) % KEPT;
    ReceiveOperation receive = last[at];
    if (receive == null || !receive.isReleased()) {
      receive = new ReceiveOperation(from, true);
      last[at] = receive;
    }
    return receive;
  }
}
