package org.purempi.learn.named;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.Op;
import org.purempi.learn.ElementType;

/** Arithmetic of numbers of two bytes: computed as binary32, then rounded to the nearest. */
final class Halves {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

  private Halves() {}

  static Op op(Reduction.Rule rule, ElementType type) {
    return Op.of(
        (in, inout, count, datatype) -> {
          for (long i = 0; i < count; i++) {
            float a = type.widen(in.getAtIndex(SHORT, i));
            float b = type.widen(inout.getAtIndex(SHORT, i));
            inout.setAtIndex(SHORT, i, type.narrow(combined(rule, a, b)));
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

  static void scale(MemorySegment memory, double factor, ElementType type) {
    long count = memory.byteSize() / Short.BYTES;
    for (long i = 0; i < count; i++) {
      float product = (float) (type.widen(memory.getAtIndex(SHORT, i)) * factor);
      memory.setAtIndex(SHORT, i, type.narrow(product));
    }
  }
}
