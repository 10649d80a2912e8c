package org.purempi.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Messages that have come before their receives. Those that a receive has emptied serve the next
 * ones: ranks that share cores often are ahead of each other, and garbage that one of them collects
 * keeps the others waiting. Inside the rank's lock.
 */
final class SpareArrivals {
  /** Longer messages get room of their own. */
  static final int SHORT_BYTES = 64;

  private static final int KEPT = 256;

  private final @Nullable Arrival[] spare = new @Nullable Arrival[KEPT];
  private int count;

  /** A message that begins to arrive. */
  Arrival take(Peer peer, long word0, long word1, long bytes) {
    Arrival a = bytes <= SHORT_BYTES ? takeShort(peer) : new Arrival(peer, bytes);
    a.prepare(peer, word0, word1, bytes);
    return a;
  }

  /** A message that is announced. */
  Arrival takeRequest(Peer peer, long word0, long word1, long bytes, long descriptor) {
    Arrival a = takeShort(peer);
    a.prepare(peer, word0, word1, bytes);
    a.announce(descriptor);
    return a;
  }

  private Arrival takeShort(Peer peer) {
    Arrival a = count == 0 ? null : spare[--count];
    return a == null ? new Arrival(peer, SHORT_BYTES) : a;
  }

  /** Nobody looks at it any more. */
  void giveBack(Arrival a) {
    if (count < KEPT && a.room.byteSize() == SHORT_BYTES) {
      spare[count++] = a;
    }
  }
}
