package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;

/**
 * Keeps the updates of a part apart: any number of them at a time, each of a few elements by atomic
 * accesses of the processor; or a single one, by plain loads and stores. Words in memory that all
 * origins map, a cache line each, zeroed before their first use:
 *
 * <pre>
 *   │0 1 + the rank that has it for itself │64 how many of rank 0 are inside │128 of rank 1 │ …
 * </pre>
 *
 * <p>Of more than 64 ranks up to four have their counts in one word, 16 bits each.
 *
 * <p>Who goes in counts itself and then looks whether somebody has it; who wants it for itself says
 * so and then looks at the counts. Both are volatile, so one of two always sees the other. Who
 * waits for long looks whether those he waits for have died, and gives back what they had.
 */
public final class Gate {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long LINE_BYTES = 64;
  private static final long OPEN = 0;
  private static final int SPINS = 200;

  /** A power of two: a look takes as long as a hundred tries. */
  private static final int TRIES_PER_LOOK = 1 << 12;

  /** Of more ranks, some share a line. */
  private static final int RANKS_WITH_LINES = 64;

  private static final int RANKS_PER_LINE = 4;
  private static final int COUNT_BITS = Long.SIZE / RANKS_PER_LINE;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  private final MemorySegment words;
  private final int lines;
  private final long taken;
  private final long count;
  private final long one;
  private final IntPredicate hasDied;

  /**
   * A gate as a rank uses it.
   *
   * @param words 8-byte aligned memory of {@link #bytes}
   * @param me the rank
   * @param hasDied whether the process of a rank has died
   */
  public Gate(MemorySegment words, int me, IntPredicate hasDied) {
    this.words = words;
    this.lines = (int) (words.byteSize() / LINE_BYTES) - 1;
    this.taken = me + 1L;
    this.count = LINE_BYTES + me % lines * LINE_BYTES;
    this.one = 1L << (me / lines * COUNT_BITS);
    this.hasDied = hasDied;
  }

  /** What a gate for so many ranks takes. */
  public static long bytes(int ranks) {
    int most = Math.max(RANKS_WITH_LINES, (ranks + RANKS_PER_LINE - 1) / RANKS_PER_LINE);
    return LINE_BYTES + Math.min(ranks, most) * LINE_BYTES;
  }

  /** Goes in, beside others. */
  public void enter() {
    WORD.getAndAdd(words, count, one);
    for (int tries = 0; (long) WORD.getVolatile(words, 0L) != OPEN; ) {
      WORD.getAndAdd(words, count, -one);
      while ((long) WORD.getVolatile(words, 0L) != OPEN) {
        if (isTimeToLook(tries++)) {
          openForTheDead();
        }
      }
      WORD.getAndAdd(words, count, one);
    }
  }

  /** Goes out again. */
  public void leave() {
    WORD.getAndAdd(words, count, -one);
  }

  /** Has it for itself, once all who are inside have left. */
  public void take() {
    for (int tries = 0; !WORD.compareAndSet(words, 0L, OPEN, taken); tries++) {
      if (isTimeToLook(tries)) {
        openForTheDead();
      }
    }
    int tries = 0;
    for (int line = 0; line < lines; line++) {
      while ((long) WORD.getVolatile(words, LINE_BYTES + line * LINE_BYTES) != 0) {
        if (isTimeToLook(tries++)) {
          leaveForTheDead(line);
        }
      }
    }
  }

  /** Lets others in again. */
  public void give() {
    WORD.setRelease(words, 0L, OPEN);
  }

  /** If a rank that has died has it for itself, it has it no more. */
  private void openForTheDead() {
    long its = (long) WORD.getVolatile(words, 0L);
    if (its != OPEN && hasDied.test((int) (its - 1))) {
      WORD.compareAndSet(words, 0L, its, OPEN);
    }
  }

  /** Those of a line that have died are inside no more; who changes it meanwhile looks again. */
  private void leaveForTheDead(int line) {
    long at = LINE_BYTES + line * LINE_BYTES;
    long its = (long) WORD.getVolatile(words, at);
    long left = its;
    for (int i = 0; i < RANKS_PER_LINE; i++) {
      long mask = COUNT_MASK << (i * COUNT_BITS);
      if ((its & mask) != 0 && hasDied.test(line + i * lines)) {
        left &= ~mask;
      }
    }
    if (left != its) {
      WORD.compareAndSet(words, at, its, left);
    }
  }

  /** Waits a moment; whether it is time to look what has become of those that are waited for. */
  @SuppressWarnings("ThreadPriorityCheck") // who is waited for may want this core
  private static boolean isTimeToLook(int tries) {
    if (tries < SPINS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
    return (tries + 1 & TRIES_PER_LOOK - 1) == 0;
  }
}
