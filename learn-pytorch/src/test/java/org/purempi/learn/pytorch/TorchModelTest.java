package org.purempi.learn.pytorch;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BatchNorm1dImpl;
import org.bytedeco.pytorch.BatchNormOptions;
import org.bytedeco.pytorch.Module;
import org.bytedeco.pytorch.ReLUImpl;
import org.bytedeco.pytorch.SGD;
import org.bytedeco.pytorch.SGDOptions;
import org.bytedeco.pytorch.SequentialImpl;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.learn.ElementType;
import org.purempi.learn.Parameter;

/** What this library sees of a module, and what the module sees of this library. */
@Timeout(180)
class TorchModelTest {
  private @Nullable PointerScope scope;

  @BeforeEach
  void open() {
    scope = new PointerScope();
  }

  @AfterEach
  void close() {
    Objects.requireNonNull(scope).close();
  }

  private static float[] floats(MemorySegment memory) {
    return memory.toArray(JAVA_FLOAT);
  }

  private static float[] floats(Tensor tensor) {
    float[] all = new float[Math.toIntExact(tensor.numel())];
    tensor.detach().contiguous().data_ptr_float().get(all);
    return all;
  }

  @Test
  void valuesAndGradientsLieSideBySideWhereTheParametersSay() {
    var net = new Perceptron(1, 5, 7, 3);
    float[] before = floats(net.module().parameters().get(2));
    try (var model = new TorchModel(net.module())) {
      assertThat(model.parameters())
          .extracting(Parameter::name)
          .containsExactly("0.weight", "0.bias", "2.weight", "2.bias");
      assertThat(model.parameters().getFirst().shape()).containsExactly(7L, 5L);
      MemorySegment gradients = Objects.requireNonNull(model.gradients());
      assertThat(floats(gradients)).hasSize(5 * 7 + 7 + 7 * 3 + 3).containsOnly(0);
      model.backward(net.loss());
      long at = 0;
      for (int i = 0; i < model.parameters().size(); i++) {
        Parameter p = model.parameters().get(i);
        Tensor tensor = net.module().parameters().get(i);
        assertThat(floats(p.gradient())).isEqualTo(floats(tensor.grad()));
        assertThat(floats(p.values())).isEqualTo(floats(tensor));
        assertThat(p.gradient().address()).isEqualTo(gradients.address() + at);
        at += p.gradient().byteSize();
      }
      assertThat(floats(model.parameters().get(2).values())).isEqualTo(before);
      assertThat(floats(model.parameters().get(2).gradient())).doesNotContain(0);
      model.checkPlaces();
    }
  }

  @Test
  void aSecondPassAddsAndZeroGradientsBeginsAnew() {
    var net = new Perceptron(1, 5, 7, 3);
    try (var model = new TorchModel(net.module())) {
      MemorySegment bias = model.parameters().getLast().gradient();
      model.backward(net.loss());
      float once = bias.get(JAVA_FLOAT, 0);
      model.backward(net.loss());
      assertThat(bias.get(JAVA_FLOAT, 0)).isCloseTo(2 * once, within(1e-6f));
      model.zeroGradients();
      model.backward(net.loss());
      assertThat(bias.get(JAVA_FLOAT, 0)).isEqualTo(once);
    }
  }

  @Test
  void whatIsWrittenToAGradientOrValueIsWhatTheModuleSees() {
    var net = new Perceptron(1, 5, 3);
    try (var model = new TorchModel(net.module())) {
      model.parameters().getFirst().gradient().setAtIndex(JAVA_FLOAT, 4, 2f);
      model.parameters().getFirst().values().setAtIndex(JAVA_FLOAT, 4, 1f);
      new SGD(net.module().parameters(), new SGDOptions(0.25)).step();
      assertThat(model.parameters().getFirst().values().getAtIndex(JAVA_FLOAT, 4)).isEqualTo(0.5f);
    }
  }

  @Test
  void aParameterIsToldOfOnceItsGradientIsComplete() {
    long[] widths = new long[25]; // more hooks than a type of JavaCPP's callbacks has by itself
    Arrays.fill(widths, 4);
    var net = new Perceptron(1, widths);
    try (var model = new TorchModel(net.module())) {
      List<Integer> order = new ArrayList<>();
      List<float[]> seen = new ArrayList<>();
      assertThat(
              model.onGradient(
                  i -> {
                    order.add(i);
                    seen.add(floats(model.parameters().get(i).gradient()));
                  }))
          .isTrue();
      model.backward(net.loss());
      assertThat(order).hasSize(48).doesNotHaveDuplicates();
      assertThat(order.getFirst()).isGreaterThan(45);
      assertThat(order.getLast()).isLessThan(2);
      for (int i = 0; i < seen.size(); i++) {
        assertThat(seen.get(i)).isEqualTo(floats(model.parameters().get(order.get(i)).gradient()));
      }
    }
  }

  @Test
  void unusedParametersComeLast() {
    var net = new Perceptron(1, 4, 4, 2);
    try (var model = new TorchModel(net.module())) {
      List<Integer> order = new ArrayList<>();
      model.onGradient(order::add);
      Tensor first = net.module().parameters().get(1);
      model.backward(first.mul(first).sum());
      assertThat(order).containsExactly(1, 3, 2, 0);
    }
  }

  @Test
  void whatTheListenerThrowsIsThrownAtTheEndOfThePass() {
    var net = new Perceptron(1, 4, 4, 2);
    try (var model = new TorchModel(net.module())) {
      List<Integer> order = new ArrayList<>();
      var failure = new IllegalStateException("rank 1 is gone");
      model.onGradient(
          i -> {
            order.add(i);
            throw failure;
          });
      assertThatThrownBy(() -> model.backward(net.loss())).isSameAs(failure);
      assertThat(order).hasSize(1);
      model.onGradient(order::add);
      model.backward(net.loss());
      assertThat(order).hasSize(5);
    }
  }

  @Test
  void aPassThatBypassesTheModelIsAnErrorWhereSomebodyListens() {
    var net = new Perceptron(1, 4, 2);
    try (var model = new TorchModel(net.module())) {
      model.onGradient(i -> {});
      assertThatThrownBy(() -> net.loss().backward())
          .hasMessageContaining("TorchModel.backward(loss)");
    }
  }

  @Test
  void gradientsThatAnOptimiserHasSetToNoneComeBack() {
    var net = new Perceptron(1, 4, 2);
    try (var model = new TorchModel(net.module())) {
      MemorySegment bias = model.parameters().getLast().gradient();
      model.backward(net.loss());
      float once = bias.get(JAVA_FLOAT, 0);
      new SGD(net.module().parameters(), new SGDOptions(0)).zero_grad();
      assertThatThrownBy(model::checkPlaces).hasMessageContaining("0.weight");
      model.backward(net.loss());
      assertThat(bias.get(JAVA_FLOAT, 0)).isEqualTo(once);
      model.checkPlaces();
    }
  }

  @Test
  void aGradientOrValuesElsewhereAreAnError() {
    var net = new Perceptron(1, 4, 2);
    try (var model = new TorchModel(net.module())) {
      Tensor bias = net.module().parameters().get(1);
      bias.set_data(torch.ones(2));
      assertThatThrownBy(model::checkPlaces).hasMessageContaining("values of 0.bias have moved");
      bias.mutable_grad().put(torch.ones(2));
      assertThatThrownBy(() -> model.backward(net.loss()))
          .hasMessageContaining("gradient of 0.bias has been replaced");
    }
  }

  @Test
  void runningMeansAreBuffersAndTheCountOfBatchesIsNot() {
    var module = new SequentialImpl();
    module.push_back(new BatchNorm1dImpl(new BatchNormOptions(3)));
    try (var model = new TorchModel(module)) {
      assertThat(model.buffers()).hasSize(2);
      assertThat(floats(model.buffers().getFirst())).containsOnly(0);
      Tensor unused = module.forward(torch.ones(4, 3));
      assertThat(floats(model.buffers().getFirst())).containsOnly(0.1f);
    }
  }

  @Test
  void typesMayDifferButThenNothingIsSideBySide() {
    var module = new Module();
    module.register_parameter("half", torch.ones(3).to(torch.ScalarType.Half));
    module.register_parameter("double", torch.ones(2).to(torch.ScalarType.Double));
    module.register_parameter("frozen", torch.ones(2), false);
    try (var model = new TorchModel(module)) {
      assertThat(model.gradients()).isNull();
      assertThat(model.values()).isNull();
      assertThat(model.parameters())
          .extracting(Parameter::type)
          .containsExactly(ElementType.FLOAT16, ElementType.FLOAT64);
      Tensor d = module.parameters().get(1);
      model.backward(d.mul(d).sum());
      assertThat(model.parameters().getLast().gradient().toArray(JAVA_DOUBLE))
          .containsExactly(2, 2);
    }
  }

  @Test
  void aTensorThatModulesShareIsOneParameter() {
    var module = new Module();
    Tensor weight = torch.ones(2);
    module.register_parameter("weight", weight);
    module.register_parameter("tied", weight);
    try (var model = new TorchModel(module)) {
      assertThat(model.parameters()).extracting(Parameter::name).containsExactly("weight");
      model.backward(weight.mul(module.named_parameters().get("tied")).sum());
      assertThat(floats(model.parameters().getFirst().gradient())).containsOnly(2);
      model.checkPlaces();
    }
  }

  @Test
  void aClosedModelLeavesTheModuleItsValues() {
    var net = new Perceptron(1, 4, 2);
    var model = new TorchModel(net.module());
    model.onGradient(i -> {});
    float[] values = floats(model.parameters().getFirst().values());
    model.close();
    net.loss().backward();
    assertThat(floats(net.module().parameters().get(0))).isEqualTo(values);
    assertThat(floats(net.module().parameters().get(0).grad())).doesNotContain(0);
  }

  @Test
  void aModuleThatCannotLearnIsAnError() {
    var module = new SequentialImpl();
    module.push_back(new ReLUImpl());
    assertThatThrownBy(() -> new TorchModel(module))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no parameter");
    var turned = new Module();
    turned.register_parameter("w", torch.ones(2, 3).t());
    assertThatThrownBy(() -> new TorchModel(turned))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("w lies with gaps");
  }
}
