package org.purempi.reduction;

import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Op;
import org.purempi.os.fast.VectorSum;

/** The primitive whose array a basic type is combined in. */
enum Unit {
  DOUBLE(0, double[].class, Double.BYTES, VectorSum.Numbers.DOUBLES),
  FLOAT(1, float[].class, Float.BYTES, VectorSum.Numbers.FLOATS),
  LONG(2, long[].class, Long.BYTES, VectorSum.Numbers.LONGS),
  INT(3, int[].class, Integer.BYTES, VectorSum.Numbers.INTS),
  SHORT(4, short[].class, Short.BYTES, VectorSum.Numbers.SHORTS),
  BYTE(5, byte[].class, Byte.BYTES, VectorSum.Numbers.BYTES),
  HALF(6, short[].class, Short.BYTES, null);

  /**
   * From so many elements on the loops are worth a call. C2 unrolls and vectorises a loop only if
   * its profile says that it turns often: thousands of reductions of one element would make it give
   * that up for the long ones too. So the few never enter these loops.
   */
  static final int MANY = 32;

  /** This unit's place in a thread's table of blocks. */
  final int slot;

  private final Class<?> arrayClass;
  final int bytes;

  /** The same for sums of memory of any kind; null if there are none. */
  final VectorSum.@Nullable Numbers numbers;

  Unit(int slot, Class<?> arrayClass, int bytes, VectorSum.@Nullable Numbers numbers) {
    this.slot = slot;
    this.arrayClass = arrayClass;
    this.bytes = bytes;
    this.numbers = numbers;
  }

  /** The unit of a type that has operations. */
  static Unit of(BasicDatatype type) {
    int width = type.width();
    return switch (type.kind()) {
      case FLOAT -> width == Double.BYTES ? DOUBLE : width == Float.BYTES ? FLOAT : HALF;
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
      case SHORT, HALF -> new short[length];
      case BYTE -> new byte[length];
    };
  }

  /** Combines units {@code from} … {@code to} − 1; both arrays are of this unit's class. */
  void apply(Op op, BasicDatatype type, Object in, Object inout, int from, int to) {
    switch (this) {
      case DOUBLE -> DoubleLoops.apply(op, type, (double[]) in, (double[]) inout, from, to);
      case FLOAT -> FloatLoops.apply(op, type, (float[]) in, (float[]) inout, from, to);
      case LONG -> LongLoops.apply(op, type, (long[]) in, (long[]) inout, from, to);
      case INT -> IntLoops.apply(op, type, (int[]) in, (int[]) inout, from, to);
      case SHORT -> ShortLoops.apply(op, type, (short[]) in, (short[]) inout, from, to);
      case BYTE -> ByteLoops.apply(op, type, (byte[]) in, (byte[]) inout, from, to);
      case HALF -> HalfLoops.apply(op, type, (short[]) in, (short[]) inout, from, to);
    }
  }
}
