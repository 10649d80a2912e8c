package org.purempi.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Binding threads to processors. */
public final class Affinity {
  private static final int BITS = Long.SIZE;

  private Affinity() {}

  /**
   * Binds a thread, and what it starts from now on, to {@code processors} (numbers from 0); false
   * when that is not available, not permitted or there is no such processor.
   *
   * @param thread the kernel's number of the thread; a process's number means its first thread; 0
   *     is the calling (platform) thread
   */
  public static boolean bind(long thread, int... processors) {
    if (!Native.isAvailable() || processors.length == 0) {
      return false;
    }
    int highest = 0;
    for (int processor : processors) {
      highest = Math.max(highest, processor);
    }
    try (Arena arena = Arena.ofConfined()) {
      long bytes = (highest / BITS + 1L) * Long.BYTES;
      MemorySegment mask = arena.allocate(bytes, Long.BYTES);
      for (int processor : processors) {
        long at = processor / BITS;
        long word = mask.getAtIndex(ValueLayout.JAVA_LONG, at);
        mask.setAtIndex(ValueLayout.JAVA_LONG, at, word | 1L << processor % BITS);
      }
      return Syscall.call(Syscall.NUMBERS.setAffinity, thread, bytes, mask.address(), 0) >= 0;
    }
  }
}
