package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Keeps the updates of a part apart: any number of them at a time, each of a few elements by atomic
 * accesses of the processor; or a single one, by plain loads and stores. Words in memory that all
 * origins map, a cache line each, zeroed before their first use:
 *
 * <pre>
 *   │0 whether one has it for itself │64 how many of rank 0 are inside │128 of rank 1 │ …
 * </pre>
 *
 * <p>Who goes in counts itself and then looks whether somebody has it; who wants it for itself says
 * so and then looks at the counts. Both are volatile, so one of two always sees the other.
 */
public final class Gate {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long LINE_BYTES = 64;
  private static final long OPEN = 0;
  private static final long TAKEN = 1;
  private static final int SPINS = 200;

  /** Beyond, several ranks share a count. */
  private static final int MOST_COUNTS = 64;

  private final MemorySegment words;
  private final long count;

  /** The gate at the beginning of 8-byte aligned memory, as rank {@code me} uses it. */
  public Gate(MemorySegment words, int me) {
    this.words = words;
    this.count = LINE_BYTES + me % MOST_COUNTS * LINE_BYTES;
  }

  /** What a gate for so many ranks takes. */
  public static long bytes(int ranks) {
    return LINE_BYTES + Math.min(ranks, MOST_COUNTS) * LINE_BYTES;
  }

  /** Goes in, beside others. */
  public void enter() {
    WORD.getAndAdd(words, count, 1L);
    for (int tries = 0; (long) WORD.getVolatile(words, 0L) != OPEN; ) {
      WORD.getAndAdd(words, count, -1L);
      while ((long) WORD.getVolatile(words, 0L) != OPEN) {
        pause(tries++);
      }
      WORD.getAndAdd(words, count, 1L);
    }
  }

  /** Goes out again. */
  public void leave() {
    WORD.getAndAdd(words, count, -1L);
  }

  /** Has it for itself, once all who are inside have left. */
  public void take() {
    for (int tries = 0; !WORD.compareAndSet(words, 0L, OPEN, TAKEN); tries++) {
      pause(tries);
    }
    int tries = 0;
    for (long at = LINE_BYTES; at < words.byteSize(); at += LINE_BYTES) {
      while ((long) WORD.getVolatile(words, at) != 0) {
        pause(tries++);
      }
    }
  }

  /** Lets others in again. */
  public void give() {
    WORD.setRelease(words, 0L, OPEN);
  }

  @SuppressWarnings("ThreadPriorityCheck") // who is waited for may want this core
  private static void pause(int tries) {
    if (tries < SPINS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
