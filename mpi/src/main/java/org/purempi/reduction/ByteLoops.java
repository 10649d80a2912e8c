package org.purempi.reduction;

import org.purempi.BasicDatatype;
import org.purempi.Op;

/**
 * The loops over {@code byte[]}. Here max, min and the logical operations are not vectorised by C2.
 */
final class ByteLoops {
  private static final int UNSIGNED = (1 << Byte.SIZE) - 1;

  private ByteLoops() {}

  static void apply(Op op, BasicDatatype type, byte[] in, byte[] inout, int from, int to) {
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

  private static byte one(Op.Predefined.Kind op, BasicDatatype type, byte in, byte inout) {
    int mask = type.kind() == BasicDatatype.Kind.UNSIGNED ? UNSIGNED : -1;
    return switch (op) {
      case SUM -> (byte) (in + inout);
      case PROD -> (byte) (in * inout);
      case MAX -> (byte) Math.max(in & mask, inout & mask);
      case MIN -> (byte) Math.min(in & mask, inout & mask);
      case BAND -> (byte) (in & inout);
      case BOR -> (byte) (in | inout);
      case BXOR -> (byte) (in ^ inout);
      case LAND -> (byte) (in != 0 && inout != 0 ? 1 : 0);
      case LOR -> (byte) ((in | inout) != 0 ? 1 : 0);
      case LXOR -> (byte) ((in != 0) ^ (inout != 0) ? 1 : 0);
      default -> throw Validity.undefined(new Op.Predefined(op), type);
    };
  }

  private static void sum(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] + inout[k]);
    }
  }

  private static void prod(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] * inout[k]);
    }
  }

  private static void max(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) Math.max(in[k], inout[k]);
    }
  }

  private static void min(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) Math.min(in[k], inout[k]);
    }
  }

  private static void unsignedMax(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) Math.max(Byte.toUnsignedInt(in[k]), Byte.toUnsignedInt(inout[k]));
    }
  }

  private static void unsignedMin(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) Math.min(Byte.toUnsignedInt(in[k]), Byte.toUnsignedInt(inout[k]));
    }
  }

  private static void and(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] & inout[k]);
    }
  }

  private static void or(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] | inout[k]);
    }
  }

  private static void xor(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] ^ inout[k]);
    }
  }

  private static void logicalAnd(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] != 0 && inout[k] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) ((in[k] | inout[k]) != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) ((in[k] != 0) ^ (inout[k] != 0) ? 1 : 0);
    }
  }
}
