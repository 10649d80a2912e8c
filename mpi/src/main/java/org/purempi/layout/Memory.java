package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Copies between a buffer's memory, an array of primitives or a segment, and a segment.
 *
 * <p>Each kind of array has its own branch: the view made there has an exact class, is inlined and
 * never allocated, and a copy costs the same few nanoseconds whatever other memory the program
 * uses. (The array forms of {@code MemorySegment.copy} cost three times as much once the JVM has
 * seen several kinds of segments.)
 */
final class Memory {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private Memory() {}

  /** Copies {@code bytes} bytes from {@code base} to {@code to}. Overlap is allowed. */
  static void read(Object base, long at, MemorySegment to, long toOffset, long bytes) {
    if (base instanceof double[] a) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
    } else if (base instanceof byte[] a) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
    } else if (base instanceof MemorySegment s) {
      MemorySegment.copy(s, at, to, toOffset, bytes);
    } else if (base instanceof int[] a) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
    } else if (base instanceof float[] a) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
    } else if (base instanceof long[] a) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
    } else if (base instanceof short[] a) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
    } else if (base instanceof char[] a) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
    } else {
      readBooleans((boolean[]) base, at, to, toOffset, bytes);
    }
  }

  /** Copies {@code bytes} bytes from {@code from} to {@code base}. Overlap is allowed. */
  static void write(Object base, long at, MemorySegment from, long fromOffset, long bytes) {
    if (base instanceof double[] a) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
    } else if (base instanceof byte[] a) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
    } else if (base instanceof MemorySegment s) {
      MemorySegment.copy(from, fromOffset, s, at, bytes);
    } else if (base instanceof int[] a) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
    } else if (base instanceof float[] a) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
    } else if (base instanceof long[] a) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
    } else if (base instanceof short[] a) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
    } else if (base instanceof char[] a) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
    } else {
      writeBooleans((boolean[]) base, at, from, fromOffset, bytes);
    }
  }

  /** The memory as a segment; null for {@code boolean[]}, of which Java makes no view. */
  static @Nullable MemorySegment view(Object base) {
    if (base instanceof MemorySegment s) {
      return s;
    }
    if (base instanceof double[] a) {
      return MemorySegment.ofArray(a);
    }
    if (base instanceof byte[] a) {
      return MemorySegment.ofArray(a);
    }
    if (base instanceof int[] a) {
      return MemorySegment.ofArray(a);
    }
    if (base instanceof float[] a) {
      return MemorySegment.ofArray(a);
    }
    if (base instanceof long[] a) {
      return MemorySegment.ofArray(a);
    }
    if (base instanceof short[] a) {
      return MemorySegment.ofArray(a);
    }
    if (base instanceof char[] a) {
      return MemorySegment.ofArray(a);
    }
    return null;
  }

  private static void readBooleans(
      boolean[] a, long at, MemorySegment to, long toOffset, long bytes) {
    int first = Math.toIntExact(at);
    for (int i = 0; i < bytes; i++) {
      to.set(BYTE, toOffset + i, (byte) (a[first + i] ? 1 : 0));
    }
  }

  private static void writeBooleans(
      boolean[] a, long at, MemorySegment from, long fromOffset, long bytes) {
    int first = Math.toIntExact(at);
    for (int i = 0; i < bytes; i++) {
      a[first + i] = from.get(BYTE, fromOffset + i) != 0;
    }
  }
}
