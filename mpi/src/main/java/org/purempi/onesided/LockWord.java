package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.purempi.LockType;

/**
 * The lock of a rank's part, and the lock of its updates: two words of 8 bytes that all who can map
 * them change in place. Held locks are counted: −1 is an exclusive one, more than 0 are shared
 * ones.
 */
final class LockWord {
  /** Both words, on a cache line of their own. */
  static final long BYTES = 64;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long FREE = 0;
  private static final long EXCLUSIVE = -1;
  private static final long UPDATES = Long.BYTES;
  private static final int SPINS = 200;

  private final MemorySegment words;

  /** The words at the beginning of 8-byte aligned memory, zeroed before their first use. */
  LockWord(MemorySegment words) {
    this.words = words;
  }

  /** Whether the lock was to be had. */
  boolean tryLock(LockType type) {
    long held = (long) WORD.getVolatile(words, 0L);
    if (type == LockType.EXCLUSIVE) {
      return held == FREE && WORD.compareAndSet(words, 0L, FREE, EXCLUSIVE);
    }
    while (held != EXCLUSIVE) {
      long seen = (long) WORD.compareAndExchange(words, 0L, held, held + 1);
      if (seen == held) {
        return true;
      }
      held = seen;
    }
    return false;
  }

  void unlock(LockType type) {
    if (type == LockType.EXCLUSIVE) {
      WORD.setVolatile(words, 0L, FREE);
    } else {
      WORD.getAndAdd(words, 0L, -1L);
    }
  }

  /** Held for as long as some elements are updated, by threads of any process. */
  @SuppressWarnings("ThreadPriorityCheck") // the holder may want this core
  void beginUpdate() {
    for (int tries = 0; !WORD.compareAndSet(words, UPDATES, FREE, EXCLUSIVE); tries++) {
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  void endUpdate() {
    WORD.setRelease(words, UPDATES, FREE);
  }
}
