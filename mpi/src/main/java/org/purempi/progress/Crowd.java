package org.purempi.progress;

import org.purempi.os.QueueTime;

/**
 * Whether threads that compute, such as those of the JIT, were met on this rank's core lately. To
 * yield to one is to wait until it has used up its time, some milliseconds; who sleeps is woken. A
 * yield can also be long because the host of a virtual machine has taken the core away: to sleep is
 * of no use then, for that gives it away. Belongs to the thread that polls.
 */
final class Crowd {
  /** Ranks that yield to each other are back sooner. */
  private static final long LONG_YIELD_NANOS = 500_000;

  private static final long FIRST_NANOS = 2_000_000;
  private static final long LONGEST_NANOS = 64_000_000;

  private boolean isHere;
  private long lastsNanos = FIRST_NANOS;
  private long untilNanos;

  /** All yields since the queue's time was read last. */
  private long yieldedNanos;

  private long queueNanos;

  /** Gives the core to whoever wants it. */
  @SuppressWarnings("ThreadPriorityCheck") // yielding is the point when ranks share cores
  void yieldCore() {
    long before = System.nanoTime();
    Thread.yield();
    long after = System.nanoTime();
    long nanos = after - before;
    yieldedNanos += nanos;
    if (nanos > LONG_YIELD_NANOS && !Thread.currentThread().isVirtual() && wasInQueue(nanos)) {
      boolean isStillSo = before - untilNanos < lastsNanos;
      lastsNanos = isStillSo ? Math.min(2 * lastsNanos, LONGEST_NANOS) : FIRST_NANOS;
      untilNanos = after + lastsNanos;
      isHere = true;
    }
  }

  /**
   * Whether the last yield was spent waiting for another thread: then the queue's time accounts for
   * all yields since it was read, else not for this one.
   */
  private boolean wasInQueue(long nanos) {
    long now = QueueTime.nanos();
    boolean was = now == QueueTime.UNKNOWN || now - queueNanos > yieldedNanos - nanos / 2;
    queueNanos = now;
    yieldedNanos = 0;
    return was;
  }

  /** Whether to sleep rather than to yield. */
  boolean isHere() {
    if (isHere && System.nanoTime() - untilNanos > 0) {
      isHere = false;
    }
    return isHere;
  }
}
