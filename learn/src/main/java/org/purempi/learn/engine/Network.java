package org.purempi.learn.engine;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;

/**
 * Layers one after the other. The same layers and the same seed give the same numbers everywhere; a
 * network that is a part of a larger one says which layer is its first. For one thread.
 */
public final class Network implements Model {
  private final List<Layer> layers;
  private final List<Parameter> parameters = new ArrayList<>();
  private final MemorySegment values;
  private final MemorySegment gradients;

  /** The index of the first parameter of each layer, and the end. */
  private final int[] firstOf;

  private IntConsumer ready = parameter -> {};

  /**
   * A whole network.
   *
   * @throws IllegalArgumentException if its weights are too many for an array
   * @throws IllegalStateException if a layer with weights is part of a network already
   */
  public Network(long seed, List<? extends Layer> layers) {
    this(seed, 0, layers);
  }

  /** Some layers of a larger network. */
  public Network(long seed, int first, List<? extends Layer> layers) {
    this.layers = List.copyOf(layers);
    int size = size(this.layers);
    float[] value = new float[size];
    float[] gradient = new float[size];
    this.values = MemorySegment.ofArray(value);
    this.gradients = MemorySegment.ofArray(gradient);
    this.firstOf = new int[layers.size() + 1];
    int at = 0;
    for (int i = 0; i < layers.size(); i++) {
      firstOf[i] = parameters.size();
      for (Weights w : layers.get(i).weights()) {
        parameters.add(w.bind(String.valueOf(first + i), seed, value, gradient, at));
        at += w.size();
      }
    }
    firstOf[layers.size()] = parameters.size();
  }

  private static int size(List<Layer> layers) {
    long size = layers.stream().flatMap(l -> l.weights().stream()).mapToLong(Weights::size).sum();
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "a network of %d numbers is too large for an array".formatted(size));
    }
    return (int) size;
  }

  @Override
  public List<Parameter> parameters() {
    return List.copyOf(parameters);
  }

  @Override
  public MemorySegment gradients() {
    return gradients;
  }

  @Override
  public MemorySegment values() {
    return values;
  }

  @Override
  public List<MemorySegment> buffers() {
    return layers.stream().flatMap(l -> l.buffers().stream()).toList();
  }

  @Override
  public boolean onGradient(IntConsumer whom) {
    ready = whom;
    return true;
  }

  /** What it makes of examples. */
  public Tensor forward(Tensor x, Memo memo) {
    Tensor y = x;
    for (Layer layer : layers) {
      y = layer.forward(y, memo);
    }
    return y;
  }

  /** As {@link #forward}, where no backward pass will follow. */
  public Tensor apply(Tensor x) {
    return forward(x, new Memo());
  }

  /**
   * Adds to the gradients of all parameters, the last layer's first.
   *
   * @param gradient of the loss by the output
   * @return the gradient of the loss by the input
   */
  public Tensor backward(Tensor gradient, Memo memo) {
    Tensor g = gradient;
    for (int i = layers.size() - 1; i >= 0; i--) {
      g = layers.get(i).backward(g, memo);
      for (int p = firstOf[i + 1] - 1; p >= firstOf[i]; p--) {
        ready.accept(p);
      }
    }
    return g;
  }
}
