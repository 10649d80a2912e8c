package org.purempi.reduction;

import java.math.BigInteger;
import org.purempi.BasicDatatype;
import org.purempi.Op;

/** The naive oracle: one element at a time, its bytes as numbers, with no loop in common. */
final class Naive {
  private Naive() {}

  /** {@code a op b} of two elements given as their little-endian bytes. */
  static byte[] combine(Op.Predefined.Kind op, BasicDatatype type, byte[] a, byte[] b) {
    return switch (type.kind()) {
      case FLOAT -> real(type.width(), real(op, real(a), real(b), type.width()));
      case COMPLEX -> complex(op, a, b);
      case LOGICAL -> integer(type, logical(op, signed(a), signed(b)));
      case UNSIGNED -> integer(type, whole(op, unsigned(a), unsigned(b)));
      default -> integer(type, whole(op, signed(a), signed(b)));
    };
  }

  private static BigInteger whole(Op.Predefined.Kind op, BigInteger a, BigInteger b) {
    return switch (op) {
      case SUM -> a.add(b);
      case PROD -> a.multiply(b);
      case MAX -> a.max(b);
      case MIN -> a.min(b);
      case BAND -> a.and(b);
      case BOR -> a.or(b);
      case BXOR -> a.xor(b);
      default -> logical(op, a, b);
    };
  }

  private static BigInteger logical(Op.Predefined.Kind op, BigInteger a, BigInteger b) {
    boolean x = a.signum() != 0;
    boolean y = b.signum() != 0;
    boolean result =
        switch (op) {
          case LAND -> x && y;
          case LOR -> x || y;
          case LXOR -> x != y;
          default -> throw new IllegalArgumentException(op + " on truth values");
        };
    return result ? BigInteger.ONE : BigInteger.ZERO;
  }

  private static double real(Op.Predefined.Kind op, double a, double b, int width) {
    double result =
        switch (op) {
          case SUM -> a + b;
          case PROD -> a * b;
          case MAX ->
              Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : Double.compare(a, b) > 0 ? a : b;
          case MIN ->
              Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : Double.compare(a, b) < 0 ? a : b;
          default -> throw new IllegalArgumentException(op + " on reals");
        };
    return width == Float.BYTES ? (float) result : result;
  }

  private static byte[] complex(Op.Predefined.Kind op, byte[] a, byte[] b) {
    int half = a.length / 2;
    double ar = real(part(a, 0, half));
    double ai = real(part(a, half, half));
    double br = real(part(b, 0, half));
    double bi = real(part(b, half, half));
    boolean single = half == Float.BYTES;
    double re;
    double im;
    if (op == Op.Predefined.Kind.SUM) {
      re = ar + br;
      im = ai + bi;
    } else if (single) {
      re = (float) (ar * br) - (float) (ai * bi);
      im = (float) (ar * bi) + (float) (ai * br);
    } else {
      re = ar * br - ai * bi;
      im = ar * bi + ai * br;
    }
    byte[] result = new byte[a.length];
    System.arraycopy(real(half, re), 0, result, 0, half);
    System.arraycopy(real(half, im), 0, result, half, half);
    return result;
  }

  private static byte[] part(byte[] a, int from, int length) {
    byte[] part = new byte[length];
    System.arraycopy(a, from, part, 0, length);
    return part;
  }

  private static double real(byte[] bits) {
    return bits.length == Float.BYTES
        ? Float.intBitsToFloat(signed(bits).intValue())
        : Double.longBitsToDouble(signed(bits).longValue());
  }

  private static byte[] real(int width, double value) {
    long bits =
        width == Float.BYTES ? Float.floatToIntBits((float) value) : Double.doubleToLongBits(value);
    return little(BigInteger.valueOf(bits), width);
  }

  private static byte[] integer(BasicDatatype type, BigInteger value) {
    return little(value, type.width());
  }

  private static BigInteger signed(byte[] little) {
    return new BigInteger(reversed(little));
  }

  private static BigInteger unsigned(byte[] little) {
    return new BigInteger(1, reversed(little));
  }

  private static byte[] little(BigInteger value, int width) {
    byte[] result = new byte[width];
    for (int i = 0; i < width; i++) {
      result[i] = value.shiftRight(8 * i).byteValue();
    }
    return result;
  }

  private static byte[] reversed(byte[] a) {
    byte[] r = new byte[a.length];
    for (int i = 0; i < a.length; i++) {
      r[i] = a[a.length - 1 - i];
    }
    return r;
  }
}
