package org.purempi.progress;

import org.purempi.transport.Doorbell;

/** How often and how long threads of a rank that wait have slept. Any thread. */
public final class Sleeps {
  private long count;
  private long nanos;

  Sleeps() {}

  /** Sleeps at a doorbell. */
  void sleep(Doorbell doorbell, long limitNanos) {
    long from = System.nanoTime();
    doorbell.sleep(limitNanos);
    add(System.nanoTime() - from);
  }

  private synchronized void add(long slept) {
    count++;
    nanos += slept;
  }

  /** How often. */
  public synchronized long count() {
    return count;
  }

  /** How long, in nanoseconds. */
  public synchronized long nanos() {
    return nanos;
  }
}
