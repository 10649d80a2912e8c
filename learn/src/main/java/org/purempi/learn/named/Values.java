package org.purempi.learn.named;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers in memory, row by row: a tensor as this package sees it.
 *
 * @param memory a heap array as a segment, or native memory that all threads may use ({@code
 *     Arena.ofShared}, {@code ofAuto} or {@code global})
 * @param type of each number
 * @param shape the length of each dimension; empty for a single number
 */
public record Values(MemorySegment memory, NumberType type, List<Long> shape) {
  /** No numbers. */
  static final Values NONE = of(new byte[0]);

  /**
   * Checks that the memory has the size that the shape asks for.
   *
   * @throws IllegalArgumentException if it has not, or a length is negative
   */
  public Values {
    shape = List.copyOf(shape);
    if (shape.stream().anyMatch(length -> length < 0)) {
      throw new IllegalArgumentException("the shape " + shape + " has a negative length");
    }
    long bytes = product(shape) * type.bytes();
    if (memory.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "values of shape %s are %d bytes of %s, but the memory has %d"
              .formatted(shape, bytes, type, memory.byteSize()));
    }
  }

  /** A whole array, which is not copied; without a shape it has one dimension. */
  public static Values of(float[] a, long... shape) {
    return of(MemorySegment.ofArray(a), NumberType.FLOAT32, shape);
  }

  /** A whole array, which is not copied; without a shape it has one dimension. */
  public static Values of(double[] a, long... shape) {
    return of(MemorySegment.ofArray(a), NumberType.FLOAT64, shape);
  }

  /** A whole array, which is not copied; without a shape it has one dimension. */
  public static Values of(int[] a, long... shape) {
    return of(MemorySegment.ofArray(a), NumberType.INT32, shape);
  }

  /** A whole array, which is not copied; without a shape it has one dimension. */
  public static Values of(long[] a, long... shape) {
    return of(MemorySegment.ofArray(a), NumberType.INT64, shape);
  }

  /** A whole array, which is not copied; without a shape it has one dimension. */
  public static Values of(byte[] a, long... shape) {
    return of(MemorySegment.ofArray(a), NumberType.INT8, shape);
  }

  /** All of a memory, which is not copied; without a shape it has one dimension. */
  public static Values of(MemorySegment memory, NumberType type, long... shape) {
    return new Values(
        memory,
        type,
        shape.length == 0
            ? List.of(memory.byteSize() / type.bytes())
            : Arrays.stream(shape).boxed().toList());
  }

  /** How many numbers there are. */
  public long size() {
    return memory.byteSize() / type.bytes();
  }

  /** A copy of the numbers. */
  public float[] floats() {
    if (type != NumberType.FLOAT32) {
      throw new IllegalArgumentException("the values are " + type + ", not FLOAT32");
    }
    return memory.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
  }

  /** The length of the first dimension. */
  long rows() {
    return shape.getFirst();
  }

  /** The dimensions of a row. */
  List<Long> rowShape() {
    return shape.subList(1, shape.size());
  }

  static long product(List<Long> shape) {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }
}
