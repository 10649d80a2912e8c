package org.purempi.learn.parallel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/**
 * {@link SoftmaxCrossEntropy} of classes that are divided evenly among ranks, as a {@link
 * ColumnParallelDense} leaves them: ranks tell each other two numbers of an example, not its scores
 * (Shoeybi et al., Megatron-LM, 2019, section 3). All take the same labels and get the same loss;
 * the gradient is by a rank's own scores.
 */
public final class VocabularyParallelLoss implements Loss {
  private final Communicator ranks;

  /** Over the ranks of a communicator, whose first one has the first classes. */
  public VocabularyParallelLoss(Communicator ranks) {
    this.ranks = ranks;
  }

  /**
   * The loss; collective.
   *
   * @throws IllegalArgumentException if ranks have other numbers of examples or of classes than
   *     this one, there is not one label for each row, or one is no class
   */
  @Override
  public SoftmaxCrossEntropy.Result of(Tensor scores, int[] labels, int over) {
    Alike.check(ranks, this, "rows", scores.rows());
    Alike.check(ranks, this, "classes", scores.columns());
    int classes = scores.columns();
    int first = ranks.rank() * classes;
    int rows = scores.rows();
    SoftmaxCrossEntropy.check(labels, rows, classes * ranks.size());
    ByteBuffer best = best(scores, first);
    var gradient = new Tensor(rows, classes);
    double[] sums = new double[2 * rows]; // of e^score, and the right class's score
    for (int r = 0; r < rows; r++) {
      float max = best.getFloat(r * Long.BYTES);
      for (int c = 0; c < classes; c++) {
        double e = Math.exp(scores.get(r, c) - max);
        gradient.data()[r * classes + c] = (float) e;
        sums[r] += e;
      }
      int right = labels[r] - first;
      if (right >= 0 && right < classes) {
        sums[rows + r] = scores.get(r, right) - max;
      }
    }
    ranks.allreduce(sums, Op.SUM);
    double sum = 0;
    int hits = 0;
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < classes; c++) {
        int i = r * classes + c;
        float p = (float) (gradient.data()[i] / sums[r]);
        gradient.data()[i] = (p - (first + c == labels[r] ? 1 : 0)) / over;
      }
      sum += Math.log(sums[r]) - sums[rows + r];
      hits += best.getInt(r * Long.BYTES + Float.BYTES) == labels[r] ? 1 : 0;
    }
    return new SoftmaxCrossEntropy.Result(sum, gradient, hits);
  }

  /** Each row's largest score of all ranks, and its class. */
  private ByteBuffer best(Tensor scores, int first) {
    int rows = scores.rows();
    var pairs = ByteBuffer.allocate(rows * Long.BYTES).order(ByteOrder.nativeOrder());
    for (int r = 0; r < rows; r++) {
      int best = 0;
      for (int c = 1; c < scores.columns(); c++) {
        best = scores.get(r, c) > scores.get(r, best) ? c : best;
      }
      pairs.putFloat(scores.get(r, best)).putInt(first + best);
    }
    pairs.clear();
    ranks.allreduce(Buf.IN_PLACE, Buf.of(pairs, rows, Datatype.FLOAT_INT), Op.MAXLOC);
    return pairs;
  }

  @Override
  public String toString() {
    return "VocabularyParallelLoss";
  }
}
