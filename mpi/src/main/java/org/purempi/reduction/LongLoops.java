package org.purempi.reduction;

import java.util.function.LongBinaryOperator;
import org.purempi.BasicDatatype;
import org.purempi.Op;

/**
 * The loops over {@code long[]}. Unsigned order is signed order with the sign bit flipped; truth is
 * the sign bit of x | −x: both without a branch, so that they become vector code.
 */
final class LongLoops {
  private static final long SIGN = Long.MIN_VALUE;
  private static final int TO_LOWEST = Long.SIZE - 1;

  private LongLoops() {}

  static void apply(Op op, BasicDatatype type, long[] in, int i, long[] inout, int j, int n) {
    if (op instanceof Op.OfLongs user) {
      user(user.f(), in, i, inout, j, n);
      return;
    }
    boolean unsigned = type.kind() == BasicDatatype.Kind.UNSIGNED;
    switch (Validity.kind(op)) {
      case SUM -> sum(in, i, inout, j, n);
      case PROD -> prod(in, i, inout, j, n);
      case MAX -> {
        if (unsigned) {
          unsignedMax(in, i, inout, j, n);
        } else {
          max(in, i, inout, j, n);
        }
      }
      case MIN -> {
        if (unsigned) {
          unsignedMin(in, i, inout, j, n);
        } else {
          min(in, i, inout, j, n);
        }
      }
      case BAND -> and(in, i, inout, j, n);
      case BOR -> or(in, i, inout, j, n);
      case BXOR -> xor(in, i, inout, j, n);
      case LAND -> logicalAnd(in, i, inout, j, n);
      case LOR -> logicalOr(in, i, inout, j, n);
      case LXOR -> logicalXor(in, i, inout, j, n);
      default -> throw Validity.undefined(op, type);
    }
  }

  private static long signIfTrue(long x) {
    return x | -x;
  }

  private static void sum(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = in[i + k] + inout[j + k];
    }
  }

  private static void prod(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = in[i + k] * inout[j + k];
    }
  }

  private static void max(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = Math.max(in[i + k], inout[j + k]);
    }
  }

  private static void min(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = Math.min(in[i + k], inout[j + k]);
    }
  }

  private static void unsignedMax(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = Math.max(in[i + k] ^ SIGN, inout[j + k] ^ SIGN) ^ SIGN;
    }
  }

  private static void unsignedMin(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = Math.min(in[i + k] ^ SIGN, inout[j + k] ^ SIGN) ^ SIGN;
    }
  }

  private static void and(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = in[i + k] & inout[j + k];
    }
  }

  private static void or(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = in[i + k] | inout[j + k];
    }
  }

  private static void xor(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = in[i + k] ^ inout[j + k];
    }
  }

  private static void logicalAnd(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (signIfTrue(in[i + k]) & signIfTrue(inout[j + k])) >>> TO_LOWEST;
    }
  }

  private static void logicalOr(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = signIfTrue(in[i + k] | inout[j + k]) >>> TO_LOWEST;
    }
  }

  private static void logicalXor(long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (signIfTrue(in[i + k]) ^ signIfTrue(inout[j + k])) >>> TO_LOWEST;
    }
  }

  private static void user(LongBinaryOperator f, long[] in, int i, long[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = f.applyAsLong(in[i + k], inout[j + k]);
    }
  }
}
