package org.purempi.learn.engine;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A step of a network. It keeps its weights, and nothing of the examples that pass: that is in the
 * {@link Memo}.
 */
public abstract class Layer {
  private final List<Weights> weights;

  /** A layer that learns these. */
  protected Layer(Weights... weights) {
    this.weights = List.of(weights);
  }

  /** What it learns. */
  public final List<Weights> weights() {
    return weights;
  }

  /** Numbers that belong to it without being learned by gradients; float32. */
  public List<MemorySegment> buffers() {
    return List.of();
  }

  /**
   * What it makes of examples.
   *
   * @param x is not changed, now or later
   */
  public abstract Tensor forward(Tensor x, Memo memo);

  /**
   * Adds to the gradients of its weights.
   *
   * @param gradient of the loss by the output; is not changed
   * @return the gradient of the loss by the input
   */
  public abstract Tensor backward(Tensor gradient, Memo memo);
}
