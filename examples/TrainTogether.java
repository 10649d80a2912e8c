import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.learn.Sgd;
import org.purempi.learn.data.DataParallel;
import org.purempi.learn.data.IdxFile;
import org.purempi.learn.data.ModelOptimizer;
import org.purempi.learn.data.ShardedSampler;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tanh;
import org.purempi.learn.engine.Tensor;
import org.purempi.learn.report.Chart;
import org.purempi.learn.report.Progress;

/**
 * Data-parallel learning as it is meant to be: a network, a sampler that deals the pictures out,
 * and gradients that are averaged while the backward pass runs. The curve of the loss is the same
 * on any number of ranks, up to rounding. Called with {@code -ckpoint-prefix} it keeps checkpoints,
 * and a second call goes on from the last one, on as many ranks as it has.
 *
 * <pre>
 * examples/install-fashion-mnist                the data: Debian's dataset-fashion-mnist
 * bin/mpiexec -n 4 examples/TrainTogether.java
 * bin/mpiexec -n 4 examples/TrainTogether.java EPOCHS DATA CURVE.svg
 * </pre>
 */
public final class TrainTogether {
  private static final int BATCH = 240;
  private static final int REPORTS = 4; // in an epoch
  private static final double RATE = 0.1;

  private final int epochs;
  private final Path data;
  private final String picture;

  private TrainTogether(List<String> args) {
    epochs = args.isEmpty() ? 2 : Integer.parseInt(args.get(0));
    data = Path.of(args.size() > 1 ? args.get(1) : "/usr/share/datasets/fashion-mnist");
    picture = args.size() > 2 ? args.get(2) : "";
  }

  public static void main(String[] args) {
    var training = new TrainTogether(List.of(args));
    Mpi.run(4, training::train);
  }

  static void run(Communicator world) throws IOException {
    new TrainTogether(List.of()).train(world);
  }

  private void train(Communicator world) throws IOException {
    var pictures = new Pictures(data, "train");
    var network =
        new Network(
            1,
            List.of(
                new Dense(784, 128),
                new Tanh(),
                new Dense(128, 64),
                new Tanh(),
                new Dense(64, 10)));
    var sampler = new ShardedSampler(pictures.count(), world, 1, ShardedSampler.Rest.DROP);
    int mine = Math.ceilDiv(BATCH, world.size()); // at least one picture
    int steps = sampler.length() / mine;
    var progress = new Progress(world, "images");
    try (var parallel = DataParallel.setup(world, network).open();
        var checkpoint = Checkpoint.of(world)) {
      ModelOptimizer optimizer = parallel.optimizer(new Sgd(RATE, 0.9, 0));
      optimizer.register(checkpoint, "network");
      if (checkpoint.restore() && world.rank() == 0) {
        IO.println("going on at step " + optimizer.steps());
      }
      while (optimizer.steps() < (long) epochs * steps) {
        int epoch = (int) (optimizer.steps() / steps);
        int[] order = sampler.epoch(epoch);
        for (int step = (int) (optimizer.steps() % steps); step < steps; step++) {
          checkpoint.maybe();
          Batch batch = pictures.batch(order, step * mine, mine);
          network.zeroGradients();
          var memo = new Memo();
          var loss = SoftmaxCrossEntropy.of(network.forward(batch.x, memo), batch.labels, mine);
          network.backward(loss.gradient(), memo);
          parallel.finish();
          optimizer.step();
          progress.step(loss.sum(), mine, parallel);
          if ((step + 1) % (steps / REPORTS) == 0) {
            progress.report("epoch %d, step %d".formatted(epoch + 1, step + 1));
          }
        }
      }
    }
    double accuracy = accuracy(world, network);
    if (world.rank() == 0) {
      IO.println("test accuracy %.4f".formatted(accuracy));
      if (!picture.isEmpty()) {
        new Chart("Fashion-MNIST")
            .add(world.size() + " ranks", progress.curve())
            .write(Path.of(picture));
      }
    }
  }

  /** Of the pictures that nobody has learned from; each rank looks at its share. */
  private double accuracy(Communicator world, Network network) throws IOException {
    var test = new Pictures(data, "t10k");
    int[] mine = new ShardedSampler(test.count(), world, 1, ShardedSampler.Rest.KEEP).epoch(0);
    Batch batch = test.batch(mine, 0, mine.length);
    int right = SoftmaxCrossEntropy.of(network.apply(batch.x), batch.labels, 1).right();
    return world.allreduce(right, Op.SUM) / (double) test.count();
  }

  /** Pictures and what they show. */
  private static final class Batch {
    private final Tensor x;
    private final int[] labels;

    Batch(int count, int pixels) {
      x = new Tensor(count, pixels);
      labels = new int[count];
    }
  }

  /** A part of the data set. */
  private static final class Pictures {
    private final IdxFile images;
    private final IdxFile labels;

    Pictures(Path data, String part) throws IOException {
      try {
        images = IdxFile.read(data.resolve(part + "-images-idx3-ubyte.gz"));
        labels = IdxFile.read(data.resolve(part + "-labels-idx1-ubyte.gz"));
      } catch (IOException e) {
        throw new IOException(
            e.getMessage()
                + ": install Debian's package dataset-fashion-mnist"
                + " (examples/install-fashion-mnist does), or name its folder as second argument",
            e);
      }
    }

    int count() {
      return images.records();
    }

    /** So many pictures of an order, from a place on; pixels from 0 to 1. */
    Batch batch(int[] order, int first, int count) {
      var batch = new Batch(count, images.recordBytes());
      for (int i = 0; i < count; i++) {
        int picture = order[first + i];
        batch.labels[i] = labels.get(picture, 0);
        for (int p = 0; p < images.recordBytes(); p++) {
          batch.x.data()[i * images.recordBytes() + p] = images.get(picture, p) / 255f;
        }
      }
      return batch;
    }
  }
}
