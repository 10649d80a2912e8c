package org.purempi.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Where short messages are kept that come before their receives. What a receive has emptied serves
 * the next one: ranks that share cores often are ahead of each other, and garbage that one of them
 * collects keeps the others waiting. Inside the rank's lock.
 */
final class SpareArrivals {
  /** Longer messages get room of their own. */
  static final int SHORT_BYTES = 64;

  private static final int KEPT = 256;

  private final @Nullable Arrival[] spare = new @Nullable Arrival[KEPT];
  private int count;

  /** Room for a message that begins to arrive. */
  Arrival take(Peer peer, int source, int tag, long bytes, int senderId) {
    Arrival a = bytes <= SHORT_BYTES ? takeShort(peer) : Arrival.withRoom(peer, bytes);
    a.prepare(peer, source, tag, bytes, senderId);
    return a;
  }

  private Arrival takeShort(Peer peer) {
    Arrival a = count == 0 ? null : spare[--count];
    return a == null ? Arrival.withRoom(peer, SHORT_BYTES) : a;
  }

  /** Nobody looks at it any more. */
  void giveBack(Arrival a) {
    if (count < KEPT && a.totalBytes <= SHORT_BYTES) {
      spare[count++] = a;
    }
  }
}
