package org.purempi.learn.named;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.Op;

/** Arithmetic of numbers of two bytes: computed as binary32, then rounded to the nearest. */
final class Halves {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final int HALF_BITS = 16;
  private static final int ROUNDING = 0x7fff;

  private Halves() {}

  /** Which two bytes. */
  enum Kind {
    BINARY16 {
      @Override
      float wide(short half) {
        return Float.float16ToFloat(half);
      }

      @Override
      short narrow(float f) {
        return Float.floatToFloat16(f);
      }
    },
    BFLOAT {
      @Override
      float wide(short half) {
        return Float.intBitsToFloat(half << HALF_BITS);
      }

      @Override
      short narrow(float f) {
        int bits = Float.floatToIntBits(f);
        int toEven = bits >>> HALF_BITS & 1;
        return (short) ((Float.isNaN(f) ? bits : bits + ROUNDING + toEven) >>> HALF_BITS);
      }
    };

    abstract float wide(short half);

    abstract short narrow(float f);
  }

  static Op op(Reduction.Rule rule, Kind kind) {
    return Op.of(
        (in, inout, count, type) -> {
          for (long i = 0; i < count; i++) {
            float a = kind.wide(in.getAtIndex(SHORT, i));
            float b = kind.wide(inout.getAtIndex(SHORT, i));
            inout.setAtIndex(SHORT, i, kind.narrow(combined(rule, a, b)));
          }
        });
  }

  private static float combined(Reduction.Rule rule, float a, float b) {
    return switch (rule) {
      case SUM, AVERAGE -> a + b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case PRODUCT -> a * b;
    };
  }

  static void scale(MemorySegment memory, double factor, Kind kind) {
    long count = memory.byteSize() / Short.BYTES;
    for (long i = 0; i < count; i++) {
      float product = (float) (kind.wide(memory.getAtIndex(SHORT, i)) * factor);
      memory.setAtIndex(SHORT, i, kind.narrow(product));
    }
  }
}
