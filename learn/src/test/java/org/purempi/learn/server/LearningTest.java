package org.purempi.learn.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.DoubleAccumulator;
import org.junit.jupiter.api.Test;
import org.purempi.Mpi;
import org.purempi.learn.Sgd;
import org.purempi.learn.engine.Network;

/** A model learns in step and out of step. */
class LearningTest {
  private static final int WORKERS = 3;
  private static final int EXAMPLES = 32;
  private static final int STEPS = 400;

  /** How good the values are in the end; each worker has learned from as many examples. */
  private static double accuracy(Consistency consistency, double rate) {
    var worst = new DoubleAccumulator(Math::min, 1);
    Mpi.runThreads(
        WORKERS,
        world ->
            ParameterServer.of(world, UpdateRule.of(new Sgd(rate, 0.9, 0)))
                .colocated()
                .consistency(consistency)
                .run(
                    store -> {
                      Network network = Spirals.network();
                      ServedModel served = ServedModel.values(network, store).overlapping();
                      for (int step = 0; step < STEPS; step++) {
                        int number = step * WORKERS + world.rank();
                        Spirals.learn(network, Spirals.batch(number, EXAMPLES));
                        served.step();
                      }
                      world.barrier(); // the others' last steps count
                      network.parameters().forEach(p -> store.pull(p.name(), p.values()));
                      worst.accumulate(Spirals.accuracy(network));
                    }));
    return worst.get();
  }

  @Test
  void learningOutOfStepLearnsToo() {
    double rate = 0.1;
    double inStep = accuracy(Consistency.BSP, rate);
    assertThat(inStep).isGreaterThan(0.9);
    // Every push is a step of its own: three small ones instead of one. Mostly 0.98 and more, but
    // who
    // is late by many steps at the end of a run takes some of it back.
    assertThat(accuracy(Consistency.ssp(2), rate / WORKERS)).isGreaterThan(0.8);
    assertThat(accuracy(Consistency.ASP, rate / WORKERS)).isGreaterThan(0.8);
  }
}
