package org.purempi.reduction;

import org.purempi.BasicDatatype;
import org.purempi.Op;

/**
 * The loops over {@code short[]}. Here max, min and the logical operations are not vectorised by
 * C2.
 */
final class ShortLoops {
  private ShortLoops() {}

  static void apply(Op op, BasicDatatype type, short[] in, int i, short[] inout, int j, int n) {
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

  private static void sum(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) (in[i + k] + inout[j + k]);
    }
  }

  private static void prod(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) (in[i + k] * inout[j + k]);
    }
  }

  private static void max(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) Math.max(in[i + k], inout[j + k]);
    }
  }

  private static void min(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) Math.min(in[i + k], inout[j + k]);
    }
  }

  private static void unsignedMax(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] =
          (short) Math.max(Short.toUnsignedInt(in[i + k]), Short.toUnsignedInt(inout[j + k]));
    }
  }

  private static void unsignedMin(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] =
          (short) Math.min(Short.toUnsignedInt(in[i + k]), Short.toUnsignedInt(inout[j + k]));
    }
  }

  private static void and(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) (in[i + k] & inout[j + k]);
    }
  }

  private static void or(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) (in[i + k] | inout[j + k]);
    }
  }

  private static void xor(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) (in[i + k] ^ inout[j + k]);
    }
  }

  private static void logicalAnd(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) (in[i + k] != 0 && inout[j + k] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) ((in[i + k] | inout[j + k]) != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(short[] in, int i, short[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (short) ((in[i + k] != 0) ^ (inout[j + k] != 0) ? 1 : 0);
    }
  }
}
