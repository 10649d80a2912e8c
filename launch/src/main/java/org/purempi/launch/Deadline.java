package org.purempi.launch;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Until when to wait for the next event of a job; used by one thread. */
final class Deadline {
  private final @Nullable Duration timeout;
  private long untilNanos;
  private boolean limited;
  private int passed;

  /** Waits as long as the job may run, or for ever when that is null. */
  Deadline(@Nullable Duration timeout) {
    this.timeout = timeout;
    if (timeout != null) {
      after(timeout.toMillis());
    }
  }

  /** From now on the deadline is so far away. */
  void after(long millis) {
    limited = true;
    passed = 0;
    untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** The next event, or null when the deadline passes first. */
  @Nullable Event next(BlockingQueue<Event> events) throws InterruptedException {
    return limited
        ? events.poll(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS)
        : events.take();
  }

  /** After it has passed: sets it once more a second away; true when it has passed twice. */
  boolean again() {
    int before = passed;
    after(TimeUnit.SECONDS.toMillis(1));
    passed = before + 1;
    return passed > 1;
  }

  /** The job's time in words. */
  String text() {
    return timeout == null ? "its time" : timeout.toSeconds() + " s";
  }
}
