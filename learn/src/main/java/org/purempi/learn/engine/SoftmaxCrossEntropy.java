package org.purempi.learn.engine;

/** The loss of a classification: minus the logarithm of the probability of the right class. */
public final class SoftmaxCrossEntropy {
  private SoftmaxCrossEntropy() {}

  /**
   * A loss and its gradient.
   *
   * @param sum over the examples
   * @param gradient of the sum, divided by the number of examples that was asked for
   * @param right how many examples have their class as the most probable one
   */
  public record Result(double sum, Tensor gradient, int right) {}

  /**
   * The loss of some examples.
   *
   * @param scores a row for each example, a number for each class
   * @param labels the right classes
   * @param over by how many examples the gradient is divided: those of the whole batch, if these
   *     are a part of it
   * @throws IllegalArgumentException if there is not one label for each row, or one is no class
   */
  public static Result of(Tensor scores, int[] labels, int over) {
    int classes = scores.columns();
    check(labels, scores.rows(), classes);
    var gradient = new Tensor(scores.rows(), classes);
    double sum = 0;
    int right = 0;
    for (int r = 0; r < scores.rows(); r++) {
      int first = r * classes;
      int best = 0;
      for (int c = 1; c < classes; c++) {
        best = scores.get(r, c) > scores.get(r, best) ? c : best;
      }
      float max = scores.get(r, best);
      double total = 0;
      for (int c = 0; c < classes; c++) {
        double e = Math.exp(scores.get(r, c) - max);
        gradient.data()[first + c] = (float) e;
        total += e;
      }
      for (int c = 0; c < classes; c++) {
        float p = (float) (gradient.data()[first + c] / total);
        gradient.data()[first + c] = (p - (c == labels[r] ? 1 : 0)) / over;
      }
      sum += Math.log(total) - (scores.get(r, labels[r]) - max);
      right += best == labels[r] ? 1 : 0;
    }
    return new Result(sum, gradient, right);
  }

  /**
   * Checks labels.
   *
   * @throws IllegalArgumentException if there is not one for each row, or one is no class
   */
  public static void check(int[] labels, int rows, int classes) {
    if (labels.length != rows) {
      throw new IllegalArgumentException(
          rows + " rows of scores need as many labels, not " + labels.length);
    }
    for (int label : labels) {
      if (label < 0 || label >= classes) {
        throw new IllegalArgumentException(
            "label " + label + " is none of the " + classes + " classes, which count from 0");
      }
    }
  }
}
