package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.os.StreamingCopy;

/**
 * Copies between a buffer's memory, an array of primitives or a segment, and a segment. The branch
 * on the memory's class is the only one: behind it every loop and copy knows its array type.
 */
final class Memory {
  private Memory() {}

  /** Copies {@code bytes} bytes from {@code base} to {@code to}. Overlap is allowed. */
  static void read(Object base, long at, MemorySegment to, long toOffset, long bytes) {
    if (base instanceof double[] a) {
      ArrayReader.read(a, at, to, toOffset, bytes);
    } else if (base instanceof byte[] a) {
      ArrayReader.read(a, at, to, toOffset, bytes);
    } else if (base instanceof MemorySegment s) {
      MemorySegment.copy(s, at, to, toOffset, bytes);
    } else if (base instanceof int[] a) {
      ArrayReader.read(a, at, to, toOffset, bytes);
    } else if (base instanceof float[] a) {
      ArrayReader.read(a, at, to, toOffset, bytes);
    } else if (base instanceof long[] a) {
      ArrayReader.read(a, at, to, toOffset, bytes);
    } else if (base instanceof short[] a) {
      ArrayReader.read(a, at, to, toOffset, bytes);
    } else if (base instanceof char[] a) {
      ArrayReader.read(a, at, to, toOffset, bytes);
    } else {
      ArrayReader.read((boolean[]) base, at, to, toOffset, bytes);
    }
  }

  /** As {@link #read}, past the caches if that is possible now. */
  static void stream(Object base, long at, MemorySegment to, long toOffset, long bytes) {
    if (!StreamingCopy.isReady()) {
      read(base, at, to, toOffset, bytes);
    } else if (base instanceof double[] a) {
      StreamingCopy.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
    } else if (base instanceof byte[] a) {
      StreamingCopy.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
    } else {
      MemorySegment view = view(base);
      if (view == null) {
        read(base, at, to, toOffset, bytes);
      } else {
        StreamingCopy.copy(view, at, to, toOffset, bytes);
      }
    }
  }

  /** Copies {@code bytes} bytes from {@code from} to {@code base}. Overlap is allowed. */
  static void write(Object base, long at, MemorySegment from, long fromOffset, long bytes) {
    if (base instanceof double[] a) {
      ArrayWriter.write(a, at, from, fromOffset, bytes);
    } else if (base instanceof byte[] a) {
      ArrayWriter.write(a, at, from, fromOffset, bytes);
    } else if (base instanceof MemorySegment s) {
      MemorySegment.copy(from, fromOffset, s, at, bytes);
    } else if (base instanceof int[] a) {
      ArrayWriter.write(a, at, from, fromOffset, bytes);
    } else if (base instanceof float[] a) {
      ArrayWriter.write(a, at, from, fromOffset, bytes);
    } else if (base instanceof long[] a) {
      ArrayWriter.write(a, at, from, fromOffset, bytes);
    } else if (base instanceof short[] a) {
      ArrayWriter.write(a, at, from, fromOffset, bytes);
    } else if (base instanceof char[] a) {
      ArrayWriter.write(a, at, from, fromOffset, bytes);
    } else {
      ArrayWriter.write((boolean[]) base, at, from, fromOffset, bytes);
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
}
