package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/** The bytes of a range of memory without gaps. Reusable: {@link #reset} allocates nothing. */
public final class ContiguousCursor implements Source, Sink {
  private Object base;
  private long at;
  private long end;
  private long begin;

  /** What {@link #contiguous} gave, until the range changes: programs send from where they sent. */
  private @Nullable MemorySegment view;

  /** A cursor over nothing. */
  public ContiguousCursor() {
    base = Layout.NOTHING;
  }

  /**
   * Starts at the beginning of a range of {@code bytes} bytes, {@code offsetBytes} bytes from the
   * start of the memory, which is an array of primitives or a segment.
   */
  public ContiguousCursor reset(Object base, long offsetBytes, long bytes) {
    long endBytes = offsetBytes + bytes;
    if (view != null && (base != this.base || offsetBytes != begin || endBytes != end)) {
      view = null;
    }
    this.base = base;
    this.begin = offsetBytes;
    this.at = offsetBytes;
    this.end = endBytes;
    return this;
  }

  /** Lets go of the memory, so that a cursor that is kept keeps no buffer alive. */
  public void clear() {
    reset(Layout.NOTHING, 0, 0);
  }

  @Override
  public long remainingBytes() {
    return end - at;
  }

  @Override
  public void read(MemorySegment target, long targetOffset, long bytes) {
    checkRemaining(bytes);
    Memory.read(base, at, target, targetOffset, bytes);
    at += bytes;
  }

  @Override
  public boolean stream(MemorySegment target, long targetOffset, long bytes) {
    checkRemaining(bytes);
    Memory.stream(base, at, target, targetOffset, bytes);
    at += bytes;
    return true;
  }

  @Override
  public void write(MemorySegment from, long fromOffset, long bytes) {
    checkRemaining(bytes);
    Memory.write(base, at, from, fromOffset, bytes);
    at += bytes;
  }

  @Override
  public void position(long positionBytes) {
    Objects.checkFromToIndex(positionBytes, end - begin, end - begin);
    at = begin + positionBytes;
  }

  @Override
  public @Nullable MemorySegment contiguous() {
    if (view == null) {
      MemorySegment whole = Memory.view(base);
      view = whole == null ? null : whole.asSlice(begin, end - begin);
    }
    return view;
  }

  private void checkRemaining(long bytes) {
    if (bytes < 0 || bytes > end - at) {
      throw new IndexOutOfBoundsException(bytes + " bytes of " + (end - at) + " that are left");
    }
  }
}
