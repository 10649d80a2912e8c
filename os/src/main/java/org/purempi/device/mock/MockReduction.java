package org.purempi.device.mock;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;

/** Combines numbers one by one, as plainly as possible. */
final class MockReduction {
  private MockReduction() {}

  static void apply(
      DeviceOperator op, DeviceNumber number, MemorySegment in, MemorySegment inout, long count) {
    for (long i = 0; i < count; i++) {
      long at = i * number.bytes();
      switch (number) {
        case INT32 -> {
          int a = in.get(JAVA_INT_UNALIGNED, at);
          int b = inout.get(JAVA_INT_UNALIGNED, at);
          inout.set(JAVA_INT_UNALIGNED, at, (int) combined(op, a, b));
        }
        case INT64 -> {
          long a = in.get(JAVA_LONG_UNALIGNED, at);
          long b = inout.get(JAVA_LONG_UNALIGNED, at);
          inout.set(JAVA_LONG_UNALIGNED, at, combined(op, a, b));
        }
        case FLOAT16 -> {
          float a = Float.float16ToFloat(in.get(JAVA_SHORT_UNALIGNED, at));
          float b = Float.float16ToFloat(inout.get(JAVA_SHORT_UNALIGNED, at));
          inout.set(JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(combined(op, a, b)));
        }
        case FLOAT32 -> {
          float a = in.get(JAVA_FLOAT_UNALIGNED, at);
          float b = inout.get(JAVA_FLOAT_UNALIGNED, at);
          inout.set(JAVA_FLOAT_UNALIGNED, at, combined(op, a, b));
        }
        case FLOAT64 -> {
          double a = in.get(JAVA_DOUBLE_UNALIGNED, at);
          double b = inout.get(JAVA_DOUBLE_UNALIGNED, at);
          inout.set(JAVA_DOUBLE_UNALIGNED, at, combined(op, a, b));
        }
      }
    }
  }

  private static long combined(DeviceOperator op, long a, long b) {
    return switch (op) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  private static float combined(DeviceOperator op, float a, float b) {
    return switch (op) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  private static double combined(DeviceOperator op, double a, double b) {
    return switch (op) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }
}
