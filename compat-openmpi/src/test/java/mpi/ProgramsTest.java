package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;
import org.purempi.tool.ThreadJob;

/** Programs in the style of Open MPI's users, on ranks that are threads of this JVM. */
@Timeout(60)
class ProgramsTest {
  private static final List<Path> CLASS_PATH =
      List.of(Path.of("target/classes"), Path.of("target/test-classes"));

  private static void run(int ranks, String program, String... arguments) {
    ThreadJob.of(ranks)
        .within(Duration.ofSeconds(50))
        .runProgram(CLASS_PATH, "programs." + program, arguments);
  }

  @ParameterizedTest
  @CsvSource({
    "Basics, 1",
    "Basics, 2",
    "Basics, 4",
    "Messages, 1",
    "Messages, 2",
    "Messages, 4",
    "Collectives, 1",
    "Collectives, 2",
    "Collectives, 4",
    "OneArray, 1",
    "OneArray, 2",
    "OneArray, 4",
    "OneArray, 7",
    "Places, 1",
    "Places, 2",
    "Places, 4",
    "Places, 7",
    "Datatypes, 1",
    "Datatypes, 2",
    "Datatypes, 4",
    "Fields, 1",
    "Fields, 2",
    "Fields, 4",
    "Communicators, 1",
    "Communicators, 2",
    "Communicators, 4",
    "Jobs, 1",
    "Jobs, 2",
    "Jobs, 4",
    "Topologies, 1",
    "Topologies, 2",
    "Topologies, 4",
    "Windows, 1",
    "Windows, 2",
    "Windows, 4",
    "Files, 1",
    "Files, 2",
    "Files, 4",
    "Corners, 1",
    "Corners, 2",
    "Corners, 4",
    "Environment, 1",
    "Environment, 2",
    "Environment, 4",
    "Errors, 1",
    "Errors, 3"
  })
  void aProgramRuns(String program, int ranks) {
    run(ranks, program, "a", "b c");
  }

  @Test
  void anUncaughtExceptionEndsTheJob() {
    assertThatThrownBy(() -> run(2, "Ends", "throws"))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining("rank 1")
        .hasRootCauseMessage("on purpose");
  }

  @Test
  void abortAborts() {
    assertThatThrownBy(() -> run(2, "Ends", "aborts"))
        .isInstanceOfSatisfying(
            MpiAbortException.class, e -> assertThat(e.errorCode()).isEqualTo(7));
  }

  @Test
  void anErrorIsFatalUnlessTheProgramSaysOtherwise() {
    Map<String, Integer> ends =
        Map.of(
            "fatal",
            MPI.ERR_RANK,
            "fatal before the call",
            MPI.ERR_BUFFER,
            "fatal by hand",
            MPI.ERR_COMM);
    ends.forEach(
        (way, code) ->
            assertThatThrownBy(() -> run(2, "Ends", way))
                .isInstanceOfSatisfying(
                    MpiAbortException.class,
                    e -> assertThat(e.errorCode()).as(way).isEqualTo(code)));
  }

  @Test
  void anExitCodeIsTheJobs() {
    assertThatThrownBy(() -> run(2, "Ends", "exits"))
        .isInstanceOfSatisfying(
            MpiAbortException.class, e -> assertThat(e.errorCode()).isEqualTo(5));
  }
}
