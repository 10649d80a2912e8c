package org.purempi.reduction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.purempi.Datatype;
import org.purempi.StructDatatype;

/**
 * MAXLOC and MINLOC on pairs of a value and an index (section 6.9.4), in arrays of bytes that hold
 * whole elements, gaps included.
 */
final class PairLoops {
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);
  private static final VarHandle FLOAT = view(float[].class);
  private static final VarHandle DOUBLE = view(double[].class);

  private PairLoops() {}

  private static VarHandle view(Class<?> arrayClass) {
    return MethodHandles.byteArrayViewVarHandle(arrayClass, ByteOrder.nativeOrder());
  }

  /** Whether a struct is a pair type that can be combined. */
  static boolean isPair(StructDatatype type) {
    return type == Datatype.FLOAT_INT
        || type == Datatype.DOUBLE_INT
        || type == Datatype.LONG_INT
        || type == Datatype.TWO_INT
        || type == Datatype.SHORT_INT;
  }

  /** Combines {@code n} pairs from the beginning of both arrays. */
  static void apply(StructDatatype type, boolean max, byte[] in, byte[] inout, int n) {
    int extent = (int) type.extent();
    int valueBytes = (int) type.blocks().get(0).type().size();
    int indexAt = (int) type.blocks().get(1).displacement();
    for (int at = 0; at < n * extent; at += extent) {
      int order = order(type, max, in, inout, at);
      int index = (int) INT.get(in, at + indexAt);
      if (order > 0 || (order == 0 && index < (int) INT.get(inout, at + indexAt))) {
        System.arraycopy(in, at, inout, at, valueBytes);
        INT.set(inout, at + indexAt, index);
      }
    }
  }

  /** Above 0 if the value in {@code a} wins, below 0 if that in {@code b} does, 0 if equal. */
  private static int order(StructDatatype type, boolean max, byte[] a, byte[] b, int at) {
    if (type == Datatype.DOUBLE_INT) {
      return order((double) DOUBLE.get(a, at), (double) DOUBLE.get(b, at), max);
    }
    if (type == Datatype.FLOAT_INT) {
      return order((float) FLOAT.get(a, at), (float) FLOAT.get(b, at), max);
    }
    if (type == Datatype.LONG_INT) {
      return order((long) LONG.get(a, at), (long) LONG.get(b, at), max);
    }
    if (type == Datatype.SHORT_INT) {
      return order((long) (short) SHORT.get(a, at), (short) SHORT.get(b, at), max);
    }
    return order((long) (int) INT.get(a, at), (int) INT.get(b, at), max);
  }

  private static int order(long a, long b, boolean max) {
    return max ? Long.compare(a, b) : Long.compare(b, a);
  }

  private static int order(double a, double b, boolean max) {
    if (a == b) {
      return 0;
    }
    if (Double.isNaN(a) || Double.isNaN(b)) {
      return Boolean.compare(Double.isNaN(a), Double.isNaN(b));
    }
    return (a > b) == max ? 1 : -1;
  }
}
