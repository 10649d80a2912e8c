package org.purempi.learn.pytorch;

import java.util.Arrays;
import java.util.Random;
import org.bytedeco.pytorch.LinearImpl;
import org.bytedeco.pytorch.ReLUImpl;
import org.bytedeco.pytorch.SequentialImpl;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Dense layers with ReLU between them, and random examples to learn from. */
final class Perceptron {
  private final SequentialImpl module = new SequentialImpl();
  private final long inputs;
  private final long classes;

  /** So many inputs, numbers of the hidden layers, and classes. */
  Perceptron(long seed, long... widths) {
    inputs = widths[0];
    classes = widths[widths.length - 1];
    torch.manual_seed(seed);
    for (int i = 1; i < widths.length; i++) {
      if (i > 1) {
        module.push_back(new ReLUImpl());
      }
      module.push_back(new LinearImpl(widths[i - 1], widths[i]));
    }
  }

  SequentialImpl module() {
    return module;
  }

  /** Random examples, the same for the same seed. */
  Examples draw(long seed, int count) {
    var random = new Random(seed);
    float[] x = new float[Math.toIntExact(count * inputs)];
    long[] y = new long[count];
    Arrays.setAll(y, i -> random.nextLong(classes));
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    return new Examples(torch.tensor(x).view(count, inputs), torch.tensor(y));
  }

  /** The mean loss of examples. */
  Tensor loss(Examples examples) {
    return torch.cross_entropy(module.forward(examples.x()), examples.y());
  }

  /** The mean loss of eight examples, the same at every call. */
  Tensor loss() {
    return loss(draw(3, 8));
  }

  /** Rows of inputs, and the class of each. */
  record Examples(Tensor x, Tensor y) {
    /** Those of a rank. */
    Examples of(int rank, int ranks) {
      long share = y.numel() / ranks;
      return new Examples(x.narrow(0, rank * share, share), y.narrow(0, rank * share, share));
    }
  }
}
