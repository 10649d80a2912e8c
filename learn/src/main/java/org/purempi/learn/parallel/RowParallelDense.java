package org.purempi.learn.parallel;

import java.util.List;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Tensor;
import org.purempi.learn.engine.Weights;

/**
 * A {@link Dense} layer whose inputs are divided among ranks, as a {@link ColumnParallelDense}
 * leaves them: each has some rows of W, and all have the whole b (Shoeybi et al., Megatron-LM,
 * 2019, section 3). The products are summed over the ranks (the paper's g), so that all get the
 * whole output; a backward pass does not communicate.
 */
public final class RowParallelDense extends Dense {
  private final Communicator ranks;

  /**
   * So many numbers of an example, of all ranks together, become so many.
   *
   * @throws IllegalArgumentException if the inputs cannot be divided evenly
   */
  public RowParallelDense(Communicator ranks, int inputs, int outputs) {
    this(ranks, Share.of(ranks, inputs, "inputs"), outputs, 1 / Math.sqrt(inputs));
  }

  private RowParallelDense(Communicator ranks, Share share, int outputs, double bound) {
    super(
        share.count(),
        outputs,
        new Weights(
            "weight",
            List.of((long) share.count(), (long) outputs),
            bound,
            i -> (long) share.first() * outputs + i),
        new Weights("bias", List.of((long) outputs), bound));
    this.ranks = ranks;
  }

  @Override
  protected void complete(Tensor product) {
    Alike.check(ranks, this, "rows", product.rows());
    ranks.allreduce(product.data(), Op.SUM);
  }
}
