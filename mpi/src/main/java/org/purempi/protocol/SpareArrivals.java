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

  private final Stack withRoom = new Stack();
  private final Stack announced = new Stack();

  /** A message that begins to arrive. */
  Arrival take(Peer peer, long word0, long word1, long bytes) {
    Arrival a = bytes <= SHORT_BYTES ? withRoom.pop() : null;
    if (a == null) {
      a = new Arrival(peer, Math.max(SHORT_BYTES, bytes));
    }
    a.prepare(peer, word0, word1, bytes);
    return a;
  }

  /** A message that is announced: it needs no room. */
  Arrival takeRequest(Peer peer, long word0, long word1, long bytes, long descriptor) {
    Arrival a = announced.pop();
    if (a == null) {
      a = new Arrival(peer, 0);
    }
    a.prepare(peer, word0, word1, bytes);
    a.announce(descriptor);
    return a;
  }

  /** Nobody looks at it any more. */
  void giveBack(Arrival a) {
    long room = a.room.byteSize();
    if (room == 0) {
      announced.push(a);
    } else if (room == SHORT_BYTES) {
      withRoom.push(a);
    }
  }

  private static final class Stack {
    private final @Nullable Arrival[] spare = new @Nullable Arrival[KEPT];
    private int count;

    @Nullable Arrival pop() {
      return count == 0 ? null : spare[--count];
    }

    void push(Arrival a) {
      if (count < KEPT) {
        spare[count++] = a;
      }
    }
  }
}
