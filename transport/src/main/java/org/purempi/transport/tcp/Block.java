package org.purempi.transport.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Off-heap memory, seen by channels as a buffer and by cursors as a segment. */
final class Block {
  final ByteBuffer bytes;
  final MemorySegment memory;

  Block(int capacity) {
    this.bytes = ByteBuffer.allocateDirect(capacity);
    this.memory = MemorySegment.ofBuffer(bytes);
  }

  int capacity() {
    return bytes.capacity();
  }

  /** The buffer from {@code begin} to {@code end}. */
  ByteBuffer part(int begin, int end) {
    return bytes.limit(end).position(begin);
  }
}
