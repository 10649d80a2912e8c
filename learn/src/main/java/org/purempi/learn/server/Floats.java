package org.purempi.learn.server;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;
import org.purempi.Buf;
import org.purempi.Datatype;

/** Arithmetic on memory of float32. */
final class Floats {
  private Floats() {}

  /** {@code a ← a + b}. */
  static void add(MemorySegment a, MemorySegment b) {
    int n = Math.toIntExact(a.byteSize() / Float.BYTES);
    for (int i = 0; i < n; i++) {
      a.setAtIndex(JAVA_FLOAT, i, a.getAtIndex(JAVA_FLOAT, i) + b.getAtIndex(JAVA_FLOAT, i));
    }
  }

  /** {@code a ← factor · a}. */
  static void scale(MemorySegment a, float factor) {
    long n = a.byteSize() / Float.BYTES;
    for (long i = 0; i < n; i++) {
      a.setAtIndex(JAVA_FLOAT, i, factor * a.getAtIndex(JAVA_FLOAT, i));
    }
  }

  /** The memory as the buffer of a message. */
  static Buf buf(MemorySegment memory) {
    return Buf.of(memory, memory.byteSize() / Float.BYTES, Datatype.FLOAT);
  }
}
