package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies from arrays of primitives to segments: one small method for each type, so that each is
 * compiled for its own array class.
 *
 * <p>One or two elements, the size of a lone number in a message, are moved by themselves: a bulk
 * copy costs more. A range that does not begin or end between elements goes through a view of the
 * array.
 */
final class ArrayReader {
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final VarHandle LONG_IN_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Up to so many elements are moved one by one. */
  private static final int FEW = 2;

  /** Up to so many bytes of a byte array are moved by eights and ones. */
  private static final int FEW_BYTES = 16;

  private ArrayReader() {}

  static void read(double[] a, long at, MemorySegment to, long toOffset, long bytes) {
    if (((at | bytes) & (Double.BYTES - 1)) != 0) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
      return;
    }
    int i = (int) (at / Double.BYTES);
    int n = (int) (bytes / Double.BYTES);
    if (n > FEW) {
      MemorySegment.copy(a, i, to, DOUBLE, toOffset, n);
    } else {
      for (int k = 0; k < n; k++) {
        to.set(LONG, toOffset + (long) k * Double.BYTES, Double.doubleToRawLongBits(a[i + k]));
      }
    }
  }

  static void read(float[] a, long at, MemorySegment to, long toOffset, long bytes) {
    if (((at | bytes) & (Float.BYTES - 1)) != 0) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
      return;
    }
    int i = (int) (at / Float.BYTES);
    int n = (int) (bytes / Float.BYTES);
    if (n > FEW) {
      MemorySegment.copy(a, i, to, FLOAT, toOffset, n);
    } else {
      for (int k = 0; k < n; k++) {
        to.set(INT, toOffset + (long) k * Float.BYTES, Float.floatToRawIntBits(a[i + k]));
      }
    }
  }

  static void read(long[] a, long at, MemorySegment to, long toOffset, long bytes) {
    if (((at | bytes) & (Long.BYTES - 1)) != 0) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
      return;
    }
    int i = (int) (at / Long.BYTES);
    int n = (int) (bytes / Long.BYTES);
    if (n > FEW) {
      MemorySegment.copy(a, i, to, LONG, toOffset, n);
    } else {
      for (int k = 0; k < n; k++) {
        to.set(LONG, toOffset + (long) k * Long.BYTES, a[i + k]);
      }
    }
  }

  static void read(int[] a, long at, MemorySegment to, long toOffset, long bytes) {
    if (((at | bytes) & (Integer.BYTES - 1)) != 0) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
      return;
    }
    int i = (int) (at / Integer.BYTES);
    int n = (int) (bytes / Integer.BYTES);
    if (n > FEW) {
      MemorySegment.copy(a, i, to, INT, toOffset, n);
    } else {
      for (int k = 0; k < n; k++) {
        to.set(INT, toOffset + (long) k * Integer.BYTES, a[i + k]);
      }
    }
  }

  static void read(short[] a, long at, MemorySegment to, long toOffset, long bytes) {
    if (((at | bytes) & (Short.BYTES - 1)) != 0) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
      return;
    }
    int i = (int) (at / Short.BYTES);
    int n = (int) (bytes / Short.BYTES);
    if (n > FEW) {
      MemorySegment.copy(a, i, to, SHORT, toOffset, n);
    } else {
      for (int k = 0; k < n; k++) {
        to.set(SHORT, toOffset + (long) k * Short.BYTES, a[i + k]);
      }
    }
  }

  static void read(char[] a, long at, MemorySegment to, long toOffset, long bytes) {
    if (((at | bytes) & (Character.BYTES - 1)) != 0) {
      MemorySegment.copy(MemorySegment.ofArray(a), at, to, toOffset, bytes);
      return;
    }
    int i = (int) (at / Character.BYTES);
    int n = (int) (bytes / Character.BYTES);
    if (n > FEW) {
      MemorySegment.copy(a, i, to, CHAR, toOffset, n);
    } else {
      for (int k = 0; k < n; k++) {
        to.set(CHAR, toOffset + (long) k * Character.BYTES, a[i + k]);
      }
    }
  }

  static void read(byte[] a, long at, MemorySegment to, long toOffset, long bytes) {
    int i = (int) at;
    int n = (int) bytes;
    if (n > FEW_BYTES) {
      MemorySegment.copy(a, i, to, BYTE, toOffset, n);
      return;
    }
    int k = 0;
    for (; k + Long.BYTES <= n; k += Long.BYTES) {
      to.set(LONG, toOffset + k, (long) LONG_IN_BYTES.get(a, i + k));
    }
    for (; k < n; k++) {
      to.set(BYTE, toOffset + k, a[i + k]);
    }
  }

  static void read(boolean[] a, long at, MemorySegment to, long toOffset, long bytes) {
    int i = (int) at;
    for (int k = 0; k < bytes; k++) {
      to.set(BYTE, toOffset + k, (byte) (a[i + k] ? 1 : 0));
    }
  }
}
