package org.purempi.benchmarks.stress;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Source;

/** A payload of one word again and again; and what a receiver makes of such a payload. */
final class Words implements Source {
  /** The words of a payload differ from each other: it was not seen whole. */
  static final long TORN = -1;

  private final long word;

  Words(long word) {
    this.word = word;
  }

  /** The word that a payload consists of, or {@link #TORN}. */
  static long in(MemorySegment memory, long offset, int bytes) {
    long first = memory.get(ValueLayout.JAVA_LONG, offset);
    for (long at = offset; at < offset + bytes; at += Long.BYTES) {
      if (memory.get(ValueLayout.JAVA_LONG, at) != first) {
        return TORN;
      }
    }
    return first;
  }

  @Override
  public long remainingBytes() {
    return Long.MAX_VALUE;
  }

  @Override
  public void read(MemorySegment target, long targetOffset, long bytes) {
    for (long at = targetOffset; at < targetOffset + bytes; at += Long.BYTES) {
      target.set(ValueLayout.JAVA_LONG, at, word);
    }
  }

  @Override
  public void position(long positionBytes) {
    // Every position looks the same.
  }

  @Override
  public @Nullable MemorySegment contiguous() {
    return null;
  }
}
