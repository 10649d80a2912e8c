package org.purempi.learn;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A tensor that is learned: its values, and the gradient of the loss by each of them. Both lie row
 * by row, in native byte order, and stay where they are as long as the model lives.
 *
 * @param name is the same on all ranks, and no other parameter of the model has it
 * @param shape the length of each dimension; empty for a single number
 * @param type of the values and of the gradient
 * @param values as many numbers as the shape says, in native or heap memory
 * @param gradient as many numbers again; a backward pass adds to them
 */
public record Parameter(
    String name, List<Long> shape, ElementType type, MemorySegment values, MemorySegment gradient) {

  /**
   * Checks that both memories have the size that the shape asks for.
   *
   * @throws IllegalArgumentException if one has not, or a dimension is negative
   */
  public Parameter {
    shape = List.copyOf(shape);
    if (shape.stream().anyMatch(length -> length < 0)) {
      throw new IllegalArgumentException("parameter " + name + " has the shape " + shape);
    }
    long bytes = shape.stream().reduce(1L, Math::multiplyExact) * type.bytes();
    if (values.byteSize() != bytes || gradient.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "parameter %s of shape %s holds %d bytes of %s, not %d of values and %d of gradient"
              .formatted(name, shape, bytes, type, values.byteSize(), gradient.byteSize()));
    }
  }

  /** How many numbers the parameter has. */
  public long size() {
    return values.byteSize() / type.bytes();
  }
}
