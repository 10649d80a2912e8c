package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.Launcher;
import org.purempi.tests.launch.Launch.Result;

/** mpiexec -threads: programs written for processes, as threads of one JVM. */
@Timeout(60)
class ThreadRanksTest {
  private static Result run(int ranks, String threads, String how, String... options) {
    var words = new ArrayList<String>(List.of(threads, "-n", ranks + ""));
    words.addAll(List.of(options));
    words.addAll(List.of("-cp", Launcher.classPath(), SeatedProgram.class.getName(), how));
    return Call.mpiexec(words.toArray(String[]::new)).run();
  }

  @Test
  void staticVariablesAreTheRanks() {
    Result result = run(3, "-threads", "statics", "-l");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly(
            "[0] initialized true, finalized true",
            "[0] rank 0 of 3 knows [0], sum 3, platform, loaded by rank 0",
            "[1] initialized true, finalized true",
            "[1] rank 1 of 3 knows [1], sum 3, platform, loaded by rank 1",
            "[2] initialized true, finalized true",
            "[2] rank 2 of 3 knows [2], sum 3, platform, loaded by rank 2");
    assertThat(result.code()).isZero();
  }

  @Test
  void hundredsOfRanksAreVirtualThreads() {
    Result result = run(300, "-threads=virtual", "statics");
    assertThat(result.err()).isEmpty();
    assertThat(result.lines())
        .hasSize(600)
        .contains("rank 299 of 300 knows [299], sum 44850, virtual, loaded by rank 299");
  }

  @Test
  void anExitCodeIsTheRanksAndEndsTheJob() {
    Result result = run(3, "-threads", "exits");
    assertThat(result.err())
        .contains("rank 1 exited with code 7\n")
        .containsPattern("mpiexec: the JVM of 3 ranks on \\S+ exited with code 7\n");
    assertThat(result.code()).isEqualTo(7);
  }

  @Test
  void anExitWithCodeZeroAfterTheEndOfMpiIsFineAndEndsWhatTheRanksHaveStarted() {
    Result result = run(3, "-threads", "exits well");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void aMainClassMayBeNamedWithSlashes() {
    String name = SeatedProgram.class.getName().replace('.', '/');
    Result result =
        Call.mpiexec("-threads", "-n", "2", "java", "-cp", Launcher.classPath(), name, "statics")
            .run();
    assertThat(result.err()).isEmpty();
    assertThat(result.lines()).hasSize(4);
  }

  @Test
  void aRankThatLeavesWithoutClosingItsMpiIsAnError() {
    Result result = run(2, "-threads", "leaves");
    assertThat(result.err()).contains("rank 1 ended without closing its Mpi (finalize)");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void anUncaughtExceptionEndsTheJobWithItsStack() {
    Result result = run(4, "-threads", "throws");
    assertThat(result.err())
        .contains("rank 2 of 4 failed:\njava.lang.IllegalStateException: boom in rank 2\n")
        .contains(SeatedProgram.class.getName() + ".main(SeatedProgram.java:");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void ranksThatHangEndWithTheReport() {
    Result result = run(2, "-threads", "hangs", "-hang-page", "none");
    assertThat(result.err())
        .startsWith("purempi: every rank waits for another")
        .containsPattern("waits in recv at SeatedProgram.java:\\d+ SeatedProgram.main");
    assertThat(result.code()).isEqualTo(88);
  }

  @Test
  void aSourceFileRunsToo(@TempDir Path folder) throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Count.java"),
            """
            import org.purempi.*;

            static int calls;

            void main() {
              Mpi.run(9, world -> IO.println(++calls + " of " + world.size()));
            }
            """);
    Result result = Call.mpiexec("-threads", "-n", "2", source.toString()).run();
    assertThat(result.err()).contains("asks for 9 ranks, the launcher started 2");
    assertThat(result.lines()).containsExactly("1 of 2", "1 of 2");
  }

  @Test
  void exitCodesAreThoseOfTheOneJvm(@TempDir Path folder) throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Exits.java"),
            """
            import org.purempi.*;

            void main() {
              Mpi.run(3, world -> {
                world.barrier();
                if (world.rank() == 1) {
                  System.exit(5);
                }
              });
            }
            """);
    Result result = Call.mpiexec("-exitcodes", "-threads", "-n", "3", source.toString()).run();
    assertThat(result.err().lines().filter(line -> line.startsWith("the JVM of 3 ranks on ")))
        .singleElement()
        .asString()
        .endsWith(" exited with code 5");
    assertThat(result.code()).isEqualTo(5);
  }

  @Test
  void whatCannotRunSoIsRefused() {
    assertThat(Call.mpiexec("-threads", "-n", "2", "echo", "x").run().err())
        .isEqualTo("mpiexec: -threads: echo is not a Java program\n");
    assertThat(Call.mpiexec("-threads=green", "-n", "2", "echo", "x").run().err())
        .isEqualTo("mpiexec: -threads=green: write -threads or -threads=virtual\n");
    assertThat(Call.mpiexec("-threads", "echo", ":", "echo").run().err())
        .contains("-threads: one JVM runs one program");
    assertThat(Call.mpiexec("-threads", "-bind-to", "core", "echo").run().err())
        .contains("-bind-to core would bind");
  }
}
