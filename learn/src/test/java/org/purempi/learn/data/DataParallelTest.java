package org.purempi.learn.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.junit.Ranks;
import org.purempi.learn.Adam;
import org.purempi.learn.ElementType;
import org.purempi.learn.Model;
import org.purempi.learn.Optimizer;
import org.purempi.learn.Parameter;
import org.purempi.learn.Sgd;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Points;

/** Ranks that learn together end as one that learns alone. */
@Ranks(value = 1, seconds = 60)
class DataParallelTest {
  private static final int STEPS = 12;
  private static final int BATCH = 48;

  /** Where the gradients are: side by side, or each for itself; told of while they come, or not. */
  enum Engine {
    FLAT {
      @Override
      Model of(Network network) {
        return network;
      }
    },
    SCATTERED {
      @Override
      Model of(Network network) {
        return () -> List.copyOf(network.parameters());
      }
    };

    abstract Model of(Network network);
  }

  private static List<Float> values(Model model) {
    List<Float> all = new ArrayList<>();
    for (Parameter p : model.parameters()) {
      for (int i = 0; i < p.size(); i++) {
        all.add(p.values().getAtIndex(ValueLayout.JAVA_FLOAT, i));
      }
    }
    return all;
  }

  private static void assertClose(List<Float> a, List<Float> b, double tolerance) {
    assertThat(a).hasSameSizeAs(b);
    for (int i = 0; i < a.size(); i++) {
      assertThat((double) a.get(i)).as("value %s", i).isCloseTo(b.get(i), within(tolerance));
    }
  }

  private static List<Double> alone(Network network, Optimizer rule) {
    List<Double> losses = new ArrayList<>();
    var optimizer = new ReplicatedOptimizer(network, rule);
    for (int step = 0; step < STEPS; step++) {
      network.zeroGradients();
      losses.add(Points.learn(network, Points.draw(BATCH, step)) / BATCH);
      optimizer.step();
    }
    return losses;
  }

  private static List<Double> together(
      Communicator world, Network network, DataParallelSetup setup, Optimizer rule) {
    List<Double> losses = new ArrayList<>();
    try (DataParallel parallel = setup.open()) {
      ModelOptimizer optimizer = parallel.optimizer(rule);
      for (int step = 0; step < STEPS; step++) {
        network.zeroGradients();
        var mine = Points.draw(BATCH, step).of(world.rank(), world.size());
        losses.add(world.allreduce(Points.learn(network, mine), Op.SUM) / BATCH);
        parallel.finish();
        optimizer.step();
      }
      parallel.requireIdentical();
    }
    return losses;
  }

  private static void assertSameLosses(List<Double> a, List<Double> b, double tolerance) {
    assertThat(a).hasSize(STEPS).hasSameSizeAs(b);
    for (int i = 0; i < a.size(); i++) {
      assertThat(a.get(i)).as("loss of step %s", i).isCloseTo(b.get(i), within(tolerance));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Ranks({1, 2, 3, 4})
  void ranksLearnAsOneDoes(Engine engine, Communicator world) {
    for (long bytes : new long[] {1, 700, 25 << 20}) {
      Network one = Points.network(7);
      List<Double> expected = alone(one, new Sgd(0.2, 0.9, 1e-4));
      Network mine = Points.network(world.rank() + 7); // rank 0's numbers count
      var setup = DataParallel.setup(world, engine.of(mine));
      setup.bucketBytes(bytes).firstBucketBytes(bytes);
      assertSameLosses(together(world, mine, setup, new Sgd(0.2, 0.9, 1e-4)), expected, 1e-4);
      assertClose(values(mine), values(one), 1e-4);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Ranks({1, 2, 3})
  void aShardedOptimizerIsAsAWholeOne(Engine engine, Communicator world) {
    Network one = Points.network(7);
    List<Double> expected = alone(one, new Adam(0.01));
    Network mine = Points.network(7);
    var setup = DataParallel.setup(world, engine.of(mine)).bucketBytes(700).sharded();
    assertSameLosses(together(world, mine, setup, new Adam(0.01)), expected, 1e-4);
    assertClose(values(mine), values(one), 1e-3);
  }

  @Test
  @Ranks(3)
  void aShardedOptimizerKeepsItsShareOfTheState(Communicator world) {
    Network network = Points.network(7);
    long all = network.parameters().stream().mapToLong(Parameter::size).sum() * 2 * Float.BYTES;
    try (var parallel = DataParallel.setup(world, network).sharded().open()) {
      long mine = parallel.optimizer(new Adam(0.01)).stateBytes();
      assertThat(mine).isLessThanOrEqualTo(all / 3 + 100);
      assertThat(world.allreduce(mine, Op.SUM)).isEqualTo(all);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16"})
  @Ranks({2, 3})
  void halfTheBitsAreEnough(ElementType format, Communicator world) {
    Network one = Points.network(7);
    List<Double> expected = alone(one, new Sgd(0.2));
    Network mine = Points.network(7);
    var setup = DataParallel.setup(world, mine).exchange(Exchange.half(format));
    assertSameLosses(together(world, mine, setup, new Sgd(0.2)), expected, 0.02);
  }

  @Test
  @Ranks({2, 3})
  void theLargestOfAllAreAll(Communicator world) {
    Network one = Points.network(7);
    List<Double> expected = alone(one, new Sgd(0.2));
    Network mine = Points.network(7);
    var setup = DataParallel.setup(world, mine).exchange(Exchange.topK(1));
    assertSameLosses(together(world, mine, setup, new Sgd(0.2)), expected, 1e-4);
  }

  @Test
  @Ranks(2)
  void whatIsNotSentNowIsSentLater(Communicator world) {
    Network network = Points.network(7);
    Points.Batch test = Points.draw(500, 1_000_000);
    try (var parallel = DataParallel.setup(world, network).exchange(Exchange.topK(0.05)).open()) {
      ModelOptimizer optimizer = parallel.optimizer(new Sgd(0.2));
      for (int step = 0; step < 500; step++) {
        network.zeroGradients();
        Points.learn(network, Points.draw(BATCH, step).of(world.rank(), world.size()));
        parallel.finish();
        optimizer.step();
      }
      parallel.requireIdentical();
      assertThat(Points.accuracy(network, test)).isGreaterThan(0.9);
    }
  }

  @Test
  @Ranks({1, 2, 3})
  void gradientsOfSeveralPassesAddUp(Communicator world) {
    Network one = Points.network(7);
    Network mine = Points.network(7);
    Points.learn(one, Points.draw(BATCH, 0));
    Points.learn(one, Points.draw(BATCH, 1));
    try (var parallel = DataParallel.setup(world, mine).bucketBytes(500).open()) {
      try (var quiet = parallel.noSync()) {
        Points.learn(mine, Points.draw(BATCH, 0).of(world.rank(), world.size()));
        assertThatThrownBy(parallel::finish).isInstanceOf(IllegalStateException.class);
        assertThat(quiet).isNotNull();
      }
      Points.learn(mine, Points.draw(BATCH, 1).of(world.rank(), world.size()));
      parallel.finish();
      assertClose(floats(mine.gradients()), floats(one.gradients()), 1e-4);
    }
  }

  private static List<Float> floats(MemorySegment memory) {
    List<Float> all = new ArrayList<>();
    for (float f : memory.toArray(ValueLayout.JAVA_FLOAT)) {
      all.add(f);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Ranks({1, 3})
  void aLongGradientIsClipped(boolean isSharded, Communicator world) {
    Network one = Points.network(7);
    Points.learn(one, Points.draw(BATCH, 0));
    double norm = Math.sqrt(Bucket.squares(one.gradients(), ElementType.FLOAT32));
    Network mine = Points.network(7);
    var setup = DataParallel.setup(world, mine).bucketBytes(500);
    try (var parallel = (isSharded ? setup.sharded() : setup).open()) {
      ModelOptimizer optimizer = parallel.optimizer(new Sgd(1));
      List<Float> before = values(mine);
      Points.learn(mine, Points.draw(BATCH, 0).of(world.rank(), world.size()));
      parallel.finish();
      assertThat(parallel.clip(norm * 2)).isCloseTo(norm, within(1e-5));
      assertThat(parallel.clip(norm / 4)).isCloseTo(norm, within(1e-5));
      assertThat(parallel.clip(norm / 4)).isCloseTo(norm / 4, within(1e-5));
      optimizer.step();
      double moved = 0;
      for (int i = 0; i < before.size(); i++) {
        moved += Math.pow(values(mine).get(i) - before.get(i), 2);
      }
      assertThat(Math.sqrt(moved)).isCloseTo(norm / 4, within(1e-5));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Ranks({1, 2, 4})
  void whoHasNoMoreExamplesFollowsTheOthers(boolean isSharded, Communicator world) {
    Network network = Points.network(7);
    var setup = DataParallel.setup(world, network).bucketBytes(500);
    try (var parallel = (isSharded ? setup.sharded() : setup).open()) {
      ModelOptimizer optimizer = parallel.optimizer(new Sgd(0.2, 0.9, 0));
      int batches = 3 + 2 * world.rank();
      try (Join join = parallel.join(optimizer::step)) {
        for (int step = 0; step < batches; step++) {
          network.zeroGradients();
          Points.learn(network, Points.draw(16, 100L * world.rank() + step));
          parallel.finish();
          optimizer.step();
        }
        assertThat(join).isNotNull();
      }
      assertThat(optimizer.steps()).isEqualTo(3 + 2 * (world.size() - 1));
      parallel.requireIdentical();
      network.zeroGradients(); // and then all have examples again
      Points.learn(network, Points.draw(16, world.rank()));
      parallel.finish();
      optimizer.step();
      parallel.requireIdentical();
    }
  }

  @Test
  @Ranks(2)
  void theMeanIsOfThoseThatHaveExamples(Communicator world) {
    Network one = Points.network(7);
    Points.learn(one, Points.draw(16, 5));
    Network mine = Points.network(7);
    try (var parallel = DataParallel.setup(world, mine).open()) {
      try (Join join = parallel.join(() -> {})) {
        assertThat(join).isNotNull();
        if (world.rank() == 1) {
          Points.learn(mine, Points.draw(16, 5));
          parallel.finish();
        }
      }
    }
    assertClose(floats(mine.gradients()), floats(one.gradients()), 1e-6);
  }

  @Test
  @Ranks(3)
  void ranksThatHaveDrivenApartAreNamed(Communicator world) {
    Network network = Points.network(7);
    try (var parallel = DataParallel.setup(world, network).open()) {
      parallel.requireIdentical();
      if (world.rank() == 2) {
        network.parameters().get(2).values().setAtIndex(ValueLayout.JAVA_FLOAT, 3, 0.125f);
      }
      assertThatThrownBy(parallel::requireIdentical)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "parameter 2.weight is not the same on all ranks: not as on rank 0 is it on ranks"
                  + " [2]");
    }
  }

  @Test
  @Ranks(3)
  void anotherModelIsAnErrorOnAllRanks(Communicator world) {
    Network network =
        world.rank() == 1
            ? new Network(1, List.of(new Dense(2, 5)))
            : new Network(1, List.of(new Dense(2, 4)));
    assertThatThrownBy(() -> DataParallel.setup(world, network).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            world.rank() == 1
                ? "rank 1 has another model than rank 0: 0.weight FLOAT32 [2, 5], and not"
                    + " 0.weight FLOAT32 [2, 4]"
                : "rank 1 has another model than rank 0");
  }

  @Test
  @Ranks(2)
  void bucketsGoWhileTheBackwardPassRuns(Communicator world) {
    Network network = Points.network(7);
    var setup = DataParallel.setup(world, network).firstBucketBytes(100).bucketBytes(2500);
    try (var parallel = setup.open()) {
      Points.learn(network, Points.draw(BATCH, 0));
      parallel.finish();
      StepTimes times = parallel.times();
      assertThat(times.buckets()).hasSizeGreaterThan(2);
      assertThat(times.buckets().getFirst().bytes()).isEqualTo(3 * Float.BYTES);
      assertThat(times.buckets())
          .allSatisfy(
              b -> {
                assertThat(b.startNanos()).isLessThanOrEqualTo(times.waitNanos());
                assertThat(b.endNanos()).isBetween(b.startNanos(), times.endNanos());
              });
    }
  }
}
