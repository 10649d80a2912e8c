package org.purempi.progress;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.purempi.transport.Doorbell;

/**
 * What a progress thread does: polls whenever no other thread of the rank has polled of late, and
 * sleeps at the doorbell while nothing comes. It keeps out of the way of threads that wait: they
 * poll for themselves, which is faster than being woken.
 */
final class Standby {
  private static final long PAUSE_NANOS = 1_000_000;
  private static final long SLEEP_NANOS = 10_000_000;

  /** In place of a number of polls: somebody else polls, look again later. */
  private static final long NOT_NEEDED = -1;

  private final Progress progress;

  // Belongs to the lock.
  private boolean asleep;

  /** Whether a thread that waits wants the doorbell now. */
  private boolean isInTheWay;

  Standby(Progress progress) {
    this.progress = progress;
  }

  /** Stands by until {@code over} holds or the job is aborted. Outside the lock. */
  void run(BooleanSupplier over) {
    long seen = NOT_NEEDED;
    while (!over.getAsBoolean() && progress.poisoned() == null) {
      // A look from outside: a progress thread that is not needed leaves the lock alone.
      long polls = progress.polls();
      if (seen != polls || progress.sleeps()) {
        seen = polls;
        LockSupport.parkNanos(this, PAUSE_NANOS);
        Thread.interrupted(); // means nothing to this thread, and would end every park at once
      } else {
        seen = pollAndSleep(seen);
      }
    }
  }

  /** Polls, sleeps if nothing came; how often anybody had polled then, if it is needed. */
  private long pollAndSleep(long seen) {
    progress.enter();
    try {
      if (progress.polls() != seen || progress.sleeps() || isInTheWay) {
        return NOT_NEEDED;
      }
      if (progress.poll() != 0) {
        progress.letOthersIn();
        return progress.polls();
      }
      return pollAndSleepArmed();
    } finally {
      progress.leave();
    }
  }

  /** A frame that came before the bell was armed has rung nobody: polls once more. */
  private long pollAndSleepArmed() {
    Doorbell doorbell = progress.doorbell();
    doorbell.arm();
    try {
      boolean hasMoved = progress.poll() != 0;
      long polls = progress.polls();
      if (!hasMoved) {
        asleep = true;
        progress.sleepOutside(SLEEP_NANOS);
      }
      return polls;
    } finally {
      asleep = false;
      doorbell.disarm();
    }
  }

  /**
   * A thread that waits wants to sleep at the doorbell, which has room for one. Inside the lock.
   */
  @SuppressWarnings("ThreadPriorityCheck") // the sleeper has been rung and only needs the lock
  void wake() {
    isInTheWay = asleep;
    try {
      while (asleep) {
        progress.doorbell().ring();
        progress.leave();
        Thread.yield();
        progress.enter();
      }
    } finally {
      isInTheWay = false;
    }
  }
}
