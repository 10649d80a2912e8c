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

  /** A long yield that comes later than this after a rest is work that others had for once. */
  private static final long SOON_NANOS = 16_000_000;

  /** A yield that took longer has let somebody else run. */
  private static final long SWITCH_NANOS = 2_000;

  /** How long a reading of the queue's time is good for: to take one costs some microseconds. */
  private static final long READING_NANOS = 2_000_000;

  /** After so many short yields in turn, only one in {@link #SAMPLE} is measured. */
  private static final int CALM = 1024;

  private static final int SAMPLE = 8;

  private static final long FIRST_NANOS = 2_000_000;
  private static final long LONGEST_NANOS = 64_000_000;

  private boolean isHere;
  private long lastsNanos;
  private long untilNanos = System.nanoTime() - SOON_NANOS;

  /** The time in the queue when it was read last, when that was, and what others have had since. */
  private long queueNanos;

  private long readNanos = System.nanoTime() - READING_NANOS;
  private long othersNanos;

  /** Short yields since the last long one, and how many more are not measured. */
  private int calm;

  private int unmeasured;

  /** Gives the core to whoever wants it. */
  @SuppressWarnings("ThreadPriorityCheck") // yielding is the point when ranks share cores
  void yieldCore() {
    if (unmeasured > 0) { // two looks at the clock are a thirtieth of a switch
      unmeasured--;
      Thread.yield();
      return;
    }
    long before = System.nanoTime();
    if (before - readNanos > READING_NANOS) {
      readQueue(before);
    }
    Thread.yield();
    long after = System.nanoTime();
    long nanos = after - before;
    if (nanos > LONG_YIELD_NANOS && wasInQueue(nanos, after)) {
      wasLong(before, after);
      calm = 0;
      return;
    }
    boolean isSample = calm == CALM;
    if (nanos > SWITCH_NANOS) {
      othersNanos += isSample ? SAMPLE * nanos : nanos;
    }
    if (isSample) {
      unmeasured = SAMPLE - 1;
    } else {
      calm++;
    }
  }

  /** A long yield alone says little: another rank's JVM may have collected its garbage. */
  private void wasLong(long before, long after) {
    isHere = before - untilNanos < SOON_NANOS;
    lastsNanos = isHere ? Math.clamp(2 * lastsNanos, FIRST_NANOS, LONGEST_NANOS) : 0;
    untilNanos = after + lastsNanos;
  }

  /** Whether most of the yield that is over was spent waiting for another thread. */
  private boolean wasInQueue(long nanos, long now) {
    if (Thread.currentThread().isVirtual()) { // its carrier has waited, for whom it may be
      return false;
    }
    long usual = queueNanos + othersNanos / 4 * 3; // the rest of it is switching
    readQueue(now);
    return queueNanos == QueueTime.UNKNOWN || queueNanos - usual > nanos / 2;
  }

  private void readQueue(long now) {
    if (Thread.currentThread().isVirtual()) {
      return; // the next platform thread reads at once
    }
    if (queueNanos != QueueTime.UNKNOWN) {
      queueNanos = QueueTime.nanos();
    }
    readNanos = now;
    othersNanos = 0;
  }

  /** Whether to sleep rather than to yield. */
  boolean isHere() {
    if (isHere && System.nanoTime() - untilNanos > 0) {
      isHere = false;
    }
    return isHere;
  }
}
