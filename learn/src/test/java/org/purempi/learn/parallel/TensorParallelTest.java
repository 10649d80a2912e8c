package org.purempi.learn.parallel;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.junit.Ranks;
import org.purempi.learn.Parameter;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Differences;
import org.purempi.learn.engine.Embedding;
import org.purempi.learn.engine.Layer;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/** Layers that are split over ranks are the whole layers. */
@Timeout(300)
class TensorParallelTest {
  private static final int STEPS = 20;

  @Test
  @Ranks(
      value = {1, 2, 4},
      seconds = 100)
  void aSplitNetworkBeginsAndLearnsAsTheWhole(Communicator world) {
    var whole = new Network(Learning.SEED, Learning.layers());
    var split = new Network(Learning.SEED, Learning.layers(world));
    var loss = new VocabularyParallelLoss(world);
    Learning.isPart(split, whole, world.rank());
    double first = 0;
    double last = 0;
    for (int step = 0; step < STEPS; step++) {
      Learning.Batch batch = Learning.batch(step);
      last = Learning.learn(whole, batch, SoftmaxCrossEntropy::of);
      first = step == 0 ? last : first;
      Learning.same(Learning.learn(split, batch, loss), last);
      Learning.isPart(split, whole, world.rank());
      Learning.descend(whole);
      Learning.descend(split);
    }
    assertThat(last).isLessThan(0.8 * first); // it does learn
  }

  /** A split embedding, and the biases that all ranks have, as well. */
  @Test
  @Ranks(
      value = {2, 4},
      seconds = 100)
  void wordsThatAreSplitLearnAsTheWhole(Communicator world) {
    var words = new Tensor(new float[] {0, 7, 3, 3, 5, 1, 6, 2}, 4, 2);
    int[] labels = {3, 0, 1, 2};
    var whole = new Network(1, List.of(new Embedding(8, 4), new Dense(8, 8), new Dense(8, 4)));
    var split =
        new Network(
            1,
            List.of(
                new VocabularyParallelEmbedding(world, 8, 4),
                new ColumnParallelDense(world, 8, 8, false),
                new RowParallelDense(world, 8, 4)));
    for (int step = 0; step < STEPS; step++) {
      Learning.same(step(split, words, labels), step(whole, words, labels));
      Learning.isPart(split, whole, world.rank());
      Learning.descend(whole);
      Learning.descend(split);
    }
    Learning.identical(world, split.parameters().getLast().values());
  }

  private static double step(Network network, Tensor x, int[] labels) {
    var memo = new Memo();
    var result = SoftmaxCrossEntropy.of(network.forward(x, memo), labels, x.rows());
    network.backward(result.gradient(), memo);
    return result.sum();
  }

  @Test
  @Ranks(value = 2, seconds = 100)
  void gradientsAreHowFastTheLossGrows(Communicator world) {
    Tensor x = Differences.random(3, 6, 1);
    grows(world, x, new ColumnParallelDense(world, 6, 8, true));
    grows(world, x, new ColumnParallelDense(world, 6, 8, false), new RowParallelDense(world, 8, 3));
    grows(
        world,
        new Tensor(new float[] {0, 3, 3, 1}, 2, 2),
        new VocabularyParallelEmbedding(world, 4, 3));
  }

  /** Each rank in turn changes each of its numbers; those that all ranks have change on all. */
  private static void grows(Communicator world, Tensor x, Layer... layers) {
    var network = new Network(5, List.of(layers));
    var memo = new Memo();
    Tensor y = network.forward(x, memo);
    Tensor slope = Differences.random(y.rows(), y.columns(), 3);
    Tensor back = network.backward(slope, memo);
    DoubleSupplier loss = () -> Differences.product(network.apply(x), slope);
    Parameter last = network.parameters().getLast();
    for (Parameter p : network.parameters()) {
      boolean all = p.equals(last) && layers[layers.length - 1] instanceof RowParallelDense;
      for (int rank = 0; rank < (all ? 1 : world.size()); rank++) {
        if (all || rank == world.rank()) {
          grows(loss, p.values(), p.gradient());
        } else {
          for (int i = 0; i < 2 * p.size(); i++) { // it takes all ranks
            assertThat(loss.getAsDouble()).isFinite();
          }
        }
      }
    }
    if (!(layers[0] instanceof Embedding)) {
      grows(loss, MemorySegment.ofArray(x.data()), MemorySegment.ofArray(back.data()));
    }
  }

  private static void grows(DoubleSupplier loss, MemorySegment numbers, MemorySegment gradients) {
    for (int i = 0; i < numbers.byteSize() / Float.BYTES; i++) {
      double gradient = gradients.getAtIndex(JAVA_FLOAT, i);
      assertThat(Differences.of(numbers, i, loss)).isCloseTo(gradient, Differences.near(gradient));
    }
  }

  /** With equal scores, the first class is the most probable one, as for the whole. */
  @Test
  @Ranks(
      value = {2, 4},
      seconds = 100)
  void aLossOfClassesThatAreSplitIsTheLossOfAll(Communicator world) {
    Tensor scores = Differences.random(6, 8, 4);
    scores.data()[0] = scores.data()[5] = scores.data()[7] = 3;
    int[] labels = {0, 1, 5, 7, 2, 6};
    int own = 8 / world.size();
    var part = new Tensor(6, own);
    for (int r = 0; r < 6; r++) {
      System.arraycopy(scores.data(), r * 8 + world.rank() * own, part.data(), r * own, own);
    }
    var whole = SoftmaxCrossEntropy.of(scores, labels, 5);
    var split = new VocabularyParallelLoss(world).of(part, labels, 5);
    Learning.same(split.sum(), whole.sum());
    assertThat(split.right()).isEqualTo(whole.right()).isPositive();
    for (int i = 0; i < part.data().length; i++) {
      int at = i / own * 8 + world.rank() * own + i % own;
      assertThat(split.gradient().data()[i])
          .isCloseTo(whole.gradient().data()[at], Offset.offset(1e-7f));
    }
  }

  @Test
  @Ranks(value = 4, seconds = 100)
  void whatCannotBeDividedIsRefused(Communicator world) {
    assertThatThrownBy(() -> new ColumnParallelDense(world, 8, 10, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("10 outputs cannot be divided evenly among 4 ranks");
    assertThatThrownBy(() -> new RowParallelDense(world, 6, 8))
        .hasMessage("6 inputs cannot be divided evenly among 4 ranks");
    assertThatThrownBy(() -> new VocabularyParallelEmbedding(world, 7, 8))
        .hasMessage("7 words cannot be divided evenly among 4 ranks");
  }

  @Test
  @Ranks(
      value = {2, 4},
      seconds = 100)
  void otherBatchSizesOnRanksAreToldOnAll(Communicator world) {
    int rows = world.rank() == 1 ? 3 : 5;
    String told =
        ": its %d ranks have from 3 to 5 rows, but all must have as many".formatted(world.size());
    Tensor x = Differences.random(rows, 8, 1);
    for (Layer last :
        List.of(
            new ColumnParallelDense(world, 8, 8, true),
            new RowParallelDense(world, 8 * world.size(), 4),
            new VocabularyParallelEmbedding(world, 8, 2))) {
      var network = new Network(1, List.of(last));
      Tensor in = last instanceof Embedding ? new Tensor(rows, 1) : x;
      assertThatThrownBy(() -> network.apply(in))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(last + told);
    }
    assertThatThrownBy(() -> new VocabularyParallelLoss(world).of(x, new int[rows], rows))
        .hasMessage("VocabularyParallelLoss" + told);
  }

  /** The others wait for the rank that has thrown, until they are released. */
  @Test
  void aLabelThatIsNoClassEndsAllRanks() {
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    2,
                    world -> {
                      int label = world.rank() == 0 ? 8 : 0;
                      new VocabularyParallelLoss(world).of(new Tensor(1, 4), new int[] {label}, 1);
                    }))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining("label 8 is none of the 8 classes");
  }
}
