package org.purempi.launch;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.site.Event;

/** Until when to wait for the next event of a job; used by one thread. */
final class Deadline {
  private final @Nullable Duration timeout;
  private final long startNanos;

  /** Less than the job's time, once that was wanted. */
  private @Nullable Long sooner;

  private boolean lifted;

  /**
   * Waits as long as the job may run, or for ever when that is null.
   *
   * @param startNanos since when it runs
   */
  Deadline(@Nullable Duration timeout, long startNanos) {
    this.timeout = timeout;
    this.startNanos = startNanos;
  }

  /** It passes when this time has, if not before. */
  void sooner(long millis) {
    sooner = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** It never passes. */
  void lift() {
    lifted = true;
  }

  /** The next event, or null when the deadline passes first. */
  @Nullable Event next(BlockingQueue<Event> events) throws InterruptedException {
    if (lifted || (timeout == null && sooner == null)) {
      return events.take();
    }
    long now = System.nanoTime();
    long left = timeout == null ? Long.MAX_VALUE : startNanos + timeout.toNanos() - now;
    long wanted = sooner == null ? Long.MAX_VALUE : sooner - now;
    return events.poll(Math.min(left, wanted), TimeUnit.NANOSECONDS);
  }

  /** The job's time in words. */
  String text() {
    return timeout == null ? "its time" : timeout.toSeconds() + " s";
  }
}
