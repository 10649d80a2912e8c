package org.purempi.learn.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.learn.Adam;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Points;

/** A run that goes on from a checkpoint, on another number of ranks, as if it had not ended. */
class CheckpointedLearningTest {
  private static final int BATCH = 48;
  private static final int HALF = 6;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ranksGoOnWhereOthersHaveStopped(boolean isSharded, @TempDir Path folder) throws Exception {
    List<Double> expected = run(1, isSharded, folder.resolve("whole"), 2 * HALF);
    List<Double> losses = run(3, isSharded, folder.resolve("halves"), HALF);
    losses.addAll(run(2, isSharded, folder.resolve("halves"), 2 * HALF));
    assertThat(losses).hasSameSizeAs(expected);
    for (int i = 0; i < losses.size(); i++) {
      assertThat(losses.get(i)).as("step %s", i).isCloseTo(expected.get(i), within(1e-4));
    }
  }

  /** The losses of the steps that this run has made, until so many are done. */
  private static List<Double> run(int ranks, boolean isSharded, Path folder, int until)
      throws Exception {
    List<Double> losses = Collections.synchronizedList(new ArrayList<>());
    Mpi.run(
        ranks,
        world -> {
          Network network = Points.network(world.rank());
          var setup = DataParallel.setup(world, network).bucketBytes(700);
          try (var parallel = (isSharded ? setup.sharded() : setup).open();
              var checkpoint = Checkpoint.of(world, folder)) {
            ModelOptimizer optimizer = parallel.optimizer(new Adam(0.01));
            optimizer.register(checkpoint, "net");
            if (!checkpoint.restore()) {
              assertThat(optimizer.steps()).isZero();
            }
            while (optimizer.steps() < until) {
              network.zeroGradients();
              var mine = Points.draw(BATCH, optimizer.steps()).of(world.rank(), world.size());
              double loss = world.allreduce(Points.learn(network, mine), Op.SUM) / BATCH;
              if (world.rank() == 0) {
                losses.add(loss);
              }
              parallel.finish();
              optimizer.step();
            }
            checkpoint.save();
          }
        });
    return losses;
  }
}
