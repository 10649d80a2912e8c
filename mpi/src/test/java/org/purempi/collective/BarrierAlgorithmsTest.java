package org.purempi.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class BarrierAlgorithmsTest {
  @Test
  void everyAlgorithmEndsOnEveryRank() {
    for (String name : Tables.BARRIER.names()) {
      for (int size : Cases.SIZES) {
        Steps steps = new Steps(size, Closeness.NEAR, Cases.forcing(Tables.BARRIER, name));
        Cases.run(size, 1, name + " on " + size, steps::barrier);
      }
    }
  }

  @Test
  void nobodyLeavesBeforeTheLastHasCome() {
    for (String name : Tables.BARRIER.names()) {
      for (int size : Cases.SIZES) {
        Steps steps = new Steps(size, Closeness.NEAR, Cases.forcing(Tables.BARRIER, name));
        for (int late = 0; late < size; late++) {
          String what = name + " on " + size + " without " + late;
          Simulation simulation = Cases.simulation(size, late, what, steps::barrier);
          simulation.runWithout(late);
          for (int rank = 0; rank < size; rank++) {
            if (rank != late) {
              assertThat(simulation.finished(rank)).as("%s: rank %d left", what, rank).isFalse();
            }
          }
          simulation.run();
        }
      }
    }
  }
}
