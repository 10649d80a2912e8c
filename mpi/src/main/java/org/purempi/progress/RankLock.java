package org.purempi.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A rank's lock: held for less than a microsecond nearly always, and nearly always by the same
 * thread. Not reentrant.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding lets a thread in that wants the lock
final class RankLock {
  private static final VarHandle HELD =
      Fields.handle(MethodHandles.lookup(), "held", boolean.class);
  private static final VarHandle CONTENDERS =
      Fields.handle(MethodHandles.lookup(), "contenders", int.class);

  private static final int SPINS = 100;
  private static final int YIELDS = 50;
  private static final long PARK_NANOS = 20_000;

  @SuppressWarnings("UnusedVariable")
  private boolean held;

  /** How many threads wait to enter. */
  @SuppressWarnings("UnusedVariable")
  private int contenders;

  // The rest belongs to the lock.
  private @Nullable Thread last;
  private int threads;

  /** Whether who has the lock now only looks at what others do. */
  private boolean isWatcher;

  void enter() {
    // Acquire: sees everything the previous holder did.
    if (!HELD.compareAndSet(this, false, true)) {
      enterSlowly(Long.MAX_VALUE);
    }
  }

  /** As {@link #enter}, within a time, for a thread that only looks; whether it did. */
  boolean tryEnter(long nanos) {
    if (HELD.compareAndSet(this, false, true) || enterSlowly(System.nanoTime() + nanos)) {
      isWatcher = true;
      return true;
    }
    return false;
  }

  /** Whether no other thread has had the lock before who has it now, watchers left out. */
  boolean hasOneThread() {
    return threads == 0 || (threads == 1 && last == Thread.currentThread());
  }

  void leave() {
    if (isWatcher) {
      isWatcher = false;
    } else if (last != Thread.currentThread()) {
      last = Thread.currentThread();
      threads = Math.min(threads + 1, 2);
    }
    HELD.setRelease(this, false);
  }

  /** Whether a thread is inside, whichever: for assertions. */
  boolean isTaken() {
    return (boolean) HELD.getOpaque(this);
  }

  /** Whether a thread waits to enter. */
  boolean isWanted() {
    return (int) CONTENDERS.getOpaque(this) != 0;
  }

  private boolean enterSlowly(long deadlineNanos) {
    CONTENDERS.getAndAdd(this, 1);
    try {
      for (int tries = 0; !HELD.compareAndSet(this, false, true); tries++) {
        if (deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos >= 0) {
          return false;
        }
        pause(tries);
      }
      return true;
    } finally {
      CONTENDERS.getAndAdd(this, -1);
    }
  }

  private void pause(int tries) {
    if (tries < SPINS && !Thread.currentThread().isVirtual()) {
      Thread.onSpinWait();
    } else if (tries < SPINS + YIELDS || Thread.currentThread().isInterrupted()) {
      Thread.yield(); // an interrupted thread does not park
    } else {
      LockSupport.parkNanos(this, PARK_NANOS);
    }
  }
}
