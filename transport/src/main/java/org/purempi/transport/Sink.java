package org.purempi.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A resumable cursor over the memory that a message is received into. Not thread-safe. */
public interface Sink {
  /** Bytes from the cursor to the end. */
  long remainingBytes();

  /**
   * Copies {@code bytes} bytes from {@code from} at {@code fromOffset} to the cursor and moves it.
   */
  void write(MemorySegment from, long fromOffset, long bytes);

  /** Moves the cursor to {@code positionBytes} bytes from the beginning. */
  void position(long positionBytes);

  /**
   * The whole target (from its beginning, wherever the cursor is) if it lies contiguously in
   * memory, else null.
   */
  @Nullable MemorySegment contiguous();
}
