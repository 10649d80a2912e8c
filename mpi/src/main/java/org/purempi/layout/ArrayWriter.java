package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies from segments to arrays of primitives: one small method for each type, so that each is
 * compiled for its own array class.
 *
 * <p>One or two elements, the size of a lone number in a message, are moved by themselves: a bulk
 * copy costs more. A range that does not begin or end between elements goes through a view of the
 * array.
 */
final class ArrayWriter {
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

  private ArrayWriter() {}

  static void write(double[] a, long at, MemorySegment from, long fromOffset, long bytes) {
    if (((at | bytes) & (Double.BYTES - 1)) != 0) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
      return;
    }
    int i = (int) (at / Double.BYTES);
    int n = (int) (bytes / Double.BYTES);
    if (n > FEW) {
      MemorySegment.copy(from, DOUBLE, fromOffset, a, i, n);
    } else {
      for (int k = 0; k < n; k++) {
        a[i + k] = Double.longBitsToDouble(from.get(LONG, fromOffset + (long) k * Double.BYTES));
      }
    }
  }

  static void write(float[] a, long at, MemorySegment from, long fromOffset, long bytes) {
    if (((at | bytes) & (Float.BYTES - 1)) != 0) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
      return;
    }
    int i = (int) (at / Float.BYTES);
    int n = (int) (bytes / Float.BYTES);
    if (n > FEW) {
      MemorySegment.copy(from, FLOAT, fromOffset, a, i, n);
    } else {
      for (int k = 0; k < n; k++) {
        a[i + k] = Float.intBitsToFloat(from.get(INT, fromOffset + (long) k * Float.BYTES));
      }
    }
  }

  static void write(long[] a, long at, MemorySegment from, long fromOffset, long bytes) {
    if (((at | bytes) & (Long.BYTES - 1)) != 0) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
      return;
    }
    int i = (int) (at / Long.BYTES);
    int n = (int) (bytes / Long.BYTES);
    if (n > FEW) {
      MemorySegment.copy(from, LONG, fromOffset, a, i, n);
    } else {
      for (int k = 0; k < n; k++) {
        a[i + k] = from.get(LONG, fromOffset + (long) k * Long.BYTES);
      }
    }
  }

  static void write(int[] a, long at, MemorySegment from, long fromOffset, long bytes) {
    if (((at | bytes) & (Integer.BYTES - 1)) != 0) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
      return;
    }
    int i = (int) (at / Integer.BYTES);
    int n = (int) (bytes / Integer.BYTES);
    if (n > FEW) {
      MemorySegment.copy(from, INT, fromOffset, a, i, n);
    } else {
      for (int k = 0; k < n; k++) {
        a[i + k] = from.get(INT, fromOffset + (long) k * Integer.BYTES);
      }
    }
  }

  static void write(short[] a, long at, MemorySegment from, long fromOffset, long bytes) {
    if (((at | bytes) & (Short.BYTES - 1)) != 0) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
      return;
    }
    int i = (int) (at / Short.BYTES);
    int n = (int) (bytes / Short.BYTES);
    if (n > FEW) {
      MemorySegment.copy(from, SHORT, fromOffset, a, i, n);
    } else {
      for (int k = 0; k < n; k++) {
        a[i + k] = from.get(SHORT, fromOffset + (long) k * Short.BYTES);
      }
    }
  }

  static void write(char[] a, long at, MemorySegment from, long fromOffset, long bytes) {
    if (((at | bytes) & (Character.BYTES - 1)) != 0) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(a), at, bytes);
      return;
    }
    int i = (int) (at / Character.BYTES);
    int n = (int) (bytes / Character.BYTES);
    if (n > FEW) {
      MemorySegment.copy(from, CHAR, fromOffset, a, i, n);
    } else {
      for (int k = 0; k < n; k++) {
        a[i + k] = from.get(CHAR, fromOffset + (long) k * Character.BYTES);
      }
    }
  }

  static void write(byte[] a, long at, MemorySegment from, long fromOffset, long bytes) {
    int i = (int) at;
    int n = (int) bytes;
    if (n > FEW_BYTES) {
      MemorySegment.copy(from, BYTE, fromOffset, a, i, n);
      return;
    }
    int k = 0;
    for (; k + Long.BYTES <= n; k += Long.BYTES) {
      LONG_IN_BYTES.set(a, i + k, from.get(LONG, fromOffset + k));
    }
    for (; k < n; k++) {
      a[i + k] = from.get(BYTE, fromOffset + k);
    }
  }

  static void write(boolean[] a, long at, MemorySegment from, long fromOffset, long bytes) {
    int i = (int) at;
    for (int k = 0; k < bytes; k++) {
      a[i + k] = from.get(BYTE, fromOffset + k) != 0;
    }
  }
}
