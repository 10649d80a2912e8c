package org.purempi.launch.output;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts pieces of output on their way, to tell a stream that nobody feeds any more from one whose
 * reader is slow: the first is given up, the second waited for. Any thread.
 */
public final class Activity {
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();

  /** Output is about to be written. */
  public void begin() {
    begun.incrementAndGet();
  }

  /** It has been written. */
  public void end() {
    ended.incrementAndGet();
  }

  /** Who is waited for. */
  @FunctionalInterface
  public interface Source {
    /** Waits until all output has been carried; false when the time was too short. */
    boolean awaitOutput(long millis) throws InterruptedException;
  }

  /**
   * Waits for a source's output as long as any moves; false when it was given up.
   *
   * @param quietMillis how long nothing must move before it is given up
   */
  public boolean awaitOutput(Source source, long quietMillis) throws InterruptedException {
    while (true) {
      long seen = ended.get();
      if (source.awaitOutput(quietMillis)) {
        return true;
      }
      if (ended.get() == seen && begun.get() == seen) {
        return false;
      }
    }
  }
}
