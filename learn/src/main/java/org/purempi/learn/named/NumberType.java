package org.purempi.learn.named;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.learn.ElementType;

/** How a number of some values is stored, in native byte order. */
public enum NumberType {
  /** Two's complement, one byte. */
  INT8(Byte.BYTES, false),
  /** Two's complement, four bytes. */
  INT32(Integer.BYTES, false),
  /** Two's complement, eight bytes. */
  INT64(Long.BYTES, false),
  /** IEEE 754 binary16; each combination of two numbers is computed as binary32 and rounded. */
  FLOAT16(Short.BYTES, true),
  /** The upper half of a binary32; combined as {@link #FLOAT16} is. */
  BFLOAT16(Short.BYTES, true),
  /** IEEE 754 binary32. */
  FLOAT32(Float.BYTES, true),
  /** IEEE 754 binary64. */
  FLOAT64(Double.BYTES, true);

  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

  private final int bytes;
  private final boolean isFraction;

  NumberType(int bytes, boolean isFraction) {
    this.bytes = bytes;
    this.isFraction = isFraction;
  }

  /** The type of a parameter's numbers. */
  public static NumberType of(ElementType type) {
    return switch (type) {
      case FLOAT16 -> FLOAT16;
      case BFLOAT16 -> BFLOAT16;
      case FLOAT32 -> FLOAT32;
      case FLOAT64 -> FLOAT64;
    };
  }

  /** The size of a number in bytes. */
  public int bytes() {
    return bytes;
  }

  /** Whether it has fractions: then it can be averaged and scaled. */
  public boolean isFraction() {
    return isFraction;
  }

  /** As what it travels. */
  Datatype datatype() {
    return switch (this) {
      case INT8 -> Datatype.INT8_T;
      case INT32 -> Datatype.INT32_T;
      case INT64 -> Datatype.INT64_T;
      case FLOAT16, BFLOAT16 -> Datatype.INT16_T;
      case FLOAT32 -> Datatype.FLOAT;
      case FLOAT64 -> Datatype.DOUBLE;
    };
  }

  /** How ranks combine it. */
  Op op(Reduction.Rule rule) {
    return switch (this) {
      case FLOAT16 -> Halves.op(rule, ElementType.FLOAT16);
      case BFLOAT16 -> Halves.op(rule, ElementType.BFLOAT16);
      default -> rule.op();
    };
  }

  /** Multiplies every number. Only of fractions. */
  void scale(MemorySegment memory, double factor) {
    if (factor == 1) {
      return;
    }
    long count = memory.byteSize() / bytes();
    switch (this) {
      case FLOAT32 -> {
        for (long i = 0; i < count; i++) {
          memory.setAtIndex(FLOAT, i, (float) (memory.getAtIndex(FLOAT, i) * factor));
        }
      }
      case FLOAT64 -> {
        for (long i = 0; i < count; i++) {
          memory.setAtIndex(DOUBLE, i, memory.getAtIndex(DOUBLE, i) * factor);
        }
      }
      case FLOAT16 -> Halves.scale(memory, factor, ElementType.FLOAT16);
      case BFLOAT16 -> Halves.scale(memory, factor, ElementType.BFLOAT16);
      default -> throw new IllegalArgumentException(this + " cannot be scaled");
    }
  }
}
