package org.purempi.abi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.BulkOperator;
import org.purempi.Op;

/**
 * Operations of the Standard on types that Java has no arithmetic for; C has it ({@code
 * kernels.c}).
 */
final class Kernels {
  /** The types, as {@code kernels.c} numbers them. */
  private static final Map<Integer, Integer> KINDS =
      Map.of(
          Constants.LONG_DOUBLE, 0,
          Constants.C_LONG_DOUBLE_COMPLEX, 1,
          Constants.CXX_LONG_DOUBLE_COMPLEX, 1,
          Constants.LONG_DOUBLE_INT, 2,
          Constants._2REAL, 3,
          Constants._2DOUBLE_PRECISION, 4,
          Constants.REAL16, 5,
          Constants.COMPLEX32, 6);

  /** The operations, as {@code kernels.c} numbers them. */
  private static final Map<Integer, Integer> OPERATIONS =
      Map.of(
          Constants.MAX, 0,
          Constants.MIN, 1,
          Constants.SUM, 2,
          Constants.PROD, 3,
          Constants.MAXLOC, 4,
          Constants.MINLOC, 5);

  private Kernels() {}

  /** The operation in C, or null if it is not defined on the type, or Java has it. */
  static @Nullable Op find(int operation, int type) {
    Integer kind = KINDS.get(type);
    Integer number = OPERATIONS.get(operation);
    if (kind == null || number == null || !Helpers.reduce(kind, number, 0, 0, 0)) {
      return null;
    }
    return Op.of(
        onNative(
            (in, inout, count) -> {
              boolean unused = Helpers.reduce(kind, number, in, inout, count);
            }));
  }

  /** What a function in C does with elements in native memory. */
  @FunctionalInterface
  interface OnAddresses {
    void apply(long in, long inout, long count);
  }

  /** Copies what lies in the heap, for C cannot reach it there. */
  static BulkOperator onNative(OnAddresses function) {
    return (in, inout, count, type) -> {
      long origin = type.originBytes(count);
      if (in.isNative() && inout.isNative()) {
        function.apply(in.address() + origin, inout.address() + origin, count);
        return;
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment a = in.isNative() ? in : arena.allocate(in.byteSize(), 16).copyFrom(in);
        MemorySegment b =
            inout.isNative() ? inout : arena.allocate(inout.byteSize(), 16).copyFrom(inout);
        function.apply(a.address() + origin, b.address() + origin, count);
        if (b != inout) {
          inout.copyFrom(b);
        }
      }
    };
  }
}
