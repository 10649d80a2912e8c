package org.purempi.learn.parallel;

import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/** What a pipeline makes small; {@link SoftmaxCrossEntropy#of} is one. */
@FunctionalInterface
public interface Loss {
  /**
   * The loss of some examples.
   *
   * @param scores what the last layer has made of them
   * @param labels the right classes
   * @param over by how many examples the gradient is divided
   */
  SoftmaxCrossEntropy.Result of(Tensor scores, int[] labels, int over);
}
