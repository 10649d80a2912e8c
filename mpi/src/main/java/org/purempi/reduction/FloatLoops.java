package org.purempi.reduction;

import org.purempi.BasicDatatype;
import org.purempi.FloatBinaryOperator;
import org.purempi.Op;

/** The loops over {@code float[]}. Complex numbers are pairs of elements. */
final class FloatLoops {
  private FloatLoops() {}

  static void apply(Op op, BasicDatatype type, float[] in, int i, float[] inout, int j, int n) {
    if (op instanceof Op.OfFloats user) {
      user(user.f(), in, i, inout, j, n);
      return;
    }
    switch (Validity.kind(op)) {
      case SUM -> sum(in, i, inout, j, n);
      case PROD -> {
        if (type.kind() == BasicDatatype.Kind.COMPLEX) {
          complexProd(in, i, inout, j, n);
        } else {
          prod(in, i, inout, j, n);
        }
      }
      case MAX -> max(in, i, inout, j, n);
      case MIN -> min(in, i, inout, j, n);
      default -> throw Validity.undefined(op, type);
    }
  }

  private static void sum(float[] in, int i, float[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = in[i + k] + inout[j + k];
    }
  }

  private static void prod(float[] in, int i, float[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = in[i + k] * inout[j + k];
    }
  }

  private static void max(float[] in, int i, float[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = Math.max(in[i + k], inout[j + k]);
    }
  }

  private static void min(float[] in, int i, float[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = Math.min(in[i + k], inout[j + k]);
    }
  }

  private static void complexProd(float[] in, int i, float[] inout, int j, int n) {
    for (int k = 0; k < n; k += 2) {
      float re = in[i + k];
      float im = in[i + k + 1];
      float otherRe = inout[j + k];
      float otherIm = inout[j + k + 1];
      inout[j + k] = re * otherRe - im * otherIm;
      inout[j + k + 1] = re * otherIm + im * otherRe;
    }
  }

  private static void user(FloatBinaryOperator f, float[] in, int i, float[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = f.applyAsFloat(in[i + k], inout[j + k]);
    }
  }
}
