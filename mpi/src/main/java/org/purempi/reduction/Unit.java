package org.purempi.reduction;

import java.lang.foreign.MemorySegment;
import org.purempi.BasicDatatype;
import org.purempi.Op;

/** The primitive whose array a basic type is combined in. */
enum Unit {
  DOUBLE(double[].class, Double.BYTES),
  FLOAT(float[].class, Float.BYTES),
  LONG(long[].class, Long.BYTES),
  INT(int[].class, Integer.BYTES),
  SHORT(short[].class, Short.BYTES),
  BYTE(byte[].class, Byte.BYTES);

  private final Class<?> arrayClass;
  final int bytes;

  Unit(Class<?> arrayClass, int bytes) {
    this.arrayClass = arrayClass;
    this.bytes = bytes;
  }

  /** The unit of a type that has operations. */
  static Unit of(BasicDatatype type) {
    int width = type.width();
    return switch (type.kind()) {
      case FLOAT -> width == Double.BYTES ? DOUBLE : FLOAT;
      case COMPLEX -> width == 2 * Double.BYTES ? DOUBLE : FLOAT;
      default ->
          switch (width) {
            case Long.BYTES -> LONG;
            case Integer.BYTES -> INT;
            case Short.BYTES -> SHORT;
            default -> BYTE;
          };
    };
  }

  /** Whether memory from a byte on can be given to the loops as it is. */
  boolean fits(Object base, long offsetBytes) {
    return base.getClass() == arrayClass && (offsetBytes & (bytes - 1)) == 0;
  }

  Object newArray(int length) {
    return switch (this) {
      case DOUBLE -> new double[length];
      case FLOAT -> new float[length];
      case LONG -> new long[length];
      case INT -> new int[length];
      case SHORT -> new short[length];
      case BYTE -> new byte[length];
    };
  }

  static MemorySegment view(Object array) {
    if (array instanceof double[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof float[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof long[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof int[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof short[] a) {
      return MemorySegment.ofArray(a);
    }
    return MemorySegment.ofArray((byte[]) array);
  }

  /** Combines {@code n} units; both arrays are of this unit's class. */
  void apply(Op op, BasicDatatype type, Object in, int i, Object inout, int j, int n) {
    switch (this) {
      case DOUBLE -> DoubleLoops.apply(op, type, (double[]) in, i, (double[]) inout, j, n);
      case FLOAT -> FloatLoops.apply(op, type, (float[]) in, i, (float[]) inout, j, n);
      case LONG -> LongLoops.apply(op, type, (long[]) in, i, (long[]) inout, j, n);
      case INT -> IntLoops.apply(op, type, (int[]) in, i, (int[]) inout, j, n);
      case SHORT -> ShortLoops.apply(op, type, (short[]) in, i, (short[]) inout, j, n);
      case BYTE -> ByteLoops.apply(op, type, (byte[]) in, i, (byte[]) inout, j, n);
    }
  }
}
