package org.purempi.tests.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.ErrorClass;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;

/** How processes start and end; section 11. */
@Timeout(60)
class JobEndTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static Outcome failing(String how) throws Exception {
    return Launcher.run(LIMIT, 3, List.of(FailingProgram.class.getName(), how));
  }

  @Test
  void withoutALauncherAProgramIsAWorldOfOneAndTheRulesOfInitHold() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Outcome outcome =
        Launcher.start(
            LIMIT,
            List.of(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Launcher.wholeClassPath(),
                SingletonProgram.class.getName(),
                "an argument"));
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
  }

  @Test
  void sessionsComeBeforeBesideAndAfterAWorld() throws Exception {
    Outcome outcome = Launcher.run(LIMIT, 3, List.of(SessionProgram.class.getName()));
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("sums 3 3 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"throws", "aborts", "fatal", "aborts by handler", "exits"})
  void aRankThatFailsEndsTheJobOfAll(String how) throws Exception {
    Outcome outcome = failing(how);
    assertThat(outcome.exitCode()).as(outcome.toString()).isNotZero();
    assertThat(outcome.err()).doesNotContain("killed: not done").contains("rank 1");
  }

  @Test
  void theStackTraceOfAnUncaughtExceptionIsPrintedOnce() throws Exception {
    String err = failing("throws").err();
    assertThat(err).containsOnlyOnce("boom in rank 1").contains("FailingProgram.fail");
  }

  @Test
  void theCodeGivenToAbortIsTheExitCodeOfTheJob() throws Exception {
    Outcome outcome = failing("aborts");
    assertThat(outcome.exitCode()).isEqualTo(FailingProgram.CODE);
    assertThat(outcome.err())
        .containsPattern("mpiexec: rank 1 on \\S+ called abort with code 37; the other 2 .*\n$");
  }

  @Test
  void aFatalErrorSaysWhatWasWrongAndWhereAndEndsWithItsCode() throws Exception {
    Outcome outcome = failing("fatal");
    assertThat(outcome.err())
        .contains(
            "rank 1 of MPI_COMM_WORLD: org.purempi.MpiArgumentException: rank 1: send: dest 99")
        .contains("\tat org.purempi.tests.environment.FailingProgram.fail(FailingProgram.java:")
        .doesNotContain("org.purempi.communicator.");
    assertThat(outcome.exitCode()).isEqualTo(ErrorClass.RANK.code());
  }

  @Test
  void aBodyForAnotherNumberOfRanksRunsOnTheLaunchedOnesAndSaysSoOnce() throws Exception {
    Outcome outcome = Launcher.run(LIMIT, 3, List.of("Greetings")); // asks for 4
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("Greetings from process 2 of 3!");
    assertThat(outcome.err()).containsOnlyOnce("asks for 4 ranks");
  }
}
