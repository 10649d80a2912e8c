package org.purempi.reduction;

import org.purempi.BasicDatatype;
import org.purempi.Op;

/**
 * The loops over {@code short[]}. Here max, min and the logical operations are not vectorised by
 * C2.
 */
final class ShortLoops {
  private static final int UNSIGNED = (1 << Short.SIZE) - 1;

  private ShortLoops() {}

  static void apply(Op op, BasicDatatype type, short[] in, short[] inout, int from, int to) {
    boolean unsigned = type.kind() == BasicDatatype.Kind.UNSIGNED;
    Op.Predefined.Kind kind = Validity.kind(op);
    if (to - from < Unit.MANY) {
      for (int k = from; k < to; k++) {
        inout[k] = one(kind, type, in[k], inout[k]);
      }
      return;
    }
    switch (kind) {
      case SUM -> sum(in, inout, from, to);
      case PROD -> prod(in, inout, from, to);
      case MAX -> {
        if (unsigned) {
          unsignedMax(in, inout, from, to);
        } else {
          max(in, inout, from, to);
        }
      }
      case MIN -> {
        if (unsigned) {
          unsignedMin(in, inout, from, to);
        } else {
          min(in, inout, from, to);
        }
      }
      case BAND -> and(in, inout, from, to);
      case BOR -> or(in, inout, from, to);
      case BXOR -> xor(in, inout, from, to);
      case LAND -> logicalAnd(in, inout, from, to);
      case LOR -> logicalOr(in, inout, from, to);
      case LXOR -> logicalXor(in, inout, from, to);
      default -> throw Validity.undefined(op, type);
    }
  }

  private static short one(Op.Predefined.Kind op, BasicDatatype type, short in, short inout) {
    int mask = type.kind() == BasicDatatype.Kind.UNSIGNED ? UNSIGNED : -1;
    return switch (op) {
      case SUM -> (short) (in + inout);
      case PROD -> (short) (in * inout);
      case MAX -> (short) Math.max(in & mask, inout & mask);
      case MIN -> (short) Math.min(in & mask, inout & mask);
      case BAND -> (short) (in & inout);
      case BOR -> (short) (in | inout);
      case BXOR -> (short) (in ^ inout);
      case LAND -> (short) (in != 0 && inout != 0 ? 1 : 0);
      case LOR -> (short) ((in | inout) != 0 ? 1 : 0);
      case LXOR -> (short) ((in != 0) ^ (inout != 0) ? 1 : 0);
      default -> throw Validity.undefined(new Op.Predefined(op), type);
    };
  }

  private static void sum(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] + inout[k]);
    }
  }

  private static void prod(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] * inout[k]);
    }
  }

  private static void max(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) Math.max(in[k], inout[k]);
    }
  }

  private static void min(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) Math.min(in[k], inout[k]);
    }
  }

  private static void unsignedMax(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) Math.max(Short.toUnsignedInt(in[k]), Short.toUnsignedInt(inout[k]));
    }
  }

  private static void unsignedMin(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) Math.min(Short.toUnsignedInt(in[k]), Short.toUnsignedInt(inout[k]));
    }
  }

  private static void and(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] & inout[k]);
    }
  }

  private static void or(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] | inout[k]);
    }
  }

  private static void xor(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] ^ inout[k]);
    }
  }

  private static void logicalAnd(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] != 0 && inout[k] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) ((in[k] | inout[k]) != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) ((in[k] != 0) ^ (inout[k] != 0) ? 1 : 0);
    }
  }
}
