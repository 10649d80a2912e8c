package org.purempi.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.purempi.Communicator;
import org.purempi.Mpi;

/** What JUnit is told of tests on ranks that fail. */
@Timeout(60)
class FailingRanksTest {
  /** Ends the loops of ranks that no interrupt ends. */
  private static volatile boolean over;

  /** Run by the tests below only: Surefire takes no nested classes. */
  static final class Failing {
    @Test
    @Ranks(4)
    void assertsOnOneRank(Communicator world) {
      if (world.rank() == 3) {
        return;
      }
      if (world.rank() == 2) {
        assertEquals("expected", "actual", "what is compared");
      }
      world.recv(new int[1], 3, 0);
    }

    @Test
    @Ranks(2)
    void hangs(Communicator world) {
      world.recv(new int[1], 1 - world.rank(), 77);
    }

    @Test
    @Ranks(value = 2, seconds = 3)
    void neverEnds(Communicator world) {
      while (world.rank() == 0) {
        Thread.onSpinWait();
        if (Thread.interrupted()) {
          return;
        }
      }
      world.barrier();
    }

    @Test
    @Timeout(1)
    @Ranks(2)
    void loopsOnAThread(Communicator world) {
      if (world.rank() == 0) {
        loop();
      }
      world.barrier();
    }

    @Test
    @Timeout(4)
    @Ranks(value = 2, processes = true)
    void loopsInAProcess(Communicator world) {
      loopsOnAThread(world);
    }

    @Test
    @Timeout(25)
    @Ranks(value = 2, processes = true)
    void loopsInAProcessForLong(Communicator world) {
      loopsOnAThread(world);
    }

    private static void loop() {
      while (!over) {
        Thread.onSpinWait();
      }
    }

    @Test
    @Ranks(2)
    void assumes(Communicator world) {
      assumeTrue(world.rank() == 0, "rank 1 assumes in vain");
    }

    @Test
    @Ranks(2)
    void hasNoWorld() {}

    @Test
    @Ranks(value = 3, processes = true)
    void assertsInOneProcess(Communicator world) {
      if (world.rank() == 1) {
        assertEquals(1, 2);
      }
      world.barrier();
    }

    @Test
    @Ranks(value = 2, processes = true, seconds = 3)
    void hangsInProcesses(Communicator world) {
      world.recv(new int[1], Mpi.ANY_SOURCE, 77);
    }

    @Test
    @Ranks(value = 2, processes = true, seconds = 20)
    void hangsInProcessesForLong(Communicator world) {
      hangsInProcesses(world);
    }

    @Test
    @Ranks(value = 2, processes = true)
    void diesInAProcess(Communicator world) {
      if (world.rank() == 1) {
        Runtime.getRuntime().halt(42);
      }
      world.barrier();
    }
  }

  /** Runs one test of {@link Failing}; what it failed or was skipped with. */
  private static Throwable failureOf(String name) {
    Method method =
        Arrays.stream(Failing.class.getDeclaredMethods())
            .filter(m -> m.getName().equals(name))
            .findFirst()
            .orElseThrow();
    var thrown = new AtomicReference<@Nullable Throwable>();
    var listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
              result.getThrowable().ifPresent(thrown::set);
            }
          }
        };
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(Failing.class, method))
                .build(),
            listener);
    return Objects.requireNonNull(thrown.get(), name + " has not failed");
  }

  @Test
  void theFailingRanksMessageStackAndValuesAreTheTests() {
    Throwable t = failureOf("assertsOnOneRank");
    assertThat(t)
        .isInstanceOfSatisfying(
            AssertionFailedError.class,
            e -> assertThat(e.getExpected().getValue()).isEqualTo("expected"));
    assertThat(t.getMessage())
        .isEqualTo(
            """
            rank 2 of 4: what is compared ==> expected: <expected> but was: <actual>
              ranks 0, 1: released from waiting
              rank 3: passed\
            """);
    assertThat(t.getStackTrace())
        .anyMatch(
            f ->
                f.getClassName().equals(Failing.class.getName())
                    && f.getMethodName().equals("assertsOnOneRank"));
  }

  @Test
  void ranksThatHangFailAtOnceWithTheReport() {
    long startNanos = System.nanoTime();
    assertThat(failureOf("hangs").getMessage())
        .startsWith("on 2 ranks: every rank waits for another")
        .containsPattern("waits in recv at FailingRanksTest.java:\\d+ \\S+Failing.hangs")
        .contains("receive from rank 0, tag 77, MPI_COMM_WORLD, up to 4 bytes");
    assertThat(System.nanoTime() - startNanos).isLessThan(20_000_000_000L);
  }

  @Test
  void ranksThatAreNotDoneInTimeAreEndedAndReported() {
    assertThat(failureOf("neverEnds").getMessage())
        .startsWith("on 2 ranks: not done after 3.0 s:\nrank 0:\n")
        .containsPattern("does not wait in MPI at FailingRanksTest.java:\\d+")
        .contains("waits in barrier");
  }

  @Test
  void theTimeLimitOfATestEndsRanksThatLoopAndShowsTheirStacks() {
    Throwable t = failureOf("loopsOnAThread");
    over = true;
    assertThat(t).isInstanceOf(TimeoutException.class);
    StringWriter text = new StringWriter();
    t.printStackTrace(new PrintWriter(text));
    assertThat(text.toString())
        .contains("rank 0 has not ended; it is here")
        .containsPattern("Failing\\.loop\\(FailingRanksTest.java:\\d+\\)");
  }

  @Test
  void theTimeLimitOfATestOnProcessesEndsThemAndShowsWhereTheyAre() {
    String text = suppressed(failureOf("loopsInAProcess"));
    if (!text.contains("waits in barrier")) {
      text = suppressed(failureOf("loopsInAProcessForLong")); // they took long to start
    }
    assertThat(text)
        .containsPattern("does not wait in MPI at FailingRanksTest.java:\\d+ \\S+Failing.loop")
        .contains("waits in barrier");
  }

  private static String suppressed(Throwable t) {
    assertThat(t).isInstanceOf(TimeoutException.class);
    return Arrays.toString(t.getSuppressed());
  }

  @Test
  void anAssumptionThatDoesNotHoldSkipsTheTest() {
    assertThat(failureOf("assumes"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("rank 1 assumes in vain");
  }

  @Test
  void aTestWithoutAWorldIsRefused() {
    assertThat(failureOf("hasNoWorld"))
        .hasMessageContaining("@Ranks needs a parameter of type org.purempi.Communicator");
  }

  @Test
  void aFailureInAProcessHasItsMessageAndStack() {
    Throwable t = failureOf("assertsInOneProcess");
    assertThat(t.getMessage())
        .startsWith("rank 1 of 3: expected: <1> but was: <2>\n")
        // One of them may still hear from rank 1 before it is ended.
        .containsPattern("ranks? [02](, 2)?: did not end|rank [02]: failed too");
    assertThat(t.getStackTrace()).anyMatch(f -> f.getMethodName().equals("assertsInOneProcess"));
  }

  @Test
  void processesThatHangAreReported() {
    int seconds = 3;
    String message = String.valueOf(failureOf("hangsInProcesses").getMessage());
    String both = "ranks 0, 1 (2 ranks), waiting for";
    if (!message.contains(both)) {
      seconds = 20; // they took long to start
      message = String.valueOf(failureOf("hangsInProcessesForLong").getMessage());
    }
    assertThat(message)
        .startsWith("on 2 ranks: not done after " + seconds + " s:")
        .contains(both)
        .containsPattern("waits in recv at FailingRanksTest.java:\\d+");
  }

  @Test
  void aProcessThatDiesIsNamed() {
    assertThat(failureOf("diesInAProcess").getMessage())
        .contains("exit code 42")
        .contains("rank 1 on ");
  }
}
