package org.purempi.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.purempi.Communicator;
import org.purempi.Op;

/** JUnit's parallel tests, each on ranks of its own. */
@Timeout(60)
class ParallelRanksTest {
  private static final int RANKS = 3;

  /** All ranks of both tests: nobody passes it unless they run at the same time. */
  private static final CyclicBarrier BOTH = new CyclicBarrier(2 * RANKS);

  /** Run by the test below only: Surefire takes no nested classes. */
  @Execution(ExecutionMode.CONCURRENT)
  static final class AtOnce {
    @Test
    @Ranks(RANKS)
    void one(Communicator world) throws Exception {
      meet(world, 1);
    }

    @Test
    @Ranks(RANKS)
    void other(Communicator world) throws Exception {
      meet(world, 100);
    }

    private static void meet(Communicator world, int number)
        throws InterruptedException, BrokenBarrierException, TimeoutException {
      BOTH.await(20, TimeUnit.SECONDS);
      for (int i = 0; i < 100; i++) {
        assertThat(world.allreduce(number, Op.SUM)).isEqualTo(RANKS * number);
      }
    }
  }

  @Test
  void twoTestsRunAtTheSameTimeEachInItsOwnWorld() {
    var listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(AtOnce.class))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter(
                    "junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                .build(),
            listener);
    assertThat(listener.getSummary().getFailures()).isEmpty();
    assertThat(listener.getSummary().getTestsSucceededCount()).isEqualTo(2);
  }
}
