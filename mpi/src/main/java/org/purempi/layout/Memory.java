package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceMemory;
import org.purempi.os.fast.StreamingCopy;

/**
 * Copies between a buffer's memory (an array of primitives, a segment, a device's) and a segment.
 * The branch on the memory's class is the only one: behind it every loop and copy knows its array
 * type.
 */
final class Memory {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private Memory() {}

  /** Copies {@code bytes} bytes from {@code base} to {@code to}, which is other memory. */
  static void read(Object base, long at, MemorySegment to, long toOffset, long bytes) {
    if (base instanceof double[] a) {
      ArrayReader.read(a, at, to, toOffset, bytes);
    } else if (base instanceof byte[] a) {
      ArrayReader.read(a, at, to, toOffset, bytes);
    } else if (base instanceof MemorySegment s) {
      move(s, at, to, toOffset, bytes);
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
    } else if (base instanceof DeviceMemory d) {
      DeviceAccess.read(d, at, to, toOffset, bytes);
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

  /** Copies {@code bytes} bytes from {@code from}, which is other memory, to {@code base}. */
  static void write(Object base, long at, MemorySegment from, long fromOffset, long bytes) {
    if (base instanceof double[] a) {
      ArrayWriter.write(a, at, from, fromOffset, bytes);
    } else if (base instanceof byte[] a) {
      ArrayWriter.write(a, at, from, fromOffset, bytes);
    } else if (base instanceof MemorySegment s) {
      move(from, fromOffset, s, at, bytes);
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
    } else if (base instanceof DeviceMemory d) {
      DeviceAccess.write(d, at, from, fromOffset, bytes);
    } else {
      ArrayWriter.write((boolean[]) base, at, from, fromOffset, bytes);
    }
  }

  /** A lone number is moved by itself, as one of an array is: a bulk copy costs more. */
  private static void move(
      MemorySegment from, long at, MemorySegment to, long toOffset, long bytes) {
    if (bytes == Long.BYTES) {
      to.set(LONG, toOffset, from.get(LONG, at));
    } else if (bytes == Integer.BYTES) {
      to.set(INT, toOffset, from.get(INT, at));
    } else {
      MemorySegment.copy(from, at, to, toOffset, bytes);
    }
  }

  /** Copies {@code bytes} bytes between two memories of any kind. Overlap is allowed. */
  static void copy(Object from, long at, Object to, long toAt, long bytes) {
    if (from instanceof byte[] a && to instanceof byte[] b) {
      System.arraycopy(a, (int) at, b, (int) toAt, (int) bytes);
    } else if (from instanceof boolean[] a && to instanceof boolean[] b) {
      System.arraycopy(a, (int) at, b, (int) toAt, (int) bytes);
    } else if (from instanceof DeviceMemory a && to instanceof DeviceMemory b) {
      DeviceAccess.copy(a, at, b, toAt, bytes);
    } else {
      copyThroughViews(from, at, to, toAt, bytes);
    }
  }

  private static void copyThroughViews(Object from, long at, Object to, long toAt, long bytes) {
    MemorySegment origin = view(from);
    MemorySegment target = view(to);
    if (origin != null && target != null) {
      move(origin, at, target, toAt, bytes);
    } else if (target != null) {
      read(from, at, target, toAt, bytes);
    } else if (origin != null) {
      write(to, toAt, origin, at, bytes);
    } else {
      MemorySegment between = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
      read(from, at, between, 0, bytes); // truth values and a device's memory
      write(to, toAt, between, 0, bytes);
    }
  }

  /**
   * The memory as a segment; null for {@code boolean[]}, of which Java makes no view, and for a
   * device's memory, which the host cannot touch.
   */
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
