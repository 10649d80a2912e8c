import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.learn.Sgd;
import org.purempi.learn.data.DataParallel;
import org.purempi.learn.data.IdxFile;
import org.purempi.learn.data.ModelOptimizer;
import org.purempi.learn.engine.Layer;
import org.purempi.learn.engine.Tanh;
import org.purempi.learn.engine.Tensor;
import org.purempi.learn.parallel.ColumnParallelDense;
import org.purempi.learn.parallel.Grid;
import org.purempi.learn.parallel.Pipeline;
import org.purempi.learn.parallel.RowParallelDense;
import org.purempi.learn.parallel.Schedule;
import org.purempi.learn.parallel.VocabularyParallelLoss;

/**
 * Three ways to spread a network over ranks, all at once. 60,000 small pictures of clothes train
 * four dense layers: two stages follow one another (pipeline), each layer is split over two ranks
 * (tensor), and there are as many replicas, each with its share of the pictures, as ranks are left
 * (data). The loss is the same on any number of ranks, up to rounding.
 *
 * <pre>
 * examples/install-fashion-mnist                the data: Debian's dataset-fashion-mnist
 * bin/mpiexec -n 4 examples/HybridFashion.java  one replica
 * bin/mpiexec -n 8 examples/HybridFashion.java  two; arguments: EPOCHS DATA
 * </pre>
 */
public final class HybridFashion {
  private static final int STAGES = 2;
  private static final int SPLIT = 2;
  private static final int PIXELS = 28 * 28;
  private static final int CLASSES = 10;
  private static final int BATCH = 240;
  private static final int TEST_BATCH = 1000;
  private static final int MICRO_BATCHES = 4;
  private static final double RATE = 0.3;
  private static final double FADE = 0.6; // of the rate, from epoch to epoch
  private static final long SEED = 1;

  private static int epochs = 3;
  private static Path data = Path.of("/usr/share/datasets/fashion-mnist");

  private HybridFashion() {}

  public static void main(String[] args) {
    if (args.length > 0) {
      epochs = Integer.parseInt(args[0]);
    }
    if (args.length > 1) {
      data = Path.of(args[1]);
    }
    Mpi.run(8, HybridFashion::run);
  }

  /** What each stage does, of which a rank has its part. */
  private static List<List<Layer>> stages(Communicator split) {
    return List.of(
        List.of(
            new ColumnParallelDense(split, PIXELS, 128, false),
            new Tanh(),
            new RowParallelDense(split, 128, 64),
            new Tanh()),
        List.of(
            new ColumnParallelDense(split, 64, 64, true),
            new Tanh(),
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
      var test = new Pictures(grid, "t10k");
      int right = 0;
      for (int first = 0; first < test.count(); first += TEST_BATCH) {
        Tensor pixels = test.pixels(first, TEST_BATCH);
        right += network.evaluate(pixels, test.labels(first, TEST_BATCH)).right();
      }
      double accuracy = grid.data().allreduce(right, Op.SUM) / (double) test.count();
      if (world.rank() == 0) {
        IO.println("test accuracy %.4f".formatted(accuracy));
      }
    }
  }

  private static void train(Grid grid, Pipeline network) throws IOException {
    var training = new Pictures(grid, "train");
    try (var replicas = DataParallel.setup(grid.data(), network).open()) {
      ModelOptimizer optimizer = replicas.optimizer(new Sgd(RATE));
      double start = grid.all().mpi().wtime();
      for (int epoch = 1; epoch <= epochs; epoch++) {
        double loss = 0;
        for (int first = 0; first < training.count(); first += BATCH) {
          network.zeroGradients();
          Tensor pixels = training.pixels(first, BATCH);
          loss += network.step(pixels, training.labels(first, BATCH)).loss();
          replicas.finish();
          optimizer.step();
        }
        optimizer.rule(new Sgd(RATE * Math.pow(FADE, epoch)));
        double batches = grid.data().size() * (training.count() / (double) BATCH);
        double mean = grid.data().allreduce(loss, Op.SUM) / batches;
        if (grid.all().rank() == 0) {
          double seconds = grid.all().mpi().wtime() - start;
          IO.println("epoch %d: loss %.6f, %.1f s".formatted(epoch, mean, seconds));
        }
      }
    }
  }

  /** The pictures, of which each replica takes every so many'th one of a batch. */
  private static final class Pictures {
    private final IdxFile images;
    private final IdxFile labels;
    private final Communicator replicas;
    private final boolean isSeen;

    /** Only the first stage sees pixels. */
    Pictures(Grid grid, String name) throws IOException {
      this.images = IdxFile.read(data.resolve(name + "-images-idx3-ubyte.gz"));
      this.labels = IdxFile.read(data.resolve(name + "-labels-idx1-ubyte.gz"));
      this.replicas = grid.data();
      this.isSeen = grid.pipeline().rank() == 0;
    }

    int count() {
      return labels.records();
    }

    /** This replica's part of a batch of all replicas: pixels, 0 … 1, where they are seen. */
    Tensor pixels(int first, int all) {
      var pixels = new Tensor(all / replicas.size(), isSeen ? images.recordBytes() : 0);
      for (int i = 0; i < pixels.data().length; i++) {
        int picture = picture(first, i / pixels.columns());
        pixels.data()[i] = images.get(picture, i % pixels.columns()) / 255f;
      }
      return pixels;
    }

    int[] labels(int first, int all) {
      int[] classes = new int[all / replicas.size()];
      Arrays.setAll(classes, r -> labels.get(picture(first, r), 0));
      return classes;
    }

    private int picture(int first, int row) {
      return first + row * replicas.size() + replicas.rank();
    }
  }
}
