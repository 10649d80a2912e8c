package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.purempi.LockType;

/**
 * The lock of a rank's part: a word of 8 bytes that all who can map it change in place. Held locks
 * are counted: −1 is an exclusive one, more than 0 are shared ones.
 */
public final class LockWord {
  /** The word, on a cache line of its own. */
  public static final long BYTES = 64;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long FREE = 0;
  private static final long EXCLUSIVE = -1;

  private final MemorySegment word;

  /** The word at the beginning of 8-byte aligned memory, zeroed before its first use. */
  public LockWord(MemorySegment word) {
    this.word = word;
  }

  /** Whether the lock was to be had. */
  public boolean tryLock(LockType type) {
    long held = (long) WORD.getVolatile(word, 0L);
    if (type == LockType.EXCLUSIVE) {
      return held == FREE && WORD.compareAndSet(word, 0L, FREE, EXCLUSIVE);
    }
    while (held != EXCLUSIVE) {
      long seen = (long) WORD.compareAndExchange(word, 0L, held, held + 1);
      if (seen == held) {
        return true;
      }
      held = seen;
    }
    return false;
  }

  /** Gives back a lock of that type. */
  public void unlock(LockType type) {
    if (type == LockType.EXCLUSIVE) {
      WORD.setVolatile(word, 0L, FREE);
    } else {
      WORD.getAndAdd(word, 0L, -1L);
    }
  }
}
