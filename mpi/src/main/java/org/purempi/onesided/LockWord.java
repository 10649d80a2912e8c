package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.purempi.LockType;

/**
 * The lock of a rank's part: a word of 8 bytes that all who can map it change in place. Held locks
 * are counted: more than 0 are shared ones; an exclusive one is −1 − the rank that has it, so that
 * others can give it back for a rank that has failed.
 */
public final class LockWord {
  /** The word, on a cache line of its own. */
  public static final long BYTES = 64;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long FREE = 0;

  /** In place of a rank. */
  static final int NOBODY = -1;

  private final MemorySegment word;

  /** The word at the beginning of 8-byte aligned memory, zeroed before its first use. */
  public LockWord(MemorySegment word) {
    this.word = word;
  }

  private static long alone(int rank) {
    return -1L - rank;
  }

  /** Whether the lock was to be had, for a rank. */
  public boolean tryLock(LockType type, int rank) {
    long held = (long) WORD.getVolatile(word, 0L);
    if (type == LockType.EXCLUSIVE) {
      return held == FREE && WORD.compareAndSet(word, 0L, FREE, alone(rank));
    }
    while (held >= FREE) {
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

  /** The rank that has it alone; {@link #NOBODY} if none does. */
  int owner() {
    long held = (long) WORD.getVolatile(word, 0L);
    return held < FREE ? (int) (-1L - held) : NOBODY;
  }

  /** Whether ranks share it. */
  boolean isShared() {
    return (long) WORD.getVolatile(word, 0L) > FREE;
  }

  /** Gives it back for a rank that has failed, if that has it alone. */
  void release(int failed) {
    WORD.compareAndSet(word, 0L, alone(failed), FREE);
  }
}
