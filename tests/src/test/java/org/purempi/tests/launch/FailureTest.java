package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** However a job ends, it ends at once, says why once, and leaves nothing behind. */
@Timeout(60)
class FailureTest {
  private static final String SAY_NUMBER_AND_SLEEP = "echo $$; sleep 100 & echo $!; wait";

  @Test
  void aPlainProgramsExitCodeIsTheJobsAndTheOthersGoOn() {
    Result result = Call.shell(3, "[ $PMI_RANK = 1 ] && exit 5; sleep 0.3; echo $PMI_RANK").run();
    assertThat(result.sortedLines()).containsExactly("0", "2");
    assertThat(result.err()).matches("mpiexec: rank 1 on \\S+ exited with code 5\n");
    assertThat(result.code()).isEqualTo(5);
  }

  /** A shell waits until the process that writes its number into a file is gone. */
  private static String untilGone(Path file) {
    return "until [ -s %1$s ] && ! kill -0 $(cat %1$s) 2>/dev/null; do sleep 0.02; done"
        .formatted(file);
  }

  @Test
  void theFirstFailureInTimeGivesTheExitCode(@TempDir Path place) {
    Path number = place.resolve("number");
    String rank =
        "[ $PMI_RANK = 0 ] && { %s; sleep 0.5; exit 3; }; echo $$ >%s; exit 4"
            .formatted(untilGone(number), number);
    Result result = Call.shell(2, rank).run();
    assertThat(result.err()).matches("mpiexec: rank 1 on \\S+ exited with code 4\n");
    assertThat(result.code()).isEqualTo(4);
  }

  @Test
  void aRankKilledByASignalEndsTheJob() {
    Result result = Call.shell(3, "[ $PMI_RANK = 2 ] && kill -9 $$; sleep 100").run();
    assertThat(result.err())
        .matches(
            "mpiexec: rank 2 on \\S+ was killed by signal 9 \\(SIGKILL\\); the other 2 ranks were"
                + " ended\n");
    assertThat(result.code()).isEqualTo(128 + 9);
  }

  @Test
  void aStrangerWhoAsksForProcessesDoesNotEndTheJob(@TempDir Path place) throws IOException {
    Path said = place.resolve("said");
    String rank =
        "echo $PMI_PORT; until [ -e %s ]; do sleep 0.05; done; sleep 0.5; echo over"
            .formatted(said);
    Running job = Launch.shell(1, rank).start();
    String[] address = job.awaitOut("127.*\n").strip().split(":", -1);
    try (var stranger = new Socket(address[0], Integer.parseInt(address[1]))) {
      stranger.getOutputStream().write("mcmd=spawn\nendcmd\n".getBytes(StandardCharsets.UTF_8));
      Files.createFile(said);
      Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.out()).endsWith("over\n");
      assertThat(result.code()).isZero();
    }
  }

  @Test
  void aCrashIsNamedByItsSignal() {
    Result result = Call.shell(2, "[ $PMI_RANK = 0 ] && kill -SEGV $$; sleep 100").run();
    assertThat(result.err())
        .contains("was killed by signal 11 (SIGSEGV); the other rank was ended");
    assertThat(result.code()).isEqualTo(128 + 11);
  }

  @Test
  void aRankKilledFromOutsideEndsTheJobAndEveryProcessOfIt() {
    Running job = Launch.shell(2, SAY_NUMBER_AND_SLEEP).start();
    List<Long> processes = Processes.numbers(job.awaitOut("(\\d+\n){4}"));
    Processes.signal("KILL", processes.getFirst());
    assertThat(job.await().code()).isEqualTo(128 + 9);
    Processes.assertAllGone(processes);
  }

  @Test
  void nothingSurvivesAKilledMpiexec() {
    Running job = Launch.shell(3, SAY_NUMBER_AND_SLEEP).start();
    List<Long> processes = Processes.numbers(job.awaitOut("(\\d+\n){6}"));
    Processes.signal("KILL", job.process().pid());
    Processes.assertAllGone(processes);
    assertThat(job.await().code()).isEqualTo(128 + 9);
  }

  @Test
  void nothingSurvivesAnMpiexecKilledAtAnyMomentOfItsStart(@TempDir Path place)
      throws IOException, InterruptedException {
    Path seen = Files.createDirectory(place.resolve("seen"));
    String rank = "touch " + seen + "/$$; sleep 100";
    int jobsWithRanks = 0;
    for (int millis = 40; jobsWithRanks < 3; millis += 30) {
      int before = numbersIn(seen).size();
      Running job = Launch.shell(4, rank).start();
      TimeUnit.MILLISECONDS.sleep(millis);
      Processes.signal("KILL", job.process().pid());
      job.await();
      jobsWithRanks += numbersIn(seen).size() > before ? 1 : 0;
    }
    Processes.assertAllGone(numbersIn(seen));
  }

  private static List<Long> numbersIn(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> Long.valueOf(String.valueOf(file.getFileName()))).toList();
    }
  }

  @Test
  void nothingSurvivesAJavaRanksKilledLauncher(@TempDir Path place) throws IOException {
    Path source =
        Files.writeString(
            place.resolve("Spin.java"),
            """
            void main() {
              System.out.println(ProcessHandle.current().pid());
              for (long i = 0; i >= 0; i += 2) {}
            }
            """);
    Running job = Launch.mpiexec("-n", "2", source.toString()).start();
    List<Long> processes = Processes.numbers(job.awaitOut("(\\d+\n){2}"));
    Processes.signal("KILL", job.process().pid());
    Processes.assertAllGone(processes);
    assertThat(job.await().code()).isEqualTo(128 + 9);
  }

  @ParameterizedTest
  @CsvSource({"HUP, 1", "INT, 2", "TERM, 15"})
  void aSignalToMpiexecEndsTheWholeJobEvenIfItsRanksIgnoreIt(String signal, int number) {
    String rank = "trap '' INT TERM HUP; echo $$; while :; do sleep 1; done";
    Running job = Launch.shell(2, rank).options("-grace", "1").start();
    List<Long> processes = Processes.numbers(job.awaitOut("(\\d+\n){2}"));
    Processes.signal(signal, job.process().pid());
    Result result = job.await();
    assertThat(result.code()).isEqualTo(128 + number);
    assertThat(result.err()).contains("mpiexec: received SIG");
    Processes.assertAllGone(processes);
  }

  @ParameterizedTest
  @CsvSource({"TERM, '', 1", "'', -timeout 3, 1", "TERM, '', 2", "'', -timeout 3, 2"})
  void theRanksEndAlsoWhenNobodyReadsTheirOutput(
      String signal, String options, int stream, @TempDir Path folder) throws Exception {
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    Path numbers = Files.createFile(folder.resolve("numbers"));
    String mpiexec = Launch.root().resolve("bin/mpiexec") + " " + options;
    String rank = "echo $$ >> " + numbers + "; exec yes >&" + stream;
    try (var unread = new RandomAccessFile(fifo.toFile(), "rw")) {
      String command = "exec %s -n 2 sh -c '%s' %d> /dev/null".formatted(mpiexec, rank, 3 - stream);
      Process job =
          new ProcessBuilder("sh", "-c", command)
              .redirectOutput(fifo.toFile())
              .redirectError(fifo.toFile())
              .start();
      while (Processes.numbers(Files.readString(numbers)).size() < 2) {
        Pause.shortly();
      }
      TimeUnit.SECONDS.sleep(1); // the pipe has long been full
      if (!signal.isEmpty()) {
        Processes.signal(signal, job.pid());
        assertThat(job.waitFor(10, TimeUnit.SECONDS)).isTrue();
      }
      Processes.assertAllGone(Processes.numbers(Files.readString(numbers)), 10);
      job.destroyForcibly().waitFor();
      assertThat(unread.getFD().valid()).isTrue();
    }
  }

  @Test
  void processesLeftBehindByARankDieWithTheJob() {
    Running job = Launch.shell(2, "sleep 100 >/dev/null 2>&1 & echo $!").start();
    Result result = job.await();
    assertThat(result.code()).isZero();
    Processes.assertAllGone(Processes.numbers(result.out()));
  }

  @Test
  void aTimeoutEndsRanksThatIgnoreEverythingTheyCan() {
    Running job =
        Launch.shell(2, "trap '' INT TERM; echo $$; sleep 99")
            .options("-timeout", "1", "-grace", "1")
            .start();
    Result result = job.await();
    assertThat(result.code()).isEqualTo(124);
    Processes.assertAllGone(Processes.numbers(result.out()));
  }

  @Test
  void theOthersComplaintsAfterTheFirstFailureAreNotShown(@TempDir Path place) {
    Path number = place.resolve("number");
    String rank =
        "[ $PMI_RANK = 0 ] && { echo first >&2; echo $$ >%s; kill -9 $$; }; %s; sleep 1;"
                .formatted(number, untilGone(number))
            + " while :; do echo noise >&2; done";
    Result result = Call.shell(3, rank).run();
    assertThat(result.err().lines()).hasSize(2).first().isEqualTo("first");
  }

  @Test
  void ofRanksThatFailTogetherOnlyTheOneThatEndsTheJobSaysWhy() {
    String rank =
        "printf 'rank %s of 3 failed:\\n\\tat line %s\\n' $PMI_RANK $PMI_RANK >&2; sleep 0.3;"
            + " [ $PMI_RANK = 1 ] && kill -9 $$; sleep 100";
    Result result = Call.shell(3, rank).run();
    assertThat(result.err().lines())
        .hasSize(3)
        .startsWith("rank 1 of 3 failed:", "\tat line 1")
        .last()
        .asString()
        .startsWith("mpiexec: rank 1 on ");
  }

  @Test
  void aRankThatSaysItHasFailedAndGoesOnIsHeardAsWell() {
    Result result = Call.shell(2, "echo rank $PMI_RANK of 2 failed: >&2; sleep 0.3").run();
    assertThat(result.code()).isZero();
    assertThat(result.err().lines())
        .containsExactlyInAnyOrder("rank 0 of 2 failed:", "rank 1 of 2 failed:");
  }

  @Test
  void anExceptionOfAllRanksIsPrintedOnce(@TempDir Path place) throws IOException {
    Path source =
        Files.writeString(
            place.resolve("Boom.java"),
            """
            import org.purempi.Mpi;

            void main(String[] args) {
              try (var mpi = Mpi.init(args)) {
                mpi.world().barrier();
                throw new IllegalStateException("boom");
              }
            }
            """);
    Result result = Call.mpiexec("-n", "4", source.toString()).run();
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).containsOnlyOnce("failed:").containsOnlyOnce("at Boom.main");
  }
}
