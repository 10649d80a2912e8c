package org.purempi.reduction;

import java.util.function.DoubleBinaryOperator;
import org.purempi.BasicDatatype;
import org.purempi.Op;

/** The loops over {@code double[]}. Complex numbers are pairs of elements. */
final class DoubleLoops {
  private DoubleLoops() {}

  static void apply(Op op, BasicDatatype type, double[] in, double[] inout, int from, int to) {
    if (op instanceof Op.OfDoubles user) {
      user(user.f(), in, inout, from, to);
      return;
    }
    Op.Predefined.Kind kind = Validity.kind(op);
    if (kind == Op.Predefined.Kind.PROD && type.kind() == BasicDatatype.Kind.COMPLEX) {
      complexProd(in, inout, from, to);
      return;
    }
    if (to - from < Unit.MANY) {
      for (int k = from; k < to; k++) {
        inout[k] = one(kind, type, in[k], inout[k]);
      }
      return;
    }
    switch (kind) {
      case SUM -> sum(in, inout, from, to);
      case PROD -> prod(in, inout, from, to);
      case MAX -> max(in, inout, from, to);
      case MIN -> min(in, inout, from, to);
      default -> throw Validity.undefined(op, type);
    }
  }

  private static double one(Op.Predefined.Kind op, BasicDatatype type, double in, double inout) {
    return switch (op) {
      case SUM -> in + inout;
      case PROD -> in * inout;
      case MAX -> Math.max(in, inout);
      case MIN -> Math.min(in, inout);
      default -> throw Validity.undefined(new Op.Predefined(op), type);
    };
  }

  private static void sum(double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] * inout[k];
    }
  }

  private static void max(double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void complexProd(double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k += 2) {
      double re = in[k];
      double im = in[k + 1];
      double otherRe = inout[k];
      double otherIm = inout[k + 1];
      inout[k] = re * otherRe - im * otherIm;
      inout[k + 1] = re * otherIm + im * otherRe;
    }
  }

  private static void user(DoubleBinaryOperator f, double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = f.applyAsDouble(in[k], inout[k]);
    }
  }
}
