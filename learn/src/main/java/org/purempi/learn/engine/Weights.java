package org.purempi.learn.engine;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.purempi.learn.ElementType;
import org.purempi.learn.Parameter;

/**
 * The numbers of a layer under one name. A layer that holds a part of a larger tensor says which:
 * then the numbers begin as those of the whole would.
 */
public final class Weights {
  private final String name;
  private final List<Long> shape;
  private final float bound;
  private final LongUnaryOperator place;
  private final int size;

  private float[] values = {};
  private float[] gradients = {};
  private int at;

  /**
   * Numbers that begin between {@code -bound} and {@code bound}, evenly distributed.
   *
   * @param name within the layer
   * @param bound 0 if they begin with zero
   * @param place where, in the whole tensor, the number with an index of this part lies
   */
  public Weights(String name, List<Long> shape, double bound, LongUnaryOperator place) {
    this.name = name;
    this.shape = List.copyOf(shape);
    this.bound = (float) bound;
    this.place = place;
    this.size = Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact));
  }

  /** Those of a whole tensor. */
  public Weights(String name, List<Long> shape, double bound) {
    this(name, shape, bound, LongUnaryOperator.identity());
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  /** The array in which the values lie, from {@link #at} on. */
  public float[] values() {
    return values;
  }

  /** The array in which the gradients lie, from {@link #at} on. */
  public float[] gradients() {
    return gradients;
  }

  /** The index of the first one in both arrays. */
  public int at() {
    return at;
  }

  Parameter bind(String layer, long seed, float[] allValues, float[] allGradients, int first) {
    if (values.length > 0) {
      throw new IllegalStateException(
          "layer %s is part of a network already: make one for each place".formatted(layer));
    }
    values = allValues;
    gradients = allGradients;
    at = first;
    String full = layer + "." + name;
    for (int i = 0; bound != 0 && i < size; i++) {
      values[at + i] = bound * draw(seed ^ full.hashCode() * 0x9E37_79B9L, place.applyAsLong(i));
    }
    return new Parameter(full, shape, ElementType.FLOAT32, segment(values), segment(gradients));
  }

  private MemorySegment segment(float[] of) {
    return MemorySegment.ofArray(of).asSlice((long) at * Float.BYTES, (long) size * Float.BYTES);
  }

  /** A number from -1 to 1 that depends on a seed and an index alone (SplitMix64's mixing). */
  private static float draw(long seed, long index) {
    long z = seed + (index + 1) * 0x9E37_79B9_7F4A_7C15L;
    z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    z ^= z >>> 31;
    return (z >> 40) * 0x1p-23f;
  }
}
