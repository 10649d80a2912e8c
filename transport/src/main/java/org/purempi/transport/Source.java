package org.purempi.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceMemory;

/** A resumable cursor over the bytes of a message to send. Not thread-safe. */
public interface Source {
  /** Bytes from the cursor to the end. */
  long remainingBytes();

  /**
   * Copies the next {@code bytes} bytes to {@code target} at {@code targetOffset} and moves the
   * cursor.
   */
  void read(MemorySegment target, long targetOffset, long bytes);

  /**
   * As {@link #read}, past this core's caches where that can be done: for memory that another core
   * will read next. The stores are done before any later store of the caller.
   *
   * @param targetOffset 64-byte aligned in memory
   * @return false if the data does not lie together, and nothing happened
   */
  default boolean stream(MemorySegment target, long targetOffset, long bytes) {
    return false;
  }

  /**
   * Copies the next {@code bytes} bytes straight to a sink's cursor and moves both, if this source
   * knows that kind of sink and a copy of both together is the fastest.
   *
   * @return false if not, and nothing happened
   */
  default boolean transferTo(Sink sink, long bytes) {
    return false;
  }

  /** Moves the cursor to {@code positionBytes} bytes from the beginning. */
  void position(long positionBytes);

  /**
   * The whole message (from its beginning, wherever the cursor is) if it lies contiguously in
   * memory, else null.
   */
  @Nullable MemorySegment contiguous();

  /** The whole message if it lies contiguously in a device's memory, else null. */
  default @Nullable DeviceMemory device() {
    return null;
  }
}
