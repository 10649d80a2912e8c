package org.purempi.learn.server;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.learn.Sgd;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Relu;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/**
 * Workers learn 60,000 small pictures of clothes (Fashion-MNIST), each its share, by way of a
 * parameter server on the last rank. Arguments: {@code bsp}, {@code ssp} or {@code asp} (at first
 * asp); the number of epochs (2); the folder of the data; {@code dies} if the worker of rank 1 is
 * to die in the middle, which mpiexec must be told to survive.
 *
 * <pre>
 * java -cp … org.purempi.learn.server.FashionServer asp
 * bin/mpiexec -n 4 -cp … org.purempi.learn.server.FashionServer ssp 2
 * bin/mpiexec -enable-recovery -n 4 -cp … org.purempi.learn.server.FashionServer asp 2 DATA dies
 * </pre>
 */
final class FashionServer {
  private static final int PIXELS = 28 * 28;
  private static final int BATCH = 64;
  private static final double RATE = 0.1;
  private static final Map<String, Consistency> WAYS =
      Map.of("bsp", Consistency.BSP, "ssp", Consistency.ssp(3), "asp", Consistency.ASP);

  private FashionServer() {}

  public static void main(String[] args) {
    var consistency = WAYS.getOrDefault(args.length > 0 ? args[0] : "asp", Consistency.ASP);
    int epochs = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    Path data = Path.of(args.length > 2 ? args[2] : "/usr/share/datasets/fashion-mnist");
    boolean dies = args.length > 3 && args[3].equals("dies");
    Mpi.run(4, world -> run(world, consistency, epochs, data, dies));
  }

  private static void run(
      Communicator world, Consistency consistency, int epochs, Path data, boolean dies)
      throws Exception {
    int workers = world.size() - 1;
    ParameterServer.of(world, UpdateRule.of(new Sgd(RATE)))
        .consistency(consistency)
        .run(store -> learn(store, world, workers, epochs, data, dies));
    if (world.rank() == workers) {
      IO.println("the server has ended");
    }
  }

  private static void learn(
      KVStore store, Communicator world, int workers, int epochs, Path data, boolean dies)
      throws IOException {
    int me = world.rank();
    var mine = Pictures.read(data, "train", 60_000, me, workers);
    var test = Pictures.read(data, "t10k", 10_000, 0, 1);
    var network = new Network(1, List.of(new Dense(PIXELS, 128), new Relu(), new Dense(128, 10)));
    ServedModel served = ServedModel.values(network, store).overlapping();
    int steps = mine.count() / BATCH;
    for (int epoch = 1; epoch <= epochs; epoch++) {
      long start = System.nanoTime();
      double loss = 0;
      for (int step = 0; step < steps; step++) {
        if (dies && me == 1 && epoch == 1 && step == steps / 2) {
          Runtime.getRuntime().halt(9);
        }
        var memo = new Memo();
        Tensor scores = network.forward(mine.pixels(step * BATCH, BATCH), memo);
        var result = SoftmaxCrossEntropy.of(scores, mine.labels(step * BATCH, BATCH), BATCH);
        Tensor unused = network.backward(result.gradient(), memo);
        served.step();
        loss += result.sum();
      }
      IO.println(
          "rank %d, epoch %d: loss %.4f, %.1f s"
              .formatted(me, epoch, loss / (steps * BATCH), (System.nanoTime() - start) / 1e9));
    }
    if (me == 0) {
      network.parameters().forEach(p -> store.pull(p.name(), p.values()));
      int right =
          SoftmaxCrossEntropy.of(
                  network.apply(test.pixels(0, 10_000)), test.labels(0, 10_000), BATCH)
              .right();
      IO.println("test accuracy %.4f".formatted(right / 10_000.0));
    }
  }

  /** Every so-manieth picture of a file. */
  private static final class Pictures {
    private final byte[] images;
    private final byte[] labels;

    private Pictures(byte[] images, byte[] labels) {
      this.images = images;
      this.labels = labels;
    }

    static Pictures read(Path data, String name, int count, int first, int every)
        throws IOException {
      return new Pictures(
          read(data.resolve(name + "-images-idx3-ubyte.gz"), 16, PIXELS, count, first, every),
          read(data.resolve(name + "-labels-idx1-ubyte.gz"), 8, 1, count, first, every));
    }

    private static byte[] read(
        Path file, int headerBytes, int bytes, int count, int first, int every) throws IOException {
      byte[] share = new byte[count / every * bytes];
      try (var in = new DataInputStream(new GZIPInputStream(Files.newInputStream(file), 1 << 16))) {
        in.skipNBytes(headerBytes);
        for (int i = 0; i < count / every; i++) {
          in.skipNBytes((long) first * bytes);
          in.readFully(share, i * bytes, bytes);
          in.skipNBytes((every - 1L - first) * bytes);
        }
      }
      return share;
    }

    int count() {
      return labels.length;
    }

    Tensor pixels(int from, int count) {
      var x = new Tensor(count, PIXELS);
      for (int i = 0; i < x.data().length; i++) {
        x.data()[i] = (images[from * PIXELS + i] & 0xff) / 255f;
      }
      return x;
    }

    int[] labels(int from, int count) {
      int[] some = new int[count];
      for (int i = 0; i < count; i++) {
        some[i] = labels[from + i];
      }
      return some;
    }
  }
}
