package org.purempi.learn.djl;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.MemorySegment;
import java.util.function.BiConsumer;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.junit.Ranks;
import org.purempi.learn.Parameter;
import org.purempi.learn.data.DataParallel;

/** What this library sees of what DJL trains, and the other way round. */
@Timeout(300)
class DjlModelTest {
  private static final int STEPS = 10;
  private static final int BATCH = 32;

  @BeforeAll
  static void load() {
    Mpi.run(1, DjlLibrary::load);
  }

  private static float[] floats(MemorySegment memory) {
    return memory.toArray(JAVA_FLOAT);
  }

  private static NDArray array(Perceptron net, int index) {
    return net.trainer().getModel().getBlock().getParameters().get(index).getValue().getArray();
  }

  @Test
  void gradientsAreThereFromTheBeginningAndStayWhereTheyAre() {
    try (var net = new Perceptron(false)) {
      var model = new DjlModel(net.trainer());
      assertThat(model.parameters())
          .extracting(Parameter::name)
          .containsExactly("01Linear_weight", "01Linear_bias", "03Linear_weight", "03Linear_bias");
      assertThat(model.parameters().getFirst().shape()).containsExactly(32L, 12L);
      model.parameters().forEach(p -> assertThat(floats(p.gradient())).containsOnly(0));
      for (int step = 0; step < STEPS; step++) {
        net.backward(step, BATCH, 0, 1);
        for (int i = 0; i < model.parameters().size(); i++) {
          Parameter p = model.parameters().get(i);
          try (NDArray gradient = array(net, i).getGradient()) {
            assertThat(floats(p.gradient())).isEqualTo(gradient.toFloatArray());
          }
          assertThat(floats(p.values())).isEqualTo(array(net, i).toFloatArray());
        }
        assertThat(floats(model.parameters().getLast().gradient())).doesNotContain(0);
        net.trainer().step();
        model.checkPlaces();
      }
      assertThat(floats(model.parameters().getLast().gradient())).containsOnly(0);
    }
  }

  @Test
  void passesAddUntilZeroGradients() {
    try (var net = new Perceptron(false)) {
      var model = new DjlModel(net.trainer());
      MemorySegment bias = model.parameters().getLast().gradient();
      net.backward(3, BATCH, 0, 1);
      float once = bias.get(JAVA_FLOAT, 0);
      net.backward(3, BATCH, 0, 1);
      assertThat(bias.get(JAVA_FLOAT, 0)).isCloseTo(2 * once, within(1e-6f));
      model.zeroGradients();
      net.backward(3, BATCH, 0, 1);
      assertThat(bias.get(JAVA_FLOAT, 0)).isEqualTo(once);
    }
  }

  @Test
  void djlDoesNotTellWhenAGradientIsComplete() {
    try (var net = new Perceptron(false)) {
      var model = new DjlModel(net.trainer());
      assertThat(model.onGradient(i -> {})).isFalse();
      assertThat(model.gradients()).isNull();
    }
  }

  @Test
  void runningMeansAreBuffersAndFrozenParametersAreNone() {
    try (var net = new Perceptron(true)) {
      var model = new DjlModel(net.trainer());
      assertThat(model.buffers()).hasSize(2);
      float[] before = floats(model.buffers().getFirst());
      net.backward(1, BATCH, 0, 1);
      assertThat(floats(model.buffers().getFirst())).isNotEqualTo(before);
      var block = net.trainer().getModel().getBlock();
      block.freezeParameters(true, p -> p.getName().equals("weight"));
      assertThat(new DjlModel(net.trainer()).parameters())
          .extracting(Parameter::name)
          .containsExactly(
              "01Linear_bias", "02BatchNorm_gamma", "02BatchNorm_beta", "04Linear_bias");
      block.freezeParameters(true);
      assertThatThrownBy(() -> new DjlModel(net.trainer()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no parameter");
    }
  }

  @Test
  void anArrayThatWasReplacedIsNamed() {
    try (var net = new Perceptron(false)) {
      var model = new DjlModel(net.trainer());
      net.trainer().getModel().getBlock().clear();
      net.trainer().initialize(new Shape(1, 12));
      assertThatThrownBy(model::checkPlaces).hasMessageContaining("01Linear_weight");
    }
  }

  @Test
  void aTrainerThatWasNotInitialisedIsAnError() {
    try (var bare = Model.newInstance("bare", DjlLibrary.ENGINE);
        var trainer = Perceptron.untouched(bare)) {
      assertThatThrownBy(() -> new DjlModel(trainer))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("trainer.initialize");
    }
  }

  /** DJL's own optimiser on both sides; each rank is a process, for DJL collects once a JVM. */
  @Test
  @Ranks(value = 2, processes = true, seconds = 240)
  void ranksLearnAsOneDoes(Communicator world) {
    DjlLibrary.load(world);
    try (var mine = new Perceptron(false);
        var whole = new Perceptron(false)) {
      var model = new DjlModel(mine.trainer());
      var other = new DjlModel(whole.trainer());
      try (var parallel = DataParallel.setup(world, model).open()) {
        forEach(model, other, (a, b) -> b.values().copyFrom(a.values()));
        for (int step = 0; step < STEPS; step++) {
          mine.backward(step, BATCH, world.rank(), world.size());
          parallel.finish();
          mine.trainer().step();
          whole.backward(step, BATCH, 0, 1);
          whole.trainer().step();
          forEach(
              model,
              other,
              (a, b) ->
                  assertThat(floats(a.values()))
                      .containsExactly(floats(b.values()), Offset.offset(1e-5f)));
        }
        parallel.requireIdentical();
        model.checkPlaces();
      }
    }
  }

  private static void forEach(DjlModel a, DjlModel b, BiConsumer<Parameter, Parameter> action) {
    for (int i = 0; i < a.parameters().size(); i++) {
      action.accept(a.parameters().get(i), b.parameters().get(i));
    }
  }
}
