package org.purempi.learn;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Stochastic gradient descent, with momentum as PyTorch has it: {@code v ← momentum·v + g +
 * decay·w} and {@code w ← w − rate·v}.
 *
 * @param rate the learning rate
 * @param momentum 0 for none, which needs no state
 * @param decay the weight decay, an L2 penalty
 */
public record Sgd(double rate, double momentum, double decay) implements Optimizer {

  /** Plain descent. */
  public Sgd(double rate) {
    this(rate, 0, 0);
  }

  @Override
  public int stateWidth() {
    return momentum == 0 ? 0 : 1;
  }

  @Override
  public void update(
      MemorySegment values, MemorySegment gradient, List<MemorySegment> state, long step) {
    int n = Math.toIntExact(values.byteSize() / Float.BYTES);
    float r = (float) rate;
    float d = (float) decay;
    if (state.isEmpty()) {
      for (int i = 0; i < n; i++) {
        float w = values.getAtIndex(JAVA_FLOAT, i);
        values.setAtIndex(JAVA_FLOAT, i, w - r * (gradient.getAtIndex(JAVA_FLOAT, i) + d * w));
      }
      return;
    }
    float m = (float) momentum;
    MemorySegment velocity = state.getFirst();
    for (int i = 0; i < n; i++) {
      float w = values.getAtIndex(JAVA_FLOAT, i);
      float v = m * velocity.getAtIndex(JAVA_FLOAT, i) + gradient.getAtIndex(JAVA_FLOAT, i) + d * w;
      velocity.setAtIndex(JAVA_FLOAT, i, v);
      values.setAtIndex(JAVA_FLOAT, i, w - r * v);
    }
  }

  @Override
  public Sgd withRate(double other) {
    return new Sgd(other, momentum, decay);
  }
}
