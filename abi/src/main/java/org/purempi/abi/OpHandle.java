package org.purempi.abi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Op;

/** An operation of the program: the Standard's, or a function in C. */
final class OpHandle {
  private final int given;
  private final @Nullable Op predefined;
  private final long function;
  private final boolean isLarge;
  final boolean isCommutative;

  private OpHandle(int given, Op predefined) {
    this.given = given;
    this.predefined = predefined;
    this.function = 0;
    this.isLarge = false;
    this.isCommutative = predefined.commutative();
  }

  /**
   * A function of the program.
   *
   * @param isLarge whether it takes a {@code MPI_Count *}
   */
  OpHandle(long function, boolean isCommutative, boolean isLarge) {
    if (function == 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "the function is NULL");
    }
    this.given = 0;
    this.predefined = null;
    this.function = function;
    this.isLarge = isLarge;
    this.isCommutative = isCommutative;
  }

  static void give(Handles<OpHandle> ops) {
    give(ops, Constants.MAX, Op.MAX);
    give(ops, Constants.MIN, Op.MIN);
    give(ops, Constants.SUM, Op.SUM);
    give(ops, Constants.PROD, Op.PROD);
    give(ops, Constants.LAND, Op.LAND);
    give(ops, Constants.BAND, Op.BAND);
    give(ops, Constants.LOR, Op.LOR);
    give(ops, Constants.BOR, Op.BOR);
    give(ops, Constants.LXOR, Op.LXOR);
    give(ops, Constants.BXOR, Op.BXOR);
    give(ops, Constants.MAXLOC, Op.MAXLOC);
    give(ops, Constants.MINLOC, Op.MINLOC);
    give(ops, Constants.REPLACE, Op.REPLACE);
    give(ops, Constants.NO_OP, Op.NO_OP);
  }

  private static void give(Handles<OpHandle> ops, int handle, Op op) {
    ops.give(handle, new OpHandle(handle, op));
  }

  boolean isGiven() {
    return given != 0;
  }

  /** The operation as the library takes it, on elements of this type of the program. */
  static Op of(long op, long type) {
    OpHandle o = Table.OPS.get(op);
    Op known = o.predefined;
    if (known == null) {
      return o.calling(type);
    }
    Op inC = Kernels.find(o.given, Table.type(type).given);
    return inC == null ? known : inC;
  }

  /** Calls the program's function, which is told the handle that the program has used. */
  private Op calling(long type) {
    long extent = Table.type(type).type.extent();
    Op op = Op.of(Kernels.onNative((in, inout, count) -> call(in, inout, count, type, extent)));
    return isCommutative ? op : op.nonCommutative();
  }

  /** As often as it takes, if the function is told an int. */
  private void call(long in, long inout, long count, long type, long extent) {
    long most = isLarge ? Long.MAX_VALUE : Integer.MAX_VALUE;
    for (long done = 0; done < count; done += Math.min(most, count - done)) {
      call(in + done * extent, inout + done * extent, Math.min(most, count - done), type);
    }
  }

  private void call(long in, long inout, long count, long type) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocate(Long.BYTES);
      MemorySegment handle = arena.allocate(Long.BYTES);
      Native.putLong(handle.address(), type);
      if (isLarge) {
        Native.putLong(length.address(), count);
      } else {
        Native.putInt(length.address(), (int) count);
      }
      Helpers.call("vllll")
          .invokeExact(Helpers.function(function), in, inout, length.address(), handle.address());
    } catch (Throwable e) {
      throw Helpers.unexpected(e);
    }
  }
}
