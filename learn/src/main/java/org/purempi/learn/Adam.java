package org.purempi.learn;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Adam (Kingma and Ba, 2015), with decoupled weight decay (AdamW; Loshchilov and Hutter, 2019).
 *
 * @param rate the learning rate
 * @param beta1 how much of the mean gradient stays at each step
 * @param beta2 how much of the mean squared gradient stays at each step
 * @param epsilon is added to the divisor
 * @param decay the weight decay
 */
public record Adam(double rate, double beta1, double beta2, double epsilon, double decay)
    implements Optimizer {

  /** With the paper's constants 0.9, 0.999 and 1e-8, and no decay. */
  public Adam(double rate) {
    this(rate, 0.9, 0.999, 1e-8, 0);
  }

  @Override
  public int stateWidth() {
    return 2;
  }

  @Override
  public void update(
      MemorySegment values, MemorySegment gradient, List<MemorySegment> state, long step) {
    int n = Math.toIntExact(values.byteSize() / Float.BYTES);
    float b1 = (float) beta1;
    float b2 = (float) beta2;
    float size = (float) (rate / (1 - Math.pow(beta1, (double) step)));
    float scale = (float) (1 / Math.sqrt(1 - Math.pow(beta2, (double) step)));
    float eps = (float) epsilon;
    float keep = (float) (1 - rate * decay);
    MemorySegment mean = state.get(0);
    MemorySegment square = state.get(1);
    for (int i = 0; i < n; i++) {
      float g = gradient.getAtIndex(JAVA_FLOAT, i);
      float m = b1 * mean.getAtIndex(JAVA_FLOAT, i) + (1 - b1) * g;
      float s = b2 * square.getAtIndex(JAVA_FLOAT, i) + (1 - b2) * g * g;
      mean.setAtIndex(JAVA_FLOAT, i, m);
      square.setAtIndex(JAVA_FLOAT, i, s);
      float w = values.getAtIndex(JAVA_FLOAT, i);
      values.setAtIndex(JAVA_FLOAT, i, keep * w - size * m / ((float) Math.sqrt(s) * scale + eps));
    }
  }

  @Override
  public Adam withRate(double other) {
    return new Adam(other, beta1, beta2, epsilon, decay);
  }
}
