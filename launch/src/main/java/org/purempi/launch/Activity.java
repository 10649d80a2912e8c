package org.purempi.launch;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts pieces of output on their way, to tell a stream that nobody feeds any more from one whose
 * reader is slow: the first is given up, the second waited for. Any thread.
 */
final class Activity {
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();

  void begin() {
    begun.incrementAndGet();
  }

  void end() {
    ended.incrementAndGet();
  }

  /**
   * Waits for a site's output as long as any moves; false when it was given up.
   *
   * @param quietMillis how long nothing must move before it is given up
   */
  boolean awaitOutput(Site site, long quietMillis) throws InterruptedException {
    while (true) {
      long seen = ended.get();
      if (site.awaitOutput(quietMillis)) {
        return true;
      }
      if (ended.get() == seen && begun.get() == seen) {
        return false;
      }
    }
  }
}
