import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;

/**
 * A real job on real data. 60,000 small pictures of clothes train a classifier (softmax
 * regression), data-parallel: each rank holds its share of the pictures, and the gradients are
 * summed with allreduce. The loss is the same on any number of ranks, up to rounding.
 *
 * <pre>
 * examples/install-fashion-mnist                the data: Debian's dataset-fashion-mnist
 * bin/mpiexec -n 2 examples/FashionMnist.java
 * </pre>
 */
public final class FashionMnist {
  private static final int PIXELS = 28 * 28;
  private static final int CLASSES = 10;
  private static final int WEIGHTS =
      CLASSES * PIXELS; // then one bias for each class, then the loss
  private static final int TRAINING = 60_000;
  private static final int TEST = 10_000;
  private static final int BATCH = 240;
  private static final int EPOCHS = 4;
  private static final double RATE = 0.1;
  private static final double FADE = 0.7; // of the rate, from epoch to epoch

  private static Path data = Path.of("/usr/share/datasets/fashion-mnist");

  public static void main(String[] args) {
    if (args.length > 0) {
      data = Path.of(args[0]);
    }
    Mpi.run(2, FashionMnist::run);
  }

  static void run(Communicator world) throws IOException {
    Pictures training = Pictures.share(world, data, "train", TRAINING);
    double[] model = new double[WEIGHTS + CLASSES];
    double rate = RATE;
    for (int epoch = 1; epoch <= EPOCHS; epoch++) {
      double loss = 0;
      for (int batch = 0; batch < TRAINING; batch += BATCH) {
        double[] gradient = new double[WEIGHTS + CLASSES + 1];
        for (int i = batch; i < batch + BATCH; i++) {
          if (training.has(i)) {
            learn(model, training, i, gradient);
          }
        }
        world.allreduce(gradient, Op.SUM);
        for (int w = 0; w < model.length; w++) {
          model[w] -= rate / BATCH * gradient[w];
        }
        loss += gradient[model.length];
      }
      rate *= FADE;
      if (world.rank() == 0) {
        IO.println("epoch %d: loss %.6f".formatted(epoch, loss / TRAINING));
      }
    }

    Pictures test = Pictures.share(world, data, "t10k", TEST);
    int right = 0;
    for (int i = 0; i < TEST; i++) {
      right += test.has(i) && guess(model, test, i) == test.label(i) ? 1 : 0;
    }
    double accuracy = world.allreduce(right, Op.SUM) / (double) TEST;
    if (world.rank() == 0) {
      IO.println("test accuracy %.4f".formatted(accuracy));
    }
  }

  /** Adds one picture's loss and its gradient to {@code gradient}. */
  static void learn(double[] model, Pictures pictures, int i, double[] gradient) {
    double[] x = pictures.pixels(i);
    double[] p = probabilities(model, x);
    int label = pictures.label(i);
    gradient[model.length] -= Math.log(p[label]);
    p[label] -= 1;
    for (int c = 0; c < CLASSES; c++) {
      double error = p[c];
      for (int k = 0; k < PIXELS; k++) {
        gradient[c * PIXELS + k] += error * x[k];
      }
      gradient[WEIGHTS + c] += error;
    }
  }

  static int guess(double[] model, Pictures pictures, int i) {
    double[] p = probabilities(model, pictures.pixels(i));
    int best = 0;
    for (int c = 1; c < CLASSES; c++) {
      best = p[c] > p[best] ? c : best;
    }
    return best;
  }

  /** How likely each class is: softmax(Wx + b). */
  static double[] probabilities(double[] model, double[] x) {
    double[] p = new double[CLASSES];
    double max = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < CLASSES; c++) {
      p[c] = model[WEIGHTS + c] + dot(model, c * PIXELS, x);
      max = Math.max(max, p[c]);
    }
    double sum = 0;
    for (int c = 0; c < CLASSES; c++) {
      p[c] = Math.exp(p[c] - max);
      sum += p[c];
    }
    for (int c = 0; c < CLASSES; c++) {
      p[c] /= sum;
    }
    return p;
  }

  /** Four sums at a time, because additions of one sum wait for each other. */
  static double dot(double[] model, int at, double[] x) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int k = 0; k < PIXELS; k += 4) {
      a += model[at + k] * x[k];
      b += model[at + k + 1] * x[k + 1];
      c += model[at + k + 2] * x[k + 2];
      d += model[at + k + 3] * x[k + 3];
    }
    return a + b + (c + d);
  }

  /** A rank's share of the pictures: every {@code ranks}-th, from number {@code first}. */
  static final class Pictures {
    private final byte[] images;
    private final byte[] labels;
    private final int first;
    private final int ranks;
    private final double[] scratch = new double[PIXELS];

    private Pictures(byte[] images, byte[] labels, Communicator world) {
      this.images = images;
      this.labels = labels;
      this.first = world.rank();
      this.ranks = world.size();
    }

    static Pictures share(Communicator world, Path data, String name, int count)
        throws IOException {
      byte[] images = read(data, name + "-images-idx3-ubyte.gz", 16, world, count, PIXELS);
      byte[] labels = read(data, name + "-labels-idx1-ubyte.gz", 8, world, count, 1);
      return new Pictures(images, labels, world);
    }

    /** The records of this rank from a file of {@code count} records behind a header. */
    private static byte[] read(
        Path data, String file, int headerBytes, Communicator world, int count, int bytes)
        throws IOException {
      Path path = data.resolve(file);
      if (!Files.isReadable(path)) {
        throw new IOException(
            path
                + " is missing: install Debian's package dataset-fashion-mnist"
                + " (examples/install-fashion-mnist does), or name its folder as the argument");
      }
      byte[] share = new byte[(count / world.size() + 1) * bytes];
      try (var in = new DataInputStream(new GZIPInputStream(Files.newInputStream(path), 1 << 16))) {
        in.readFully(new byte[headerBytes]);
        byte[] skipped = new byte[bytes];
        for (int i = 0; i < count; i++) {
          if (i % world.size() == world.rank()) {
            in.readFully(share, i / world.size() * bytes, bytes);
          } else {
            in.readFully(skipped);
          }
        }
      }
      return share;
    }

    boolean has(int i) {
      return i % ranks == first;
    }

    int label(int i) {
      return labels[i / ranks];
    }

    /** The pixels, 0 … 1; valid until the next call. */
    double[] pixels(int i) {
      int at = i / ranks * PIXELS;
      for (int k = 0; k < PIXELS; k++) {
        scratch[k] = (images[at + k] & 0xff) / 255.0;
      }
      return scratch;
    }
  }
}
