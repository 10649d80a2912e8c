package org.purempi.learn.server;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Relu;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/** A task for a small network: which of three spirals a point lies on. */
final class Spirals {
  private static final int ARMS = 3;

  private Spirals() {}

  /** Points and their arms. */
  static final class Batch {
    private final Tensor points;
    private final int[] arms;

    Batch(Tensor points, int[] arms) {
      this.points = points;
      this.arms = arms;
    }
  }

  static Network network() {
    return new Network(
        5, List.of(new Dense(2, 32), new Relu(), new Dense(32, 32), new Relu(), new Dense(32, 3)));
  }

  static float[] values(Network network) {
    var all = new float[network.parameters().stream().mapToInt(p -> (int) p.size()).sum()];
    int at = 0;
    for (var p : network.parameters()) {
      float[] its = p.values().toArray(ValueLayout.JAVA_FLOAT);
      System.arraycopy(its, 0, all, at, its.length);
      at += its.length;
    }
    return all;
  }

  /** The same number gives the same points. */
  static Batch batch(int number, int examples) {
    var random = new Random(number);
    var points = new Tensor(examples, 2);
    int[] arms = new int[examples];
    for (int i = 0; i < examples; i++) {
      arms[i] = random.nextInt(ARMS);
      double far = random.nextDouble();
      double turn = 2 * Math.PI * arms[i] / ARMS + 4 * far + 0.1 * random.nextGaussian();
      points.data()[2 * i] = (float) (2 * far * Math.cos(turn));
      points.data()[2 * i + 1] = (float) (2 * far * Math.sin(turn));
    }
    return new Batch(points, arms);
  }

  static void learn(Network network, Batch batch) {
    var memo = new Memo();
    Tensor scores = network.forward(batch.points, memo);
    var loss = SoftmaxCrossEntropy.of(scores, batch.arms, batch.arms.length);
    Tensor unused = network.backward(loss.gradient(), memo);
  }

  static double accuracy(Network network) {
    Batch test = batch(-1, 2000);
    int right =
        SoftmaxCrossEntropy.of(network.apply(test.points), test.arms, test.arms.length).right();
    return right / (double) test.arms.length;
  }
}
