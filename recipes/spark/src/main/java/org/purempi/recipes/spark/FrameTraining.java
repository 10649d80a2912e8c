package org.purempi.recipes.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.learn.Optimizer;
import org.purempi.learn.data.DataParallel;
import org.purempi.learn.data.ModelOptimizer;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/**
 * Trains a classifier on the rows of a DataFrame, data parallel, in a barrier stage: each task is a
 * rank, and the rows of its partition are the examples of that rank, kept in its memory. There are
 * as many ranks as partitions ({@code repartition} makes so many, {@code coalesce} does not go with
 * barrier stages), which may have different numbers of rows, or none.
 *
 * <pre>{@code
 * var training = new FrameTraining(() -> new Network(…), () -> new Adam(0.01), 60, 20, 1);
 * Learned learned = training.run(rows.repartition(4), "features", "label");
 * Network network = learned.into(new Network(…));
 * }</pre>
 *
 * @param network makes the network, the same on each rank; what it captures goes to the executors
 * @param rule makes the rule by which values change
 * @param batch how many rows a rank takes for a step
 * @param epochs how often it takes all of them
 * @param seed of the order in which it does, another one in each epoch
 */
public record FrameTraining(
    Maker<Network> network, Maker<Optimizer> rule, int batch, int epochs, long seed)
    implements Serializable {

  /**
   * Makes something on a rank that need not be serialisable itself.
   *
   * @param <T> what it makes
   */
  @FunctionalInterface
  public interface Maker<T> extends Serializable {
    /** A new one. */
    T make();
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is less than one row for a step, or one epoch
   */
  public FrameTraining {
    if (batch < 1 || epochs < 1) {
      throw new IllegalArgumentException(batch + " rows for a step, " + epochs + " epochs");
    }
  }

  /**
   * Runs the barrier stage, and waits for it. If a rank fails, Spark's exception names it, and the
   * row if it is for one.
   *
   * @param features the column with arrays of numbers, all of the same length
   * @param label the column with the numbers of the classes, from 0 on
   */
  public Learned run(Dataset<Row> rows, String features, String label) {
    return BarrierRanks.run(rows.select(features, label).javaRDD(), this::onRank).getFirst();
  }

  /** What all have learned, on rank 0; nothing on the others. */
  private List<Learned> onRank(Communicator world, Iterator<Row> partition) {
    Examples mine = Examples.of(partition);
    long all = world.allreduce((long) mine.count(), Op.SUM);
    if (all == 0) {
      throw new IllegalArgumentException("the DataFrame has no rows");
    }
    Network model = network.make();
    List<Double> losses = new ArrayList<>();
    try (var parallel = DataParallel.setup(world, model).open()) {
      ModelOptimizer optimizer = parallel.optimizer(rule.make());
      for (int epoch = 0; epoch < epochs; epoch++) {
        mine.shuffle(seed + epoch);
        double sum = 0;
        try (var _ = parallel.join(optimizer::step)) {
          for (int first = 0; first < mine.count(); first += batch) {
            sum += backward(model, mine, first);
            parallel.finish();
            optimizer.step();
          }
        }
        losses.add(world.allreduce(sum, Op.SUM) / all);
      }
      parallel.requireIdentical();
    }
    return world.rank() == 0 ? List.of(Learned.of(model, losses)) : List.of();
  }

  /** The gradients of the mean loss of a batch; returns the sum of the losses. */
  private double backward(Network model, Examples examples, int first) {
    int count = Math.min(batch, examples.count() - first);
    model.zeroGradients();
    var memo = new Memo();
    Tensor scores = model.forward(examples.rows(first, count), memo);
    int[] labels = examples.labels(first, count, scores.columns());
    var loss = SoftmaxCrossEntropy.of(scores, labels, count);
    model.backward(loss.gradient(), memo);
    return loss.sum();
  }
}
