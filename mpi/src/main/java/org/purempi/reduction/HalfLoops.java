package org.purempi.reduction;

import org.purempi.BasicDatatype;
import org.purempi.Op;

/** The loops over halves in {@code short[]}: as floats, of which the result is rounded. */
final class HalfLoops {
  private HalfLoops() {}

  static void apply(Op op, BasicDatatype type, short[] in, short[] inout, int from, int to) {
    Op.Predefined.Kind kind = Validity.kind(op);
    switch (kind) {
      case SUM -> sum(in, inout, from, to);
      case PROD -> prod(in, inout, from, to);
      case MAX -> max(in, inout, from, to);
      case MIN -> min(in, inout, from, to);
      default -> throw Validity.undefined(op, type);
    }
  }

  private static float real(short half) {
    return Float.float16ToFloat(half);
  }

  private static void sum(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Float.floatToFloat16(real(in[k]) + real(inout[k]));
    }
  }

  private static void prod(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Float.floatToFloat16(real(in[k]) * real(inout[k]));
    }
  }

  private static void max(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Float.floatToFloat16(Math.max(real(in[k]), real(inout[k])));
    }
  }

  private static void min(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Float.floatToFloat16(Math.min(real(in[k]), real(inout[k])));
    }
  }
}
