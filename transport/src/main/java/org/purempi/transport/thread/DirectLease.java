package org.purempi.transport.thread;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.purempi.transport.Lease;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/** Copies from a source of another thread to a sink of this one. */
final class DirectLease implements Lease {
  /** The block through which two scattered buffers are joined: fits the first-level cache. */
  private static final int BLOCK_BYTES = 16 << 10;

  private static final long BLOCK_ALIGNMENT = 64;

  private final Source source;

  DirectLease(Source source) {
    this.source = source;
  }

  /**
   * One copy, unless both buffers are scattered and do not know each other, or in small pieces:
   * then through a block that stays in the cache.
   */
  @Override
  public boolean copyTo(Sink sink, long positionBytes, long bytes) {
    MemorySegment from = source.contiguous();
    if (from != null) {
      sink.write(from, positionBytes, bytes);
      return true;
    }
    source.position(positionBytes);
    MemorySegment to = sink.contiguous();
    if (to == null) {
      if (!source.transferTo(sink, bytes)) {
        copyScattered(sink, bytes);
      }
      return true;
    }
    long cursor = to.byteSize() - sink.remainingBytes();
    source.read(to, cursor, bytes);
    sink.position(cursor + bytes);
    return true;
  }

  private void copyScattered(Sink sink, long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment block = arena.allocate(Math.min(bytes, BLOCK_BYTES), BLOCK_ALIGNMENT);
      for (long left = bytes; left > 0; left -= Math.min(left, BLOCK_BYTES)) {
        long part = Math.min(left, BLOCK_BYTES);
        source.read(block, 0, part);
        sink.write(block, 0, part);
      }
    }
  }
}
