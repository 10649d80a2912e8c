package org.purempi.reduction;

import java.util.function.IntBinaryOperator;
import org.purempi.BasicDatatype;
import org.purempi.Op;

/**
 * The loops over {@code int[]}. Unsigned order is signed order with the sign bit flipped; truth is
 * the sign bit of x | −x: both without a branch, so that they become vector code.
 */
final class IntLoops {
  private static final int SIGN = Integer.MIN_VALUE;
  private static final int TO_LOWEST = Integer.SIZE - 1;

  private IntLoops() {}

  static void apply(Op op, BasicDatatype type, int[] in, int[] inout, int from, int to) {
    if (op instanceof Op.OfInts user) {
      user(user.f(), in, inout, from, to);
      return;
    }
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

  private static int one(Op.Predefined.Kind op, BasicDatatype type, int in, int inout) {
    int flip = type.kind() == BasicDatatype.Kind.UNSIGNED ? SIGN : 0;
    return switch (op) {
      case SUM -> in + inout;
      case PROD -> in * inout;
      case MAX -> Math.max(in ^ flip, inout ^ flip) ^ flip;
      case MIN -> Math.min(in ^ flip, inout ^ flip) ^ flip;
      case BAND -> in & inout;
      case BOR -> in | inout;
      case BXOR -> in ^ inout;
      case LAND -> (in != 0 && inout != 0 ? 1 : 0);
      case LOR -> ((in | inout) != 0 ? 1 : 0);
      case LXOR -> ((in != 0) ^ (inout != 0) ? 1 : 0);
      default -> throw Validity.undefined(new Op.Predefined(op), type);
    };
  }

  private static int signIfTrue(int x) {
    return x | -x;
  }

  private static void sum(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] * inout[k];
    }
  }

  private static void max(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void unsignedMax(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.max(in[k] ^ SIGN, inout[k] ^ SIGN) ^ SIGN;
    }
  }

  private static void unsignedMin(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.min(in[k] ^ SIGN, inout[k] ^ SIGN) ^ SIGN;
    }
  }

  private static void and(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] & inout[k];
    }
  }

  private static void or(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] | inout[k];
    }
  }

  private static void xor(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] ^ inout[k];
    }
  }

  private static void logicalAnd(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (signIfTrue(in[k]) & signIfTrue(inout[k])) >>> TO_LOWEST;
    }
  }

  private static void logicalOr(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = signIfTrue(in[k] | inout[k]) >>> TO_LOWEST;
    }
  }

  private static void logicalXor(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (signIfTrue(in[k]) ^ signIfTrue(inout[k])) >>> TO_LOWEST;
    }
  }

  private static void user(IntBinaryOperator f, int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = f.applyAsInt(in[k], inout[k]);
    }
  }
}
