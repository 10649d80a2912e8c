package org.purempi.progress;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;

/** Threads that wait while another polls. Belongs to the lock, but for the park itself. */
final class ParkedWaiters {
  /** A thread that waits while another polls. */
  private record Parked(Thread thread, Completion until) {}

  private final Progress progress;
  private final ArrayDeque<Parked> waiters = new ArrayDeque<>();

  ParkedWaiters(Progress progress) {
    this.progress = progress;
  }

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  /**
   * Parks until the poller completes {@code c} or leaves; whether the thread was interrupted
   * meanwhile.
   */
  boolean park(Completion c, long nanos) {
    Parked me = new Parked(Thread.currentThread(), c);
    waiters.add(me);
    progress.leave();
    LockSupport.parkNanos(progress, nanos);
    boolean interrupted = Thread.interrupted();
    progress.enter();
    waiters.remove(me);
    return interrupted;
  }

  /** Wakes the one that has waited longest: it may poll now. */
  void wakeNext() {
    Parked next = waiters.peek();
    if (next != null) {
      LockSupport.unpark(next.thread);
    }
  }

  /** Wakes those that wait for {@code c}. */
  void wake(Completion c) {
    for (Parked p : waiters) {
      if (p.until == c) {
        LockSupport.unpark(p.thread);
      }
    }
  }
}
