package org.purempi.learn.engine;

import java.util.List;
import java.util.Random;

/** A task that a line cannot solve: points of the plane in rings, one class for each ring. */
public final class Points {
  /** How many classes there are. */
  public static final int CLASSES = 3;

  private Points() {}

  /** Examples and their classes. */
  public record Batch(Tensor x, List<Integer> classes) {
    /** The classes as an array. */
    public int[] labels() {
      return classes.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Every {@code ranks}-th example from one on. */
    public Batch of(int rank, int ranks) {
      int n = Math.ceilDiv(x.rows() - rank, ranks);
      var part = new Tensor(n, 2);
      var labels = new Integer[n];
      for (int i = 0; i < n; i++) {
        System.arraycopy(x.data(), 2 * (rank + i * ranks), part.data(), 2 * i, 2);
        labels[i] = classes.get(rank + i * ranks);
      }
      return new Batch(part, List.of(labels));
    }
  }

  /** So many points; the same for the same seed. */
  public static Batch draw(int n, long seed) {
    var random = new Random(seed);
    var x = new Tensor(n, 2);
    var labels = new Integer[n];
    for (int i = 0; i < n; i++) {
      labels[i] = random.nextInt(CLASSES);
      double angle = random.nextDouble() * 2 * Math.PI;
      double radius = 0.4 + labels[i] * 0.6 + 0.1 * random.nextGaussian();
      x.data()[2 * i] = (float) (radius * Math.cos(angle));
      x.data()[2 * i + 1] = (float) (radius * Math.sin(angle));
    }
    return new Batch(x, List.of(labels));
  }

  /** A network for it. */
  public static Network network(long seed) {
    return new Network(
        seed,
        List.of(
            new Dense(2, 32), new Relu(), new Dense(32, 16), new Relu(), new Dense(16, CLASSES)));
  }

  /** Adds the gradient of the mean loss over a batch; returns the sum of the losses. */
  public static double learn(Network network, Batch batch) {
    var memo = new Memo();
    Tensor scores = network.forward(batch.x(), memo);
    var loss = SoftmaxCrossEntropy.of(scores, batch.labels(), batch.x().rows());
    network.backward(loss.gradient(), memo);
    return loss.sum();
  }

  /** The share of examples whose class the network finds. */
  public static double accuracy(Network network, Batch batch) {
    Tensor scores = network.apply(batch.x());
    return SoftmaxCrossEntropy.of(scores, batch.labels(), 1).right() / (double) batch.x().rows();
  }
}
