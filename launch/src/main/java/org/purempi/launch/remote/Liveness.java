package org.purempi.launch.remote;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.smpd.Verb;

/**
 * Whether those at the other ends of our links are still there: each is asked every second, and
 * whoever says nothing for long is given up. A connection to a host that has lost its network or
 * its power would stay open for ever otherwise. Used by one thread.
 */
final class Liveness {
  /** Why a link was ended. */
  static final String NO_ANSWER = "does not answer";

  /** For how long a manager waits for a word from above. */
  static final long PARENT_NANOS = TimeUnit.SECONDS.toNanos(15);

  private static final long CHILD_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Switchboard board;
  private long lastNanos = System.nanoTime();

  Liveness(Switchboard board) {
    this.board = board;
  }

  /** Asks everybody below, unless that was done a moment ago. */
  void ping() throws InterruptedException {
    long now = System.nanoTime();
    if (now - lastNanos >= PERIOD_NANOS) {
      lastNanos = now;
      for (int child : board.children()) {
        board.send(board.command(Verb.STATUS, child));
      }
    }
  }

  /** A child that has said nothing for too long, or null. */
  @Nullable Integer silentChild() {
    for (int child : board.children()) {
      ManagerLink link = board.childLink(child);
      if (link != null && link.silentNanos() > CHILD_NANOS) {
        return child;
      }
    }
    return null;
  }
}
