package org.purempi.reduction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.purempi.BasicDatatype;
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
    return switch (type.envelope().combiner()) {
      case NAMED -> !type.equals(Datatype.LONG_DOUBLE_INT);
      case VALUE_INDEX -> true;
      default -> false;
    };
  }

  /** Combines {@code n} pairs from the beginning of both arrays. */
  static void apply(StructDatatype type, boolean max, byte[] in, byte[] inout, int n) {
    int extent = (int) type.extent();
    BasicDatatype value = (BasicDatatype) type.blocks().get(0).type();
    BasicDatatype index = (BasicDatatype) type.blocks().get(1).type();
    int indexAt = (int) type.blocks().get(1).displacement();
    for (int at = 0; at < n * extent; at += extent) {
      int order = order(value, max, in, inout, at);
      if (order == 0) {
        order = Long.compare(integer(index, inout, at + indexAt), integer(index, in, at + indexAt));
      }
      if (order > 0) {
        System.arraycopy(in, at, inout, at, value.width());
        System.arraycopy(in, at + indexAt, inout, at + indexAt, index.width());
      }
    }
  }

  /** Above 0 if the value in {@code a} wins, below 0 if that in {@code b} does, 0 if equal. */
  private static int order(BasicDatatype type, boolean max, byte[] a, byte[] b, int at) {
    if (type.kind() == BasicDatatype.Kind.FLOAT) {
      return type.width() == Double.BYTES
          ? order((double) DOUBLE.get(a, at), (double) DOUBLE.get(b, at), max)
          : order((float) FLOAT.get(a, at), (float) FLOAT.get(b, at), max);
    }
    long flip = type.kind() == BasicDatatype.Kind.UNSIGNED ? Long.MIN_VALUE : 0;
    return order(integer(type, a, at) ^ flip, integer(type, b, at) ^ flip, max);
  }

  /** An integer, the sign kept: unsigned ones compare right once their sign is flipped. */
  private static long integer(BasicDatatype type, byte[] a, int at) {
    return switch (type.width()) {
      case Byte.BYTES -> a[at];
      case Short.BYTES -> (short) SHORT.get(a, at);
      case Integer.BYTES -> (int) INT.get(a, at);
      default -> (long) LONG.get(a, at);
    };
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
