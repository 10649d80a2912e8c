package org.purempi.reduction;

import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.layout.Layout;

/** Combines elements in a device's memory: there if it can do that, else on the host. */
final class DeviceReduction {
  private DeviceReduction() {}

  /** {@code inout[i] = in[i] op inout[i]}, where at least one of them is a device's. */
  static void apply(Op op, Buf in, Buf inout) {
    if (!isDoneThere(op, in, inout)) {
      Buf operand = Reductions.viewable(in);
      Buf result = Reductions.viewable(inout);
      Reductions.apply(op, operand, result);
      if (result != inout) {
        Layout.copy(result, inout);
      }
    }
  }

  private static boolean isDoneThere(Op op, Buf in, Buf inout) {
    DeviceOperator operator = operator(op);
    DeviceNumber number = number(inout.datatype(), op);
    if (operator == null
        || number == null
        || !(inout.base() instanceof DeviceMemory to)
        || !to.device().reduces(operator, number)
        || !isAligned(in, number)
        || !isAligned(inout, number)) {
      return false;
    }
    if (in.base() instanceof DeviceMemory from && from.device() == to.device()) {
      reduce(operator, number, from, in.offsetBytes(), to, inout);
      return true;
    }
    DeviceMemory brought;
    try {
      brought = to.device().allocate(in.bytes());
    } catch (DeviceException e) {
      return false; // it is full
    }
    try (brought) {
      Layout.copy(in, Buf.of(brought, in.count(), in.datatype()));
      reduce(operator, number, brought, 0, to, inout);
    }
    return true;
  }

  /** Devices load numbers from multiples of their width only. */
  private static boolean isAligned(Buf buf, DeviceNumber number) {
    long at = buf.base() instanceof DeviceMemory m ? m.address() + buf.offsetBytes() : 0;
    return at % number.bytes() == 0;
  }

  private static void reduce(
      DeviceOperator operator,
      DeviceNumber number,
      DeviceMemory from,
      long at,
      DeviceMemory to,
      Buf inout) {
    Layout.onDevice(
        () ->
            to.device()
                .immediate()
                .reduce(operator, number, from, at, to, inout.offsetBytes(), inout.count()));
  }

  private static @Nullable DeviceOperator operator(Op op) {
    if (!(op instanceof Op.Predefined predefined)) {
      return null;
    }
    return switch (predefined.kind()) {
      case SUM -> DeviceOperator.SUM;
      case PROD -> DeviceOperator.PROD;
      case MIN -> DeviceOperator.MIN;
      case MAX -> DeviceOperator.MAX;
      default -> null;
    };
  }

  /** The numbers of a type as a device knows them; null if it does not. */
  private static @Nullable DeviceNumber number(Datatype type, Op op) {
    if (!(type instanceof BasicDatatype basic)) {
      return null;
    }
    return switch (basic.kind()) {
      case SIGNED -> integer(basic.width());
      case UNSIGNED -> op == Op.SUM || op == Op.PROD ? integer(basic.width()) : null;
      case FLOAT -> real(basic.width());
      default -> null;
    };
  }

  private static @Nullable DeviceNumber integer(int width) {
    return switch (width) {
      case Integer.BYTES -> DeviceNumber.INT32;
      case Long.BYTES -> DeviceNumber.INT64;
      default -> null;
    };
  }

  private static @Nullable DeviceNumber real(int width) {
    return switch (width) {
      case Short.BYTES -> DeviceNumber.FLOAT16;
      case Float.BYTES -> DeviceNumber.FLOAT32;
      case Double.BYTES -> DeviceNumber.FLOAT64;
      default -> null;
    };
  }
}
