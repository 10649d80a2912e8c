package org.purempi.learn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each layer's gradients are how fast the loss grows with each of its numbers. */
@Timeout(120)
class GradientTest {
  private static Network of(Layer... layers) {
    return new Network(1, List.of(layers));
  }

  @Test
  void ofDense() {
    Differences.check(of(new Dense(7, 5)), Differences.random(4, 7, 1), true);
  }

  @Test
  void ofAConvolution() {
    Differences.check(
        of(new Convolution(5, 4, 2, 3, 3)), Differences.random(2, 5 * 4 * 2, 1), true);
  }

  /** None of the numbers is so near zero that a difference would reach over the bend. */
  @Test
  void ofRelu() {
    Tensor x = Differences.random(3, 5, 1);
    for (int i = 0; i < x.data().length; i++) {
      x.data()[i] += Math.copySign(0.1f, x.data()[i]);
    }
    Differences.check(of(new Relu()), x, true);
  }

  /** All numbers differ by more than a difference's step; the last row is odd. */
  @Test
  void ofMaxPool() {
    var x = new Tensor(2, 5 * 4 * 3);
    List<Float> numbers = new Random(5).doubles(200).mapToObj(d -> (float) d).sorted().toList();
    int[] order = new Random(6).ints(0, 200).distinct().limit(x.data().length).toArray();
    for (int i = 0; i < order.length; i++) {
      x.data()[i] = numbers.get(order[i]) + 0.01f * order[i];
    }
    Differences.check(of(new MaxPool(5, 4, 3)), x, true);
  }

  @Test
  void ofBatchNorm() {
    Differences.check(of(new BatchNorm(3)), Differences.random(6, 3, 1), true);
  }

  @Test
  void ofBatchNormThatTakesTheRunningStatistics() {
    var layer = new BatchNorm(3);
    Network network = of(layer);
    network.apply(Differences.random(6, 3, 2));
    layer.learns(false);
    Differences.check(network, Differences.random(6, 3, 1), true);
  }

  /** One word comes twice, one never. */
  @Test
  void ofAnEmbedding() {
    var x = new Tensor(new float[] {0, 3, 3, 1}, 2, 2);
    Differences.check(of(new Embedding(5, 3)), x, false);
  }

  @Test
  void ofPartOfAnEmbedding() {
    var x = new Tensor(new float[] {0, 3, 3, 1, 2, 4}, 2, 3);
    Differences.check(of(new Embedding(5, 3, 2, 2)), x, false);
  }

  @Test
  void ofLayersInARow() {
    Network network = of(new Dense(6, 5), new BatchNorm(5), new Dense(5, 4), new Dense(4, 3));
    Differences.check(network, Differences.random(5, 6, 1), true);
  }

  @Test
  void ofTheLoss() {
    Tensor scores = Differences.random(4, 5, 1);
    int[] labels = {4, 0, 2, 2};
    Tensor gradient = SoftmaxCrossEntropy.of(scores, labels, 1).gradient();
    for (int i = 0; i < scores.data().length; i++) {
      double of =
          Differences.of(
              MemorySegment.ofArray(scores.data()),
              i,
              () -> SoftmaxCrossEntropy.of(scores, labels, 1).sum());
      assertThat(of).isCloseTo(gradient.data()[i], Differences.near(gradient.data()[i]));
    }
  }

  @Test
  void aLossOverMoreExamplesHasASmallerGradient() {
    Tensor scores = Differences.random(2, 3, 1);
    var part = SoftmaxCrossEntropy.of(scores, new int[] {0, 1}, 8);
    var whole = SoftmaxCrossEntropy.of(scores, new int[] {0, 1}, 1);
    assertThat(part.sum()).isEqualTo(whole.sum());
    assertThat(part.gradient().get(1, 2) * 8).isEqualTo(whole.gradient().get(1, 2));
  }

  /** A part of a network begins, computes and learns as that part of the whole. */
  @Test
  void aNetworkInTwoPartsIsTheWhole() {
    var whole = new Network(9, List.of(new Dense(3, 4), new Relu(), new Dense(4, 2)));
    var front = new Network(9, 0, List.of(new Dense(3, 4), new Relu()));
    var rest = new Network(9, 2, List.of(new Dense(4, 2)));
    Tensor x = Differences.random(3, 3, 1);
    assertThat(rest.apply(front.apply(x)).data()).isEqualTo(whole.apply(x).data());
    assertThat(rest.parameters().getFirst().name())
        .isEqualTo(whole.parameters().get(2).name())
        .isEqualTo("2.weight");
  }

  @Test
  void labelsThatAreNoClassesAreRefused() {
    Tensor scores = Differences.random(2, 3, 1);
    assertThatThrownBy(() -> SoftmaxCrossEntropy.of(scores, new int[] {0, 3}, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("label 3 is none of the 3 classes, which count from 0");
    assertThatThrownBy(() -> SoftmaxCrossEntropy.of(scores, new int[] {0}, 2))
        .hasMessage("2 rows of scores need as many labels, not 1");
  }
}
