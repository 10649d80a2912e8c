package org.purempi.protocol;

import org.purempi.matching.MatchQueues;

/** How a rank leaves a context. */
final class Leaving {
  private Leaving() {}

  /**
   * Forgets a context if nothing is queued for it; if a message should still come, it is made
   * again.
   */
  static void forget(Messenger m, long context) {
    m.locked(
        () -> {
          MatchQueues<ReceiveOperation.Slot, Arrival> queues = m.queues(context);
          if (queues.isPostedEmpty() && queues.isArrivedEmpty()) {
            m.remove(context);
          }
        });
  }

  /** Waits until nothing of these ranks' context is under way from or to this one. */
  static void settle(Messenger m, Peers ranks) {
    m.await(() -> !m.progress.hasOutgoing() && isSettled(m, ranks));
  }

  private static boolean isSettled(Messenger m, Peers ranks) {
    if (!m.queues(ranks.context()).isPostedEmpty()
        || m.sends.any(s -> s.isIn(ranks.context()))
        || m.receives.any(r -> r.isOf(ranks))) {
      return false;
    }
    for (Peer p : m.met()) {
      if (p.incoming instanceof ReceiveOperation r && r.isOf(ranks)) {
        return false;
      }
    }
    return true;
  }
}
