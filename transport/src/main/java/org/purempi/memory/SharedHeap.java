package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.transport.Transport;

/**
 * Hands out pieces of a shared segment to the ranks that map it: first fit, neighbours rejoined.
 *
 * <pre>
 *   at: │0 lock│8 firstFree│16 top│24 end│
 *   begin … top: blocks in use and free blocks (│0 next free│8 bytes│, by rising offset); top … end: untouched
 * </pre>
 *
 * <p>A free block's own first bytes hold its list node, so nothing beyond {@code top} is ever
 * touched: those pages may not exist yet. The caller makes them exist. A spin word guards the list;
 * when its owner died with it, the others give up after a while: {@link #allocate} answers {@link
 * Transport#NONE} and {@link #free} leaves the block unused.
 */
public final class SharedHeap {
  /** Bytes of the heap's own words. */
  public static final int WORDS_BYTES = SharedWords.LINE_BYTES;

  /** Every block begins and ends on a multiple of this. */
  private static final long GRAIN_BYTES = SharedWords.LINE_BYTES;

  /** Long enough for any owner that lives to be scheduled again and finish. */
  private static final long PATIENCE_NANOS = 1_000_000_000L;

  private static final int FIRST_FREE = 8;
  private static final int TOP = 16;
  private static final int END = 24;
  private static final int NEXT = 0;
  private static final int SIZE = 8;
  private static final long NO_BLOCK = 0;

  private final MemorySegment memory;
  private final long at;

  /** The heap whose words are at {@code at}; they were set up by {@link #format}. */
  public SharedHeap(MemorySegment memory, long at) {
    this.memory = memory;
    this.at = at;
  }

  /** Sets up an empty heap over {@code begin} … {@code end} of {@code memory}. */
  public static void format(MemorySegment memory, long at, long begin, long end) {
    memory.set(ValueLayout.JAVA_LONG, at + FIRST_FREE, NO_BLOCK);
    memory.set(ValueLayout.JAVA_LONG, at + TOP, SharedWords.toLines(begin));
    memory.set(ValueLayout.JAVA_LONG, at + END, end);
  }

  /** The offset of a free block of {@code bytes} bytes, content undefined, or NONE. */
  public long allocate(long bytes) {
    long size = blockBytes(bytes);
    if (size < bytes || !lock()) {
      return Transport.NONE;
    }
    try {
      long reused = takeFree(size);
      return reused != Transport.NONE ? reused : takeNew(size);
    } finally {
      unlock();
    }
  }

  /** Gives back a block of {@code bytes} bytes whose pages exist. */
  public void free(long block, long bytes) {
    if (!lock()) {
      return;
    }
    try {
      insert(block, blockBytes(bytes));
    } finally {
      unlock();
    }
  }

  /**
   * Gives back a block whose pages could not be made to exist, so that nothing may be written
   * there. If blocks beyond it were handed out meanwhile it stays unused: the file system is full
   * anyway.
   */
  public void abandon(long block, long bytes) {
    if (!lock()) {
      return;
    }
    try {
      if (word(TOP) == block + blockBytes(bytes)) {
        setWord(TOP, block);
      }
    } finally {
      unlock();
    }
  }

  private static long blockBytes(long bytes) {
    return Math.max(GRAIN_BYTES, SharedWords.toLines(bytes));
  }

  private long takeFree(long size) {
    long link = at + FIRST_FREE;
    for (long block = get(link); block != NO_BLOCK; link = block + NEXT, block = get(link)) {
      long free = get(block + SIZE);
      if (free < size) {
        continue;
      }
      long rest = free - size;
      if (rest == 0) {
        set(link, get(block + NEXT));
      } else {
        // The block's end is handed out, so the list stays as it is.
        set(block + SIZE, rest);
      }
      return block + rest;
    }
    return Transport.NONE;
  }

  private long takeNew(long size) {
    long top = word(TOP);
    if (word(END) - top < size) {
      return Transport.NONE;
    }
    setWord(TOP, top + size);
    return top;
  }

  private void insert(long block, long size) {
    long before = at + FIRST_FREE;
    while (get(before) != NO_BLOCK && get(before) < block) {
      before = get(before) + NEXT;
    }
    long after = get(before);
    long joined = size;
    if (after != NO_BLOCK && block + size == after) {
      joined += get(after + SIZE);
      after = get(after + NEXT);
    }
    if (before != at + FIRST_FREE && before + get(before + SIZE) == block) {
      set(before + NEXT, after);
      set(before + SIZE, get(before + SIZE) + joined);
      return;
    }
    set(block + NEXT, after);
    set(block + SIZE, joined);
    set(before, block);
  }

  private boolean lock() {
    // Acquire: we see what the last owner did to the list.
    if (SharedWords.INT.compareAndSet(memory, at, 0, 1)) {
      return true;
    }
    long start = System.nanoTime();
    while (System.nanoTime() - start < PATIENCE_NANOS) {
      Thread.onSpinWait();
      if (SharedWords.INT.compareAndSet(memory, at, 0, 1)) {
        return true;
      }
      pause();
    }
    return false;
  }

  @SuppressWarnings("ThreadPriorityCheck") // the owner may need this very core to go on
  private static void pause() {
    Thread.yield();
  }

  private void unlock() {
    // Release: the next owner sees the list as we leave it.
    SharedWords.INT.setRelease(memory, at, 0);
  }

  private long word(int offset) {
    return get(at + offset);
  }

  private void setWord(int offset, long value) {
    set(at + offset, value);
  }

  private long get(long offset) {
    return memory.get(ValueLayout.JAVA_LONG, offset);
  }

  private void set(long offset, long value) {
    memory.set(ValueLayout.JAVA_LONG, offset, value);
  }
}
