package org.purempi.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Source and sink over a segment, for tests. A scattered one hides that it is contiguous. */
public final class Cursor implements Source, Sink {
  private final MemorySegment memory;
  private final boolean isScattered;
  private long position;

  private Cursor(MemorySegment memory, boolean isScattered) {
    this.memory = memory;
    this.isScattered = isScattered;
  }

  /** A cursor at the beginning of {@code memory}. */
  public static Cursor over(MemorySegment memory) {
    return new Cursor(memory, false);
  }

  /** A cursor at the beginning of {@code bytes}. */
  public static Cursor over(byte[] bytes) {
    return over(MemorySegment.ofArray(bytes));
  }

  /** A cursor that does not give its memory away. */
  public static Cursor scattered(MemorySegment memory) {
    return new Cursor(memory, true);
  }

  /** Bytes from the beginning to the cursor. */
  public long position() {
    return position;
  }

  @Override
  public long remainingBytes() {
    return memory.byteSize() - position;
  }

  @Override
  public void read(MemorySegment target, long targetOffset, long bytes) {
    MemorySegment.copy(memory, position, target, targetOffset, bytes);
    position += bytes;
  }

  @Override
  public void write(MemorySegment from, long fromOffset, long bytes) {
    MemorySegment.copy(from, fromOffset, memory, position, bytes);
    position += bytes;
  }

  @Override
  public void position(long positionBytes) {
    position = positionBytes;
  }

  @Override
  public @Nullable MemorySegment contiguous() {
    return isScattered ? null : memory;
  }
}
