package org.purempi.checkpoint;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Memory outside the heap for images. One stretch that is not used any more is kept for the next
 * image: memory that is new costs several times as much as to copy a rank's data into it. Any
 * thread.
 */
final class ImageMemory implements AutoCloseable {
  private static final int ALIGNMENT = Long.BYTES;

  /** A stretch so many times as long as what is asked for is not worth keeping. */
  private static final int TOO_LONG = 2;

  private @Nullable Stretch free;
  private boolean isClosed;

  /** Memory, and what closes it. */
  record Stretch(Arena arena, MemorySegment segment) {}

  /**
   * Memory of {@code bytes} or somewhat more.
   *
   * @throws OutOfMemoryError if there is none
   */
  Stretch take(long bytes) {
    Stretch kept = taken();
    if (kept != null) {
      long its = kept.segment.byteSize();
      if (its >= bytes && its / TOO_LONG <= bytes) {
        return kept;
      }
      kept.arena.close();
    }
    Arena arena = Arena.ofShared();
    try {
      return new Stretch(arena, arena.allocate(bytes, ALIGNMENT));
    } catch (OutOfMemoryError e) {
      arena.close();
      throw e;
    }
  }

  private synchronized @Nullable Stretch taken() {
    Stretch kept = free;
    free = null;
    return kept;
  }

  /** Nobody uses it any more. */
  void giveBack(Stretch stretch) {
    if (!isKept(stretch)) {
      stretch.arena.close();
    }
  }

  private synchronized boolean isKept(Stretch stretch) {
    if (isClosed || free != null) {
      return false;
    }
    free = stretch;
    return true;
  }

  /** What is given back from now on is not kept. */
  @Override
  public void close() {
    Stretch kept;
    synchronized (this) {
      isClosed = true;
      kept = taken();
    }
    if (kept != null) {
      kept.arena.close();
    }
  }
}
