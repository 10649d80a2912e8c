package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.Launcher;
import org.purempi.tests.launch.Launch.Result;

/** How jobs of thread ranks end: as jobs of processes do, whatever the ranks are doing. */
@Timeout(120)
class ThreadRankEndsTest {
  private static final String THREADS = "-threads";
  private static final String VIRTUAL = "-threads=virtual";

  /** Changes nothing that counts here. */
  private static final String PROCESSES = "-exitcodes";

  private static final List<Integer> CODES = List.of(-1, 0, 1, 255, 256, 257, 512, 2147483647);

  private static Result run(String mode, String how, int code, String others) {
    return Call.mpiexec(line(mode, how, code, others)).run();
  }

  private static String[] line(String mode, String how, int code, String others) {
    String program = EndingProgram.class.getName();
    String path = Launcher.classPath();
    return new String[] {mode, "-n", "2", "-cp", path, program, how, code + "", others};
  }

  @ParameterizedTest
  @CsvSource({
    "-threads, abort, 0, 0, wait",
    "-threads, abort, 256, 1, compute",
    "-threads=virtual, abort, 3, 3, compute",
    "-threads, abort of self, -1, 255, sleep",
    "-threads, exit, 256, 1, wait",
    "-threads, exit, 4, 4, compute",
    "-threads=virtual, halt, 257, 1, sleep",
    "-threads, return, 0, 1, sleep",
    "-threads, throw, 0, 1, compute",
    "-threads, exit by reference, 6, 6, compute",
    "-threads, helper exits, 5, 5, compute",
    "-threads, helper throws, 0, 1, compute",
    "-threads=virtual, helper throws, 0, 1, sleep"
  })
  void theEndOfOneRankIsTheEndOfAll(String mode, String how, int code, int exit, String others) {
    Result result = run(mode, how, code, others);
    assertThat(result.code()).as(result.err()).isEqualTo(exit);
    assertThat(result.err()).contains("rank 1 ").endsWith("with code " + said(how, code) + "\n");
    if (how.contains("throw")) {
      assertThat(result.err())
          .startsWith("rank 1 of 2 failed:\njava.lang.IllegalStateException: boom")
          .containsOnlyOnce("IllegalStateException");
    }
  }

  /** The code in mpiexec's last words. */
  private static int said(String how, int code) {
    boolean exits = how.contains("exit") || how.equals("halt");
    int status = code & 0xff;
    return how.contains("throw") || how.equals("return") || (exits && status == 0)
        ? 1
        : exits ? status : code;
  }

  @Tag("full")
  @Timeout(300)
  @ParameterizedTest
  @ValueSource(strings = {PROCESSES, THREADS, VIRTUAL})
  void everyEndHasTheSameExitCodeInEveryMode(String mode) {
    for (int code : CODES) {
      int status = code & 0xff;
      int failure = status == 0 ? 1 : status;
      for (String how : List.of("abort", "abort of self")) {
        assertThat(run(mode, how, code, "wait").code()).isEqualTo(code == 0 ? 0 : failure);
      }
      for (String how : List.of("exit", "halt")) {
        assertThat(run(mode, how, code, "wait").code()).isEqualTo(failure);
      }
    }
    assertThat(run(mode, "return", 0, "wait").code()).isEqualTo(1);
    assertThat(run(mode, "throw", 0, "wait").code()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "all exit and catch it, 0, ''",
    "all are ended by a helper, 0, ''",
    "all leave a thread that prints, 0, 'left behind,left behind'",
    "all exit in a shutdown hook, 0, 'hook,hook'",
    "all leave a thread that throws, 1, ''"
  })
  void whatComesAfterTheEndOfMpiIsAsInAProcess(String how, int code, String lines) {
    Result result = run(THREADS, how, 0, "wait");
    assertThat(String.join(",", result.lines())).isEqualTo(lines);
    assertThat(result.code()).as(result.err()).isEqualTo(code);
    if (code == 0) {
      assertThat(result.err()).isEmpty();
    } else {
      assertThat(result.err()).contains("failed:\njava.lang.IllegalStateException: boom in a hel");
    }
  }

  @Test
  void aSignalEndsRanksThatCompute() {
    Launch.Running job = Launch.mpiexec(line(THREADS, "compute for ever", 0, "compute")).start();
    String unused = job.awaitOut("computing\\n");
    job.process().destroy();
    assertThat(job.await().code()).isEqualTo(128 + 15);
  }

  @ParameterizedTest
  @CsvSource({"0, 30000 0 0", "2, 0 0 30000", "all, 30000 30000 30000", "none, 0 0 0"})
  void standardInputHasItsReader(String who, String bytes, @TempDir Path folder)
      throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("Reads.java"),
            """
            import org.purempi.*;

            void main() throws Exception {
              Mpi.run(3, world -> {
                String line = IO.readln();
                int length = line == null ? 0 : line.length() + 1;
                world.barrier();
                String again = IO.readln();
                length += again == null ? 0 : again.length() + 1;
                int[] all = new int[3];
                world.gather(new int[] {length + System.in.readAllBytes().length}, all, 0);
                if (world.rank() == 0) {
                  IO.println(all[0] + " " + all[1] + " " + all[2]);
                }
              });
            }
            """);
    Path input = Files.writeString(folder.resolve("in"), "a\n" + "x".repeat(29_997) + "\n");
    Result result =
        Call.mpiexec(THREADS, "-stdin", who, "-n", "3", source.toString()).reading(input).run();
    assertThat(result.err()).isEmpty();
    assertThat(result.lines()).containsExactly(bytes);
  }
}
