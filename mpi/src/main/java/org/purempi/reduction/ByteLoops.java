package org.purempi.reduction;

import org.purempi.BasicDatatype;
import org.purempi.Op;

/**
 * The loops over {@code byte[]}. Here max, min and the logical operations are not vectorised by C2.
 */
final class ByteLoops {
  private ByteLoops() {}

  static void apply(Op op, BasicDatatype type, byte[] in, int i, byte[] inout, int j, int n) {
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

  private static void sum(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) (in[i + k] + inout[j + k]);
    }
  }

  private static void prod(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) (in[i + k] * inout[j + k]);
    }
  }

  private static void max(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) Math.max(in[i + k], inout[j + k]);
    }
  }

  private static void min(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) Math.min(in[i + k], inout[j + k]);
    }
  }

  private static void unsignedMax(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] =
          (byte) Math.max(Byte.toUnsignedInt(in[i + k]), Byte.toUnsignedInt(inout[j + k]));
    }
  }

  private static void unsignedMin(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] =
          (byte) Math.min(Byte.toUnsignedInt(in[i + k]), Byte.toUnsignedInt(inout[j + k]));
    }
  }

  private static void and(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) (in[i + k] & inout[j + k]);
    }
  }

  private static void or(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) (in[i + k] | inout[j + k]);
    }
  }

  private static void xor(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) (in[i + k] ^ inout[j + k]);
    }
  }

  private static void logicalAnd(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) (in[i + k] != 0 && inout[j + k] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) ((in[i + k] | inout[j + k]) != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(byte[] in, int i, byte[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = (byte) ((in[i + k] != 0) ^ (inout[j + k] != 0) ? 1 : 0);
    }
  }
}
