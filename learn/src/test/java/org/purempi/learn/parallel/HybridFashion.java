package org.purempi.learn.parallel;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.learn.Optimizer;
import org.purempi.learn.Parameter;
import org.purempi.learn.Sgd;
import org.purempi.learn.engine.Layer;
import org.purempi.learn.engine.Relu;
import org.purempi.learn.engine.Tensor;

/**
 * Three ways to spread a network over ranks, all at once. 60,000 small pictures of clothes train
 * four dense layers: two stages follow one another (pipeline), each layer is split over two ranks
 * (tensor), and there are as many replicas, each with its share of the pictures, as ranks are left
 * (data). The loss is the same on any number of ranks, up to rounding.
 *
 * <pre>
 * examples/install-fashion-mnist                the data: Debian's dataset-fashion-mnist
 * bin/mpiexec -n 4 examples/HybridFashion.java  one replica
 * bin/mpiexec -n 8 examples/HybridFashion.java  two
 * </pre>
 */
public final class HybridFashion {
  private static final int STAGES = 2;
  private static final int SPLIT = 2;
  private static final int PIXELS = 28 * 28;
  private static final int CLASSES = 10;
  private static final int TRAINING = 60_000;
  private static final int TEST = 10_000;
  private static final int BATCH = 240;
  private static final int TEST_BATCH = 1000;
  private static final int MICRO_BATCHES = 4;
  private static final int EPOCHS = 3;
  private static final double RATE = 0.3;
  private static final double FADE = 0.6; // of the rate, from epoch to epoch
  private static final long SEED = 1;

  private static Path data = Path.of("/usr/share/datasets/fashion-mnist");

  private HybridFashion() {}

  public static void main(String[] args) {
    if (args.length > 0) {
      data = Path.of(args[0]);
    }
    Mpi.run(8, HybridFashion::run);
  }

  /** What each stage does, of which a rank has its part. */
  private static List<List<Layer>> stages(Communicator split) {
    return List.of(
        List.of(
            new ColumnParallelDense(split, PIXELS, 128, false),
            new Relu(),
            new RowParallelDense(split, 128, 64),
            new Relu()),
        List.of(
            new ColumnParallelDense(split, 64, 64, true),
            new Relu(),
            new ColumnParallelDense(split, 64, CLASSES, false)));
  }

  static void run(Communicator world) throws IOException {
    int replicas = Math.max(1, world.size() / (SPLIT * STAGES));
    try (var grid = new Grid(world, replicas, SPLIT, STAGES);
        var network =
            new Pipeline(
                grid.pipeline(),
                Schedule.oneForwardOneBackward(STAGES, MICRO_BATCHES),
                new VocabularyParallelLoss(grid.tensor()),
                SEED,
                stages(grid.tensor()))) {
      train(grid, network);
      Pictures test = Pictures.share(grid, "t10k", TEST);
      int right = 0;
      for (int first = 0; first < TEST; first += TEST_BATCH) {
        Tensor pixels = test.pixels(first, TEST_BATCH);
        right += network.evaluate(pixels, test.labels(first, TEST_BATCH)).right();
      }
      double accuracy = grid.data().allreduce(right, Op.SUM) / (double) TEST;
      if (world.rank() == 0) {
        IO.println("test accuracy %.4f".formatted(accuracy));
      }
    }
  }

  private static void train(Grid grid, Pipeline network) throws IOException {
    Pictures training = Pictures.share(grid, "train", TRAINING);
    int replicas = grid.data().size();
    double start = grid.all().mpi().wtime();
    Optimizer descent = new Sgd(RATE / replicas); // whose gradients are summed
    long step = 0;
    for (int epoch = 1; epoch <= EPOCHS; epoch++) {
      double loss = 0;
      for (int first = 0; first < TRAINING; first += BATCH) {
        Tensor pixels = training.pixels(first, BATCH);
        loss += network.step(pixels, training.labels(first, BATCH)).loss();
        step++;
        for (Parameter p : network.parameters()) {
          Buf gradient = Buf.of(p.gradient(), p.size(), Datatype.FLOAT);
          grid.data().allreduce(Buf.IN_PLACE, gradient, Op.SUM);
          descent.update(p.values(), p.gradient(), List.of(), step);
        }
        network.zeroGradients();
      }
      descent = new Sgd(RATE / replicas * Math.pow(FADE, epoch));
      double mean = grid.data().allreduce(loss, Op.SUM) / replicas / (TRAINING / BATCH);
      if (grid.all().rank() == 0) {
        double seconds = grid.all().mpi().wtime() - start;
        IO.println("epoch %d: loss %.6f, %.1f s".formatted(epoch, mean, seconds));
      }
    }
  }

  /** A replica's share: every {@code replicas}-th picture; only the first stage sees pixels. */
  private static final class Pictures {
    private final byte[] images;
    private final byte[] labels;
    private final int replicas;

    private Pictures(byte[] images, byte[] labels, int replicas) {
      this.images = images;
      this.labels = labels;
      this.replicas = replicas;
    }

    static Pictures share(Grid grid, String name, int count) throws IOException {
      Communicator replicas = grid.data();
      byte[] images = {};
      if (grid.pipeline().rank() == 0) {
        images = read(name + "-images-idx3-ubyte.gz", 16, replicas, count, PIXELS);
      }
      byte[] labels = read(name + "-labels-idx1-ubyte.gz", 8, replicas, count, 1);
      return new Pictures(images, labels, replicas.size());
    }

    /** The records of this replica from a file of {@code count} records behind a header. */
    private static byte[] read(
        String file, int headerBytes, Communicator replicas, int count, int bytes)
        throws IOException {
      Path path = data.resolve(file);
      if (!Files.isReadable(path)) {
        throw new IOException(
            path
                + " is missing: install Debian's package dataset-fashion-mnist"
                + " (examples/install-fashion-mnist does), or name its folder as the argument");
      }
      byte[] share = new byte[count / replicas.size() * bytes];
      try (var in = new DataInputStream(new GZIPInputStream(Files.newInputStream(path), 1 << 16))) {
        in.readFully(new byte[headerBytes]);
        byte[] skipped = new byte[bytes];
        for (int i = 0; i < count; i++) {
          if (i % replicas.size() == replicas.rank()) {
            in.readFully(share, i / replicas.size() * bytes, bytes);
          } else {
            in.readFully(skipped);
          }
        }
      }
      return share;
    }

    /** This replica's part of a batch of all replicas: pixels, 0 … 1, where they are seen. */
    Tensor pixels(int first, int all) {
      var pixels = new Tensor(all / replicas, images.length == 0 ? 0 : PIXELS);
      int at = first / replicas * PIXELS;
      for (int i = 0; i < pixels.data().length; i++) {
        pixels.data()[i] = (images[at + i] & 0xff) / 255f;
      }
      return pixels;
    }

    int[] labels(int first, int all) {
      int[] classes = new int[all / replicas];
      Arrays.setAll(classes, r -> labels[first / replicas + r]);
      return classes;
    }
  }
}
