package org.purempi.reduction;

import java.util.function.DoubleBinaryOperator;
import org.purempi.BasicDatatype;
import org.purempi.Op;

/** The loops over {@code double[]}. Complex numbers are pairs of elements. */
final class DoubleLoops {
  private DoubleLoops() {}

  static void apply(Op op, BasicDatatype type, double[] in, int i, double[] inout, int j, int n) {
    if (op instanceof Op.OfDoubles user) {
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

  private static void sum(double[] in, int i, double[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = in[i + k] + inout[j + k];
    }
  }

  private static void prod(double[] in, int i, double[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = in[i + k] * inout[j + k];
    }
  }

  private static void max(double[] in, int i, double[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = Math.max(in[i + k], inout[j + k]);
    }
  }

  private static void min(double[] in, int i, double[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = Math.min(in[i + k], inout[j + k]);
    }
  }

  private static void complexProd(double[] in, int i, double[] inout, int j, int n) {
    for (int k = 0; k < n; k += 2) {
      double re = in[i + k];
      double im = in[i + k + 1];
      double otherRe = inout[j + k];
      double otherIm = inout[j + k + 1];
      inout[j + k] = re * otherRe - im * otherIm;
      inout[j + k + 1] = re * otherIm + im * otherRe;
    }
  }

  private static void user(
      DoubleBinaryOperator f, double[] in, int i, double[] inout, int j, int n) {
    for (int k = 0; k < n; k++) {
      inout[j + k] = f.applyAsDouble(in[i + k], inout[j + k]);
    }
  }
}
