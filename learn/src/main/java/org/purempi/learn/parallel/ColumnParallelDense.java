package org.purempi.learn.parallel;

import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Tensor;
import org.purempi.learn.engine.Weights;

/**
 * A {@link Dense} layer whose outputs are divided among ranks: each has some columns of W and of b
 * (Shoeybi et al., Megatron-LM, 2019, section 3). All ranks take the same examples. Each makes its
 * part of the output, for a {@link RowParallelDense} to go on with; or they put the parts together.
 * A backward pass sums the gradient by the input over the ranks (the paper's f).
 */
public final class ColumnParallelDense extends Dense {
  private final Communicator ranks;
  private final int outputs;
  private final Share share;
  private final boolean gathers;

  /**
   * So many numbers of an example become so many, of all ranks together.
   *
   * @param gathers whether all ranks get the whole output, or each the part that it has made
   * @throws IllegalArgumentException if the outputs cannot be divided evenly
   */
  public ColumnParallelDense(Communicator ranks, int inputs, int outputs, boolean gathers) {
    this(ranks, inputs, outputs, gathers, Share.of(ranks, outputs, "outputs"));
  }

  private ColumnParallelDense(
      Communicator ranks, int inputs, int outputs, boolean gathers, Share share) {
    super(
        inputs,
        share.count(),
        new Weights(
            "weight",
            List.of((long) inputs, (long) share.count()),
            1 / Math.sqrt(inputs),
            i -> i / share.count() * outputs + share.first() + i % share.count()),
        new Weights(
            "bias", List.of((long) share.count()), 1 / Math.sqrt(inputs), i -> share.first() + i));
    this.ranks = ranks;
    this.outputs = outputs;
    this.share = share;
    this.gathers = gathers;
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    Tensor own = super.forward(x, memo);
    if (!gathers) {
      return own;
    }
    Alike.check(ranks, this, "rows", x.rows());
    var y = new Tensor(x.rows(), outputs);
    Datatype columns =
        Datatype.resized(
            Datatype.vector(x.rows(), share.count(), outputs, Datatype.FLOAT),
            0,
            (long) share.count() * Float.BYTES);
    ranks.allgather(Buf.of(own.data()), Buf.of(y.data(), 0, (long) ranks.size(), columns));
    return y;
  }

  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    Tensor own = gathers ? own(gradient.ofColumns(outputs, this)) : gradient;
    Tensor back = super.backward(own, memo);
    ranks.allreduce(back.data(), Op.SUM);
    return back;
  }

  private Tensor own(Tensor whole) {
    var own = new Tensor(whole.rows(), share.count());
    for (int r = 0; r < whole.rows(); r++) {
      int from = r * outputs + share.first();
      System.arraycopy(whole.data(), from, own.data(), r * share.count(), share.count());
    }
    return own;
  }
}
