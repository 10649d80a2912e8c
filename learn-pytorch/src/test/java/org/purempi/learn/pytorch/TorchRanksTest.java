package org.purempi.learn.pytorch;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.SGD;
import org.bytedeco.pytorch.SGDOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.junit.Ranks;
import org.purempi.learn.Sgd;
import org.purempi.learn.data.DataParallel;

/** Two ranks with halves of a batch learn as PyTorch alone does with the whole. */
class TorchRanksTest {
  private static final int STEPS = 10;
  private static final int BATCH = 32;
  private static final double RATE = 0.2;
  private static final long[] WIDTHS = {12, 32, 32, 5};

  /** Ranks are processes, each with a library of its own. */
  @ParameterizedTest
  @ValueSource(longs = {1, 1 << 20})
  @Ranks(value = 2, processes = true, seconds = 180)
  void ranksLearnAsOneDoes(long bucketBytes, Communicator world) {
    learn(world, bucketBytes);
  }

  /** PyTorch's state of a backward pass belongs to its thread. */
  @Test
  @Ranks(value = 2, seconds = 180)
  void ranksMayBeThreads(Communicator world) {
    learn(world, 1);
  }

  private static void learn(Communicator world, long bucketBytes) {
    TorchLibrary.load(world);
    var mine = new Perceptron(world.rank(), WIDTHS); // rank 0's numbers count
    var whole = new Perceptron(7, WIDTHS);
    try (var model = new TorchModel(mine.module());
        var other = new TorchModel(whole.module());
        var setup = parallel(world, model, bucketBytes)) {
      values(other).copyFrom(values(model));
      var optimizer = setup.optimizer(new Sgd(RATE, 0.9, 1e-3));
      var rule = new SGDOptions(RATE);
      rule.momentum().put(0.9);
      rule.weight_decay().put(1e-3);
      var alone = new SGD(whole.module().parameters(), rule);
      for (int step = 0; step < STEPS; step++) {
        try (var _ = new PointerScope()) {
          var examples = mine.draw(step, BATCH);
          model.zeroGradients();
          model.backward(mine.loss(examples.of(world.rank(), world.size())));
          setup.finish();
          optimizer.step();
          alone.zero_grad();
          other.backward(whole.loss(examples));
          alone.step();
        }
        assertThat(values(model).toArray(JAVA_FLOAT))
            .as("values after step %s", step)
            .containsExactly(values(other).toArray(JAVA_FLOAT), Offset.offset(1e-5f));
      }
      setup.requireIdentical();
      model.checkPlaces();
    }
  }

  private static DataParallel parallel(Communicator world, TorchModel model, long bucketBytes) {
    return DataParallel.setup(world, model)
        .firstBucketBytes(bucketBytes)
        .bucketBytes(bucketBytes)
        .open();
  }

  private static MemorySegment values(TorchModel model) {
    return Objects.requireNonNull(model.values());
  }
}
