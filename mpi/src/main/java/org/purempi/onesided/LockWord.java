package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.purempi.LockType;

/**
 * The lock of a rank's part: a line of 64 bytes that all who can map it change in place.
 *
 * <pre>
 *   │0 who has it │8 … 63 for each of the first 448 ranks a bit: shares it │
 * </pre>
 *
 * <p>Locks that are shared are counted: more than 0; a lock that is had alone is −1 − the rank that
 * has it. Where ranks survive others, each that shares it is noted just after it has been counted
 * and until just before it is counted no more, so that others can give back what a failed one had.
 */
public final class LockWord {
  /** A cache line of its own. */
  public static final long BYTES = 64;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long FREE = 0;
  private static final int MOST_NOTED = (int) (BYTES / Long.BYTES - 1) * Long.SIZE;

  /** In place of a rank. */
  static final int NOBODY = -1;

  private final MemorySegment words;

  /** Ranks from this one on are not noted. */
  private final int noted;

  /**
   * The lock in 8-byte aligned memory, zeroed before its first use.
   *
   * @param isNoted whether ranks survive others, so that it matters who shares it
   */
  public LockWord(MemorySegment words, boolean isNoted) {
    this.words = words;
    this.noted = isNoted ? MOST_NOTED : 0;
  }

  private static long alone(int rank) {
    return -1L - rank;
  }

  private static long place(int rank) {
    return (1L + rank / Long.SIZE) * Long.BYTES;
  }

  /** Whether the lock was to be had, for a rank that does not have it. */
  public boolean tryLock(LockType type, int rank) {
    long held = (long) WORD.getVolatile(words, 0L);
    if (type == LockType.EXCLUSIVE) {
      return held == FREE && WORD.compareAndSet(words, 0L, FREE, alone(rank));
    }
    while (held >= FREE) {
      long seen = (long) WORD.compareAndExchange(words, 0L, held, held + 1);
      if (seen == held) {
        if (rank < noted) {
          WORD.getAndBitwiseOr(words, place(rank), 1L << rank);
        }
        return true;
      }
      held = seen;
    }
    return false;
  }

  /** Gives back a lock of that type which a rank has, unless others have done so. */
  public void unlock(LockType type, int rank) {
    if (type == LockType.EXCLUSIVE) {
      WORD.compareAndSet(words, 0L, alone(rank), FREE);
    } else if (rank >= noted || isForgotten(rank)) {
      WORD.getAndAdd(words, 0L, -1L);
    }
  }

  /** Whether it was noted that a rank shares it; it is no more. */
  private boolean isForgotten(int rank) {
    long bit = 1L << rank;
    return ((long) WORD.getAndBitwiseAnd(words, place(rank), ~bit) & bit) != 0;
  }

  /** The rank that has it alone; {@link #NOBODY} if none does. */
  int owner() {
    long held = (long) WORD.getVolatile(words, 0L);
    return held < FREE ? (int) (-1L - held) : NOBODY;
  }

  /** Whether more ranks share it than are noted. */
  boolean hasUnknownSharers() {
    long counted = (long) WORD.getVolatile(words, 0L);
    long known = 0;
    for (long at = Long.BYTES; at < BYTES; at += Long.BYTES) {
      known += Long.bitCount((long) WORD.getVolatile(words, at));
    }
    return counted > known;
  }

  /** Gives it back for a rank that has failed, as far as it is known to have it. */
  void release(int failed) {
    WORD.compareAndSet(words, 0L, alone(failed), FREE);
    if (failed < noted && isForgotten(failed)) {
      WORD.getAndAdd(words, 0L, -1L);
    }
  }
}
