package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The primitive that a datatype's elements consist of: how they look as an array. */
enum Base {
  BYTE(Byte.BYTES),
  CHAR(Character.BYTES),
  SHORT(Short.BYTES),
  BOOLEAN(1),
  INT(Integer.BYTES),
  LONG(Long.BYTES),
  FLOAT(Float.BYTES),
  DOUBLE(Double.BYTES);

  final int bytes;

  Base(int bytes) {
    this.bytes = bytes;
  }

  /** A copy of memory as an array. */
  Object toArray(MemorySegment from) {
    int n = Math.toIntExact(from.byteSize() / bytes);
    switch (this) {
      case BOOLEAN -> {
        var a = new boolean[n];
        for (int i = 0; i < n; i++) {
          a[i] = from.get(ValueLayout.JAVA_BYTE, i) != 0;
        }
        return a;
      }
      default -> {
        Object a = newArray(n);
        MemorySegment.copy(from, layout(), 0, a, 0, n);
        return a;
      }
    }
  }

  /** Copies an array back to memory. */
  void toMemory(Object array, MemorySegment to) {
    int n = Math.toIntExact(to.byteSize() / bytes);
    if (array instanceof boolean[] a) {
      for (int i = 0; i < n; i++) {
        to.set(ValueLayout.JAVA_BYTE, i, (byte) (a[i] ? 1 : 0));
      }
    } else {
      MemorySegment.copy(array, 0, to, layout(), 0, n);
    }
  }

  /** The class of arrays of it. */
  Class<?> arrayClass() {
    return newArray(0).getClass();
  }

  private Object newArray(int n) {
    return switch (this) {
      case BYTE -> new byte[n];
      case CHAR -> new char[n];
      case SHORT -> new short[n];
      case BOOLEAN -> new boolean[n];
      case INT -> new int[n];
      case LONG -> new long[n];
      case FLOAT -> new float[n];
      case DOUBLE -> new double[n];
    };
  }

  private ValueLayout layout() {
    return switch (this) {
      case BYTE, BOOLEAN -> ValueLayout.JAVA_BYTE;
      case CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
      case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
      case INT -> ValueLayout.JAVA_INT_UNALIGNED;
      case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
      case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
      case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
    };
  }
}
