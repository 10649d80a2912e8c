package org.purempi.transport.tcp;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What a rank's connection manager has done since the rank polled last. Any thread adds to it. */
final class EventQueue {
  private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();

  /** Cheaper to look at than the queue. */
  private volatile boolean hasEvents;

  void add(Runnable event) {
    events.add(event);
    hasEvents = true;
  }

  boolean hasEvents() {
    return hasEvents;
  }

  /** Takes note of all; guarded by the rank. */
  void run() {
    // Before looking: what comes later sets it again.
    hasEvents = false;
    for (Runnable one = events.poll(); one != null; one = events.poll()) {
      one.run();
    }
  }
}
