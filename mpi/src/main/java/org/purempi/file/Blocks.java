package org.purempi.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/** Native memory for what is on its way to or from a file; a few blocks are kept. Any thread. */
final class Blocks {
  private static final int MOST_KEPT = 4;
  private static final int PAGE_BYTES = 4096;

  private final Deque<MemorySegment> kept = new ArrayDeque<>();

  /** A block of at least so many bytes, with anything in it. */
  MemorySegment take(long bytes) {
    synchronized (this) {
      Optional<MemorySegment> smallest =
          kept.stream()
              .filter(block -> block.byteSize() >= bytes)
              .min(Comparator.comparingLong(MemorySegment::byteSize));
      if (smallest.isPresent()) {
        kept.remove(smallest.get());
        return smallest.get();
      }
      if (kept.size() == MOST_KEPT) {
        kept.removeFirst();
      }
    }
    return Arena.ofAuto().allocate(Math.max(bytes, PAGE_BYTES), PAGE_BYTES);
  }

  /** Gives one back. */
  synchronized void give(MemorySegment block) {
    if (kept.size() < MOST_KEPT) {
      kept.addLast(block);
    }
  }
}
