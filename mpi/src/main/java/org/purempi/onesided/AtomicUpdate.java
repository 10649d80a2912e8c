package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Datatype;
import org.purempi.Op;

/** Updates elements of 4 and 8 bytes where they lie, each by one atomic access of the processor. */
public final class AtomicUpdate {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final ValueLayout.OfLong ANY_LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt ANY_INT = ValueLayout.JAVA_INT_UNALIGNED;

  private AtomicUpdate() {}

  /** Whether elements of a kind, from there on, are updated so: all who update them agree. */
  static boolean suits(Datatype kind, MemorySegment memory, long at) {
    return kind instanceof BasicDatatype basic
        && (basic.width() == Integer.BYTES || basic.width() == Long.BYTES)
        && basic.kind() != BasicDatatype.Kind.COMPLEX
        && (memory.address() + at) % basic.width() == 0;
  }

  /** {@code target[i] = in[i] op target[i]}; what was there goes to {@code old}, if asked for. */
  static void apply(
      Op.Predefined.Kind op,
      BasicDatatype type,
      MemorySegment target,
      long at,
      long n,
      MemorySegment in,
      @Nullable MemorySegment old) {
    long width = type.width();
    for (long i = 0; i < n * width; i += width) {
      if (width == Long.BYTES) {
        long before = update(op, type.kind(), target, at + i, in.get(ANY_LONG, i));
        if (old != null) {
          old.set(ANY_LONG, i, before);
        }
      } else {
        int before = update(op, type.kind(), target, at + i, in.get(ANY_INT, i));
        if (old != null) {
          old.set(ANY_INT, i, before);
        }
      }
    }
  }

  /** Writes one element, given by its bits, if the expected one is there; answers what was. */
  static long swap(BasicDatatype type, MemorySegment target, long at, long expected, long value) {
    return type.width() == Long.BYTES
        ? (long) LONG.compareAndExchange(target, at, expected, value)
        : (int) INT.compareAndExchange(target, at, (int) expected, (int) value);
  }

  /** One element of 8 bytes, given by its bits; answers what was there. */
  public static long update(
      Op.Predefined.Kind op, BasicDatatype.Kind kind, MemorySegment target, long at, long operand) {
    boolean isFloat = kind == BasicDatatype.Kind.FLOAT;
    if (op == Op.Predefined.Kind.SUM && !isFloat) {
      return (long) LONG.getAndAdd(target, at, operand);
    }
    if (op == Op.Predefined.Kind.REPLACE) {
      return (long) LONG.getAndSet(target, at, operand);
    }
    long there = (long) LONG.getVolatile(target, at);
    while (op != Op.Predefined.Kind.NO_OP) {
      long next = isFloat ? combineDoubles(op, operand, there) : combine(op, kind, operand, there);
      long seen = (long) LONG.compareAndExchange(target, at, there, next);
      if (seen == there) {
        break;
      }
      there = seen;
    }
    return there;
  }

  /** One element of 4 bytes, given by its bits; answers what was there. */
  public static int update(
      Op.Predefined.Kind op, BasicDatatype.Kind kind, MemorySegment target, long at, int operand) {
    boolean isFloat = kind == BasicDatatype.Kind.FLOAT;
    if (op == Op.Predefined.Kind.SUM && !isFloat) {
      return (int) INT.getAndAdd(target, at, operand);
    }
    if (op == Op.Predefined.Kind.REPLACE) {
      return (int) INT.getAndSet(target, at, operand);
    }
    int there = (int) INT.getVolatile(target, at);
    while (op != Op.Predefined.Kind.NO_OP) {
      int next =
          isFloat
              ? combineFloats(op, operand, there)
              : (int) combine(op, kind, widened(kind, operand), widened(kind, there));
      int seen = (int) INT.compareAndExchange(target, at, there, next);
      if (seen == there) {
        break;
      }
      there = seen;
    }
    return there;
  }

  private static long widened(BasicDatatype.Kind kind, int bits) {
    return kind == BasicDatatype.Kind.SIGNED ? bits : Integer.toUnsignedLong(bits);
  }

  private static long combine(
      Op.Predefined.Kind op, BasicDatatype.Kind kind, long operand, long there) {
    boolean isLarger =
        kind == BasicDatatype.Kind.SIGNED
            ? operand > there
            : Long.compareUnsigned(operand, there) > 0;
    return switch (op) {
      case SUM -> operand + there;
      case PROD -> operand * there;
      case MAX -> isLarger ? operand : there;
      case MIN -> isLarger ? there : operand;
      case BAND -> operand & there;
      case BOR -> operand | there;
      case BXOR -> operand ^ there;
      case LAND -> operand != 0 && there != 0 ? 1 : 0;
      case LOR -> operand != 0 || there != 0 ? 1 : 0;
      case LXOR -> operand != 0 != (there != 0) ? 1 : 0;
      case REPLACE -> operand;
      case NO_OP -> there;
      case MAXLOC, MINLOC -> throw new AssertionError(op);
    };
  }

  private static long combineDoubles(Op.Predefined.Kind op, long operand, long there) {
    double a = Double.longBitsToDouble(operand);
    double b = Double.longBitsToDouble(there);
    return Double.doubleToRawLongBits(
        switch (op) {
          case SUM -> a + b;
          case PROD -> a * b;
          case MAX -> Math.max(a, b);
          case MIN -> Math.min(a, b);
          default -> throw new AssertionError(op);
        });
  }

  private static int combineFloats(Op.Predefined.Kind op, int operand, int there) {
    float a = Float.intBitsToFloat(operand);
    float b = Float.intBitsToFloat(there);
    return Float.floatToRawIntBits(
        switch (op) {
          case SUM -> a + b;
          case PROD -> a * b;
          case MAX -> Math.max(a, b);
          case MIN -> Math.min(a, b);
          default -> throw new AssertionError(op);
        });
  }
}
