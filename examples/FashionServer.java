import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.learn.Sgd;
import org.purempi.learn.data.IdxFile;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Relu;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;
import org.purempi.learn.server.Consistency;
import org.purempi.learn.server.KVStore;
import org.purempi.learn.server.ParameterServer;
import org.purempi.learn.server.ServedModel;
import org.purempi.learn.server.UpdateRule;

/**
 * A parameter server: workers learn 60,000 small pictures of clothes, each its share, and send
 * gradients to the last rank, which changes the values. They wait for all at each step (bsp), for
 * those that are more than three steps behind (ssp), or for nobody (asp). The worker of rank 1 can
 * be made to die in the midst; the others go on.
 *
 * <pre>
 * examples/install-fashion-mnist                the data: Debian's dataset-fashion-mnist
 * bin/mpiexec -n 4 examples/FashionServer.java asp
 * bin/mpiexec -n 4 examples/FashionServer.java ssp EPOCHS DATA
 * bin/mpiexec -enable-recovery -n 4 examples/FashionServer.java asp 2 DATA dies
 * </pre>
 */
public final class FashionServer {
  private static final int BATCH = 64;
  private static final double RATE = 0.1;
  private static final Map<String, Consistency> WAYS =
      Map.of("bsp", Consistency.BSP, "ssp", Consistency.ssp(3), "asp", Consistency.ASP);

  private final Consistency consistency;
  private final int epochs;
  private final Path data;
  private final boolean dies;

  private FashionServer(List<String> args) {
    consistency = WAYS.getOrDefault(args.isEmpty() ? "asp" : args.get(0), Consistency.ASP);
    epochs = args.size() > 1 ? Integer.parseInt(args.get(1)) : 2;
    data = Path.of(args.size() > 2 ? args.get(2) : "/usr/share/datasets/fashion-mnist");
    dies = args.size() > 3 && args.get(3).equals("dies");
  }

  public static void main(String[] args) {
    var learning = new FashionServer(List.of(args));
    Mpi.run(4, learning::run);
  }

  private void run(Communicator world) throws Exception {
    ParameterServer.of(world, UpdateRule.of(new Sgd(RATE)))
        .consistency(consistency)
        .run(store -> learn(store, world.rank(), world.size() - 1));
  }

  private void learn(KVStore store, int me, int workers) throws IOException {
    var mine = new Pictures(data, "train", me, workers);
    var network = new Network(1, List.of(new Dense(784, 128), new Relu(), new Dense(128, 10)));
    ServedModel served = ServedModel.values(network, store).overlapping();
    int steps = mine.count() / BATCH;
    for (int epoch = 1; epoch <= epochs; epoch++) {
      double loss = 0;
      for (int step = 0; step < steps; step++) {
        if (dies && me == 1 && epoch == 1 && step == steps / 2) {
          Runtime.getRuntime().halt(9);
        }
        var memo = new Memo();
        Tensor scores = network.forward(mine.pixels(step * BATCH, BATCH), memo);
        var result = SoftmaxCrossEntropy.of(scores, mine.labels(step * BATCH, BATCH), BATCH);
        network.backward(result.gradient(), memo);
        served.step();
        loss += result.sum();
      }
      IO.println("rank %d, epoch %d: loss %.4f".formatted(me, epoch, loss / (steps * BATCH)));
    }
    if (me == 0) {
      network.parameters().forEach(p -> store.pull(p.name(), p.values()));
      var test = new Pictures(data, "t10k", 0, 1);
      Tensor scores = network.apply(test.pixels(0, test.count()));
      var result = SoftmaxCrossEntropy.of(scores, test.labels(0, test.count()), test.count());
      IO.println("test accuracy %.4f".formatted(result.right() / (double) test.count()));
    }
  }

  /** A worker's share: every so many'th picture. */
  private static final class Pictures {
    private final IdxFile images;
    private final IdxFile labels;
    private final int first;
    private final int every;

    Pictures(Path data, String part, int first, int every) throws IOException {
      this.images = IdxFile.read(data.resolve(part + "-images-idx3-ubyte.gz"));
      this.labels = IdxFile.read(data.resolve(part + "-labels-idx1-ubyte.gz"));
      this.first = first;
      this.every = every;
    }

    int count() {
      return images.records() / every;
    }

    Tensor pixels(int from, int count) {
      var x = new Tensor(count, images.recordBytes());
      for (int i = 0; i < x.data().length; i++) {
        int picture = first + (from + i / x.columns()) * every;
        x.data()[i] = images.get(picture, i % x.columns()) / 255f;
      }
      return x;
    }

    int[] labels(int from, int count) {
      int[] some = new int[count];
      for (int i = 0; i < count; i++) {
        some[i] = labels.get(first + (from + i) * every, 0);
      }
      return some;
    }
  }
}
