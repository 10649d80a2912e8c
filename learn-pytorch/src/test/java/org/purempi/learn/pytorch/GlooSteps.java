package org.purempi.learn.pytorch;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.SGD;
import org.bytedeco.pytorch.SGDOptions;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.learn.data.DataParallel;
import org.purempi.learn.data.Exchange;

/**
 * A training step of 784-2048-2048-10, 23 MB of gradients: the same program with our allreduce and
 * with Gloo's, in buckets while the backward pass runs, and as a whole after it; and the step
 * without any exchange. They take turns. Arguments as those of {@link GlooRace}, then the number of
 * examples of all ranks together. Prints as that does.
 */
final class GlooSteps {
  private static final long[] WIDTHS = {784, 2048, 2048, 10};
  private static final int STEPS_A_TURN = 3;
  private static final double RATE = 0.01;

  /** As DistributedDataParallel has them. */
  private static final long FIRST_BUCKET_BYTES = 1 << 20;

  private static final long BUCKET_BYTES = 25 << 20;
  private static final long WHOLE = 1 << 30;

  private final Communicator world;
  private final int examples;
  private final Turns turns;
  private final List<DataParallel> open = new ArrayList<>();

  private GlooSteps(Communicator world, int examples, int rounds) {
    this.world = world;
    this.examples = examples;
    this.turns = new Turns(world, rounds);
  }

  public static void main(String[] args) {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      TorchLibrary.load(world);
      var steps = new GlooSteps(world, Integer.parseInt(args[3]), Integer.parseInt(args[2]));
      steps.race(new Gloo(world, args[0], args[1]));
    }
  }

  private void race(Gloo gloo) {
    turns.calls(STEPS_A_TURN);
    compete("buckets.ours", Exchange.FULL, FIRST_BUCKET_BYTES, BUCKET_BYTES);
    compete("buckets.gloo", gloo.exchange(), FIRST_BUCKET_BYTES, BUCKET_BYTES);
    compete("whole.ours", Exchange.FULL, WHOLE, WHOLE);
    compete("whole.gloo", gloo.exchange(), WHOLE, WHOLE);
    var alone = new Perceptron(1, WIDTHS);
    turns.add("alone", step(alone, new TorchModel(alone.module()), () -> {}));
    turns.run(examples + "");
    open.forEach(DataParallel::requireIdentical);
    open.forEach(DataParallel::close);
  }

  private void compete(String name, Exchange exchange, long firstBucket, long bucket) {
    var net = new Perceptron(1, WIDTHS);
    var model = new TorchModel(net.module());
    DataParallel parallel =
        DataParallel.setup(world, model)
            .exchange(exchange)
            .firstBucketBytes(firstBucket)
            .bucketBytes(bucket)
            .open();
    open.add(parallel);
    turns.add(name, step(net, model, parallel::finish));
  }

  private Runnable step(Perceptron net, TorchModel model, Runnable finish) {
    var mine = net.draw(2, examples).of(world.rank(), world.size());
    var optimizer = new SGD(net.module().parameters(), new SGDOptions(RATE));
    return () -> {
      try (var _ = new PointerScope()) {
        model.zeroGradients();
        model.backward(net.loss(mine));
        finish.run();
        optimizer.step();
      }
    };
  }
}
