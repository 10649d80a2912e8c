package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** C programs built with MPICH run under our mpiexec: our PMI-1 server is a real one. */
@Timeout(90)
class MpichProgramsTest {
  private static final Path COMPILER = Path.of("/usr/bin/mpicc.mpich");
  private static final long COMPILE_SECONDS = 60;

  /** Says who it is, sends a token round, adds up, and then does what its argument says. */
  private static final String PROGRAM =
      """
      #include <mpi.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      int main(int c, char **v) {
        int rank, size, sum, token = 0, found, *app;
        const char *task = c > 1 ? v[1] : "";
        if (!strcmp(task, "early") && getenv("PMI_RANK") && !strcmp(getenv("PMI_RANK"), "1")) exit(0);
        MPI_Init(&c, &v);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &app, &found);
        MPI_Request r;
        MPI_Irecv(&token, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &r);
        int mine = 100 + rank;
        MPI_Send(&mine, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        printf("%d of %d token %d sum %d app %d pid %d\\n",
               rank, size, token, sum, found ? *app : -1, getpid());
        fflush(stdout);
        MPI_Barrier(MPI_COMM_WORLD);
        if (!strcmp(task, "spin")) for (volatile long i = 0;; i++) {}
        if (rank == 1 && !strcmp(task, "abort")) MPI_Abort(MPI_COMM_WORLD, 42);
        if (rank == 1 && !strcmp(task, "leave")) _exit(0);
        if (rank == 1 && !strcmp(task, "fail")) _exit(3);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Finalize();
        return 0;
      }
      """;

  @TempDir static Path place;
  private static Path program;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    program = compiled(place);
  }

  /** The program, compiled into a folder; skips the test where there is no MPICH. */
  static Path compiled(Path place) throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.isExecutable(COMPILER),
        "SKIPPED: " + COMPILER + " is not installed; .ci/install-peers installs it");
    Path source = Files.writeString(place.resolve("program.c"), PROGRAM);
    Path program = place.resolve("program");
    var words = List.of(COMPILER.toString(), "-o", program.toString(), source.toString());
    Process compiler = new ProcessBuilder(words).inheritIO().start();
    assertThat(compiler.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(compiler.exitValue()).isZero();
    return program;
  }

  private static List<String> withoutNumbers(Result result) {
    return result.sortedLines().stream().map(l -> l.replaceFirst(" pid \\d+", "")).toList();
  }

  @Test
  void ranksSizesAndMessagesAreRight() {
    Result result = Launch.mpiexec("-n", "4", program.toString()).run();
    assertThat(withoutNumbers(result))
        .containsExactly(
            "0 of 4 token 103 sum 6 app 0",
            "1 of 4 token 100 sum 6 app 0",
            "2 of 4 token 101 sum 6 app 0",
            "3 of 4 token 102 sum 6 app 0");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void theDescriptorIsAsGoodAsThePort() {
    Result result = Launch.mpiexec("-pmi-fd", "-n", "2", program.toString()).run();
    assertThat(withoutNumbers(result))
        .containsExactly("0 of 2 token 101 sum 1 app 0", "1 of 2 token 100 sum 1 app 0");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    result = Launch.mpiexec("-pmi-fd", "-n", "3", program.toString(), "abort").run();
    assertThat(result.code()).isEqualTo(42);
  }

  @Test
  void programsOfOneJobShareAWorldAndKnowTheirNumber() {
    Result result =
        Launch.mpiexec("-n", "1", program.toString(), ":", "-n", "2", program.toString()).run();
    assertThat(withoutNumbers(result))
        .containsExactly(
            "0 of 3 token 102 sum 3 app 0",
            "1 of 3 token 100 sum 3 app 1",
            "2 of 3 token 101 sum 3 app 1");
  }

  @Test
  void aJobOfTwoLibrariesEndsAndTheyAreAskedFor(@TempDir Path folder) throws IOException {
    Path other =
        Files.writeString(
            folder.resolve("Other.java"), "void main() { org.purempi.Mpi.init().close(); }");
    // MPICH's rank is ended within MPI_Init; told not to share memory, it leaves none in /dev/shm
    String mpich = program.toString();
    String ours = other.toString();
    Result result =
        Launch.mpiexec("-env", "MPIR_CVAR_NOLOCAL", "1", "-n", "1", mpich, ":", "-n", "1", ours)
            .run();
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("do all programs of this job use purempi?");
  }

  @Test
  void theCodeOfAnAbortIsKept() {
    Result result = Launch.mpiexec("-n", "3", program.toString(), "abort").run();
    assertThat(result.code()).isEqualTo(42);
    assertThat(result.err())
        .containsPattern(
            "mpiexec: rank 1 on \\S+ called abort with code 42; the other 2 ranks were ended\n");
  }

  @Test
  void leavingWithoutFinalizeEndsTheJobAndIsReported() {
    Result result = Launch.mpiexec("-n", "3", program.toString(), "leave").run();
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err())
        .matches(
            "mpiexec: rank 1 on \\S+ exited with code 0 without calling finalize .*; the .*\n");
  }

  @Test
  void anExitCodeEndsAJobOfMpi() {
    Result result = Launch.mpiexec("-n", "3", program.toString(), "fail").run();
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err())
        .matches("mpiexec: rank 1 on \\S+ exited with code 3; the other 2 ranks were ended\n");
  }

  @Test
  void aRankThatEndsBeforeInitIsNotWaitedForForEver() {
    Result result = Launch.mpiexec("-n", "3", program.toString(), "early").run();
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("rank 1").contains("while other ranks wait for it");
  }

  @Test
  void computingRanksDieWithTheirLauncherAndWithEachOther() {
    for (boolean killLauncher : new boolean[] {true, false}) {
      Running job = Launch.mpiexec("-n", "2", program.toString(), "spin").start();
      String out = job.awaitOut("(.*pid \\d+\n){2}");
      List<Long> processes =
          out.lines().map(l -> Long.valueOf(l.substring(l.lastIndexOf(' ') + 1))).toList();
      Processes.signal("KILL", killLauncher ? job.process().pid() : processes.getFirst());
      assertThat(job.await().code()).isEqualTo(128 + 9);
      Processes.assertAllGone(processes);
    }
  }
}
