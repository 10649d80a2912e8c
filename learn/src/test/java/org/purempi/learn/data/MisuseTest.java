package org.purempi.learn.data;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.junit.Ranks;
import org.purempi.learn.Adam;
import org.purempi.learn.ElementType;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;
import org.purempi.learn.engine.BatchNorm;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Layer;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Points;
import org.purempi.learn.engine.Tensor;

/** Calls out of place, and models at the edge of what is one. */
@Ranks(value = 1, seconds = 60)
class MisuseTest {
  /** Passes gradients on, but for one call. */
  private static final class Failing extends Layer {
    private int left;

    Failing(int left) {
      super();
      this.left = left;
    }

    @Override
    public Tensor forward(Tensor x, Memo memo) {
      return x;
    }

    @Override
    public Tensor backward(Tensor gradient, Memo memo) {
      if (--left == 0) {
        throw new ArithmeticException("the third pass");
      }
      return gradient;
    }
  }

  @Test
  void anErrorInTheMidstOfAPassEndsAJoin() {
    assertThatThrownBy(() -> Mpi.run(2, MisuseTest::failInTheMidst))
        .cause()
        .isInstanceOf(ArithmeticException.class)
        .hasSuppressedException(
            new IllegalStateException(
                "join() ended in the midst of a pass: call finish() after each backward pass"));
  }

  private static void failInTheMidst(Communicator world) {
    var failing = new Failing(world.rank() == 1 ? 3 : 0);
    var network = new Network(1, List.of(new Dense(2, 4), failing, new Dense(4, Points.CLASSES)));
    var setup = DataParallel.setup(world, network).firstBucketBytes(20).bucketBytes(20);
    try (var parallel = setup.open();
        Join join = parallel.join(() -> {})) {
      assertThat(join).isNotNull();
      for (int step = 0; step < 5; step++) {
        Points.learn(network, Points.draw(16, step));
        parallel.finish();
      }
    }
  }

  @Test
  void aSecondPassBeforeFinishIsRefused(Communicator world) {
    Network network = Points.network(7);
    try (var parallel = DataParallel.setup(world, network).open()) {
      Points.learn(network, Points.draw(16, 0));
      assertThatThrownBy(() -> Points.learn(network, Points.draw(16, 1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "the gradient of parameter 4.bias has come twice: call finish() after each backward"
                  + " pass, and let those that only add up be within noSync()");
      parallel.finish();
    }
  }

  @Test
  void whatIsClosedTwiceIsClosedOnce(Communicator world) {
    Network network = Points.network(7);
    DataParallel parallel = DataParallel.setup(world, network).open();
    DataParallel.Quiet quiet = parallel.noSync();
    quiet.close();
    quiet.close();
    try (var again = parallel.noSync()) {
      assertThat(again).isNotNull();
      assertThatThrownBy(parallel::finish).hasMessageContaining("within noSync()");
    }
    parallel.finish();
    parallel.close();
    assertThatCode(parallel::close).doesNotThrowAnyException();
    assertThatThrownBy(parallel::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("finish() after close()");
  }

  @Test
  void aLengthIsNotNegative(Communicator world) {
    try (var parallel = DataParallel.setup(world, Points.network(7)).open()) {
      for (double most : new double[] {-1, Double.NaN}) {
        assertThatThrownBy(() -> parallel.clip(most))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("a gradient is not clipped to a length of " + most);
      }
    }
    MemorySegment four = MemorySegment.ofArray(new float[4]);
    assertThatThrownBy(() -> new Parameter("p", List.of(-2L, -2L), ElementType.FLOAT32, four, four))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parameter p has the shape [-2, -2]");
  }

  @Test
  void memoryOfAnotherSizeThanTheParametersIsRefused(Communicator world) {
    Network network = Points.network(7);
    Model model = new Flat(network.parameters(), network.gradients().asSlice(0, 100));
    assertThatThrownBy(() -> DataParallel.setup(world, model).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the model's gradients() has 100 bytes, and its parameters together have "
                + network.gradients().byteSize());
  }

  @Test
  @Ranks(2)
  void aParameterMayHaveNoNumbers(Communicator world) {
    MemorySegment none = MemorySegment.ofArray(new float[0]);
    Model model =
        () -> List.of(new Parameter("none", List.of(0L), ElementType.FLOAT32, none, none));
    for (Exchange exchange :
        List.of(
            Exchange.FULL,
            Exchange.HIERARCHICAL,
            Exchange.half(ElementType.FLOAT16),
            Exchange.topK(0.1))) {
      try (var parallel = DataParallel.setup(world, model).exchange(exchange).open()) {
        parallel.finish();
        assertThat(parallel.clip(1)).isZero();
      }
    }
    try (var parallel = DataParallel.setup(world, model).sharded().open()) {
      ModelOptimizer optimizer = parallel.optimizer(new Adam(0.1));
      parallel.finish();
      optimizer.step();
      assertThat(optimizer.stateBytes()).isZero();
    }
  }

  @Test
  @Ranks(2)
  void gradientsOfAShardedModelStayAsTheyAre(Communicator world) {
    Network network = Points.network(7);
    try (var parallel = DataParallel.setup(world, network).sharded().open()) {
      Points.learn(network, Points.draw(16, world.rank()));
      float[] own = network.gradients().toArray(JAVA_FLOAT);
      parallel.finish();
      double norm = parallel.clip(1000);
      assertThat(network.gradients().toArray(JAVA_FLOAT)).isEqualTo(own);
      parallel.finish(); // the same again
      assertThat(parallel.clip(1000)).isEqualTo(norm);
    }
  }

  @Test
  void aShardedModelHasNoExchangeToChoose(Communicator world) {
    var setup = DataParallel.setup(world, Points.network(7)).sharded().exchange(Exchange.topK(0.1));
    assertThatThrownBy(setup::open)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("sharded() has an exchange of its own: leave out exchange(), or sharded()");
  }

  @Test
  @Ranks(2)
  void ownBuffersMayDiffer(Communicator world) {
    Network network = new Network(1, List.of(new Dense(2, Points.CLASSES), new BatchNorm(3)));
    try (var parallel = DataParallel.setup(world, network).ownBuffers().open()) {
      Points.learn(network, Points.draw(16, world.rank()));
      parallel.finish();
      parallel.requireIdentical();
      assertThatThrownBy(() -> Replicas.requireIdentical(world, network))
          .hasMessageStartingWith("buffer 0 is not the same on all ranks");
    }
  }

  /** Memory that is nowhere: nobody looks into it. */
  @SuppressWarnings("restricted")
  private static MemorySegment nowhere(long size) {
    return MemorySegment.NULL.reinterpret(size * Float.BYTES);
  }

  private static Parameter large(String name, long size) {
    MemorySegment memory = nowhere(size);
    return new Parameter(name, List.of(size), ElementType.FLOAT32, memory, memory);
  }

  @Test
  void aBucketHasNoMoreNumbersThanAnArray() {
    long size = 1L << 30;
    MemorySegment memory = nowhere(3 * size);
    Model model = new Flat(List.of(large("a", size), large("b", size), large("c", size)), memory);
    assertThat(Bucket.of(model, 1, Long.MAX_VALUE, Arena.ofAuto()))
        .extracting(b -> b.parameters().size())
        .containsExactly(1, 1, 1);
    Model larger = new Flat(List.of(large("a", 3 * size)), memory);
    assertThatThrownBy(() -> Bucket.of(larger, 1, 1, Arena.ofAuto()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parameter a has 3221225472 numbers, and a bucket takes at most 2147483639");
  }

  /** Parameters, and the memory of all their gradients. */
  private record Flat(List<Parameter> parameters, MemorySegment gradients) implements Model {}

  @Test
  void tooManyOfTheLargestAreRefused() {
    assertThat(TopKSummation.total(1000, 1000)).isEqualTo(1_000_000);
    assertThatThrownBy(() -> TopKSummation.total(6_553_600, 200))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the 6553600 largest numbers of each of 200 ranks are too many for an array: make the"
                + " share or the buckets smaller");
  }

  /** A model of one buffer, which a rank's own passes change. */
  @Test
  @Ranks(3)
  void buffersAreThoseOfARankThatHasExamples(Communicator world) {
    Network network = Points.network(7);
    var buffer = MemorySegment.ofArray(new float[1]);
    Model model =
        new Model() {
          @Override
          public List<Parameter> parameters() {
            return network.parameters();
          }

          @Override
          public List<MemorySegment> buffers() {
            return List.of(buffer);
          }
        };
    try (var parallel = DataParallel.setup(world, model).open()) {
      try (Join join = parallel.join(() -> {})) {
        assertThat(join).isNotNull();
        for (int step = 1; step <= 2 * world.rank(); step++) {
          buffer.setAtIndex(JAVA_FLOAT, 0, 10 * world.rank() + step);
          parallel.finish();
        }
      }
      parallel.requireIdentical();
      assertThat(buffer.getAtIndex(JAVA_FLOAT, 0)).isEqualTo(24); // rank 2's fourth step
    }
  }
}
