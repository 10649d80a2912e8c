package org.purempi.tests.examples;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.learn.data.DataParallel;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Network;

/** A program that learns and deadlocks reads its own lines. */
class LearningHangTest {
  @Test
  @Timeout(60)
  void aHangIsReportedWithTheLinesThatCalledTheLibrary() {
    assertThatThrownBy(() -> Mpi.runThreads(2, LearningHangTest::learn))
        .hasMessageContaining("waits in finish at LearningHangTest.java:")
        .hasMessageContaining("waits in barrier at LearningHangTest.java:");
  }

  private static void learn(Communicator world) {
    var network = new Network(1, List.of(new Dense(2, 3)));
    try (var parallel = DataParallel.setup(world, network).open()) {
      if (world.rank() == 0) {
        parallel.finish();
      }
      world.barrier();
    }
  }
}
