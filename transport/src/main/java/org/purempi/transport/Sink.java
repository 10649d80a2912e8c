package org.purempi.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceMemory;

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

  /**
   * Copies {@code bytes} bytes of a device's memory to the cursor and moves it, if this memory is
   * of such a device, too.
   *
   * @return false if not, and nothing happened
   */
  default boolean copyFrom(DeviceMemory from, long fromAt, long bytes) {
    return false;
  }

  /** What was written is in the memory after this line: writes to a device's may be under way. */
  default void flush() {}
}
