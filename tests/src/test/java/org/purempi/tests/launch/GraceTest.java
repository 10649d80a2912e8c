package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** However a job ends, its ranks may save their state first, and nobody waits longer than that. */
@Timeout(90)
class GraceTest {
  /** Says so and waits; saves its state when it is told to end. */
  private static final String SAVES =
      "trap 'sleep 1; echo saved $PMI_RANK; exit' TERM; echo up; while :; do sleep 0.1; done";

  private static final String IGNORES = "trap '' TERM; echo $$; while :; do sleep 1; done";

  @ParameterizedTest
  @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
  void ranksSaveTheirStateWhenMpiexecIsToldToEnd(String signal, int code) {
    Running job = Launch.shell(2, SAVES).start();
    job.awaitOut("up\nup\n");
    Processes.signal(signal, job.process().pid());
    Processes.signal(signal, job.process().pid()); // as 'timeout' does: to it, and to its group
    Result result = job.await();
    assertThat(result.out()).contains("saved 0\n", "saved 1\n");
    assertThat(result.err()).contains("mpiexec: received SIG" + signal);
    assertThat(result.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({"'', kill -9 $$, 137", "-timeout 3, sleep 60, 124"})
  void ranksSaveTheirStateWhenTheJobFails(
      String options, String rank0, int code, @TempDir Path place) {
    Path up = place.resolve("up");
    String rank =
        "[ $PMI_RANK = 0 ] && { until [ -e %s ]; do sleep 0.1; done; %s; }; : >%s; %s"
            .formatted(up, rank0, up, SAVES);
    Result result = Launch.shell(2, rank).options(options.split(" ")).run();
    assertThat(result.out()).contains("saved 1\n");
    assertThat(result.code()).isEqualTo(code);
  }

  @Test
  void aRankThatIgnoresItsGraceIsNamedAndKilled() {
    String rank = "[ $PMI_RANK = 1 ] || { sleep 1; exec kill -9 $$; }; " + IGNORES;
    Result result = Launch.shell(2, rank).options("-grace", "3").run();
    assertThat(result.err())
        .containsPattern(
            "mpiexec: waiting up to 3 s for rank 1 \\(process \\d+\\) to end; ctrl-C ends it now\n")
        .containsPattern("rank 1 \\(process \\d+\\) had not ended 3 s after SIGTERM and is killed");
    assertThat(result.code()).isEqualTo(137);
    Processes.assertAllGone(Processes.numbers(result.out()));
  }

  @Test
  void aSecondSignalEndsTheGrace() throws InterruptedException {
    Running job = Launch.shell(2, IGNORES).options("-grace", "600").start();
    List<Long> processes = Processes.numbers(job.awaitOut("(\\d+\n){2}"));
    Processes.signal("TERM", job.process().pid());
    TimeUnit.SECONDS.sleep(2);
    assertThat(job.process().isAlive()).isTrue();
    Processes.signal("INT", job.process().pid());
    Result result = job.await();
    assertThat(result.err()).contains("ctrl-C again ends them now");
    assertThat(result.code()).isEqualTo(143);
    Processes.assertAllGone(processes);
  }

  @Test
  void aStoppedRankEndsToo() {
    String rank = "[ $PMI_RANK = 1 ] && kill -STOP $$; sleep 1; kill -9 $$";
    Result result = Launch.shell(2, rank).options("-grace", "600").run();
    assertThat(result.code()).isEqualTo(137);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shm", "tcp"})
  void hooksOfRanksThatAreToldToEndTogetherMayCallMpi(String transport, @TempDir Path place)
      throws IOException {
    Path source =
        Files.writeString(
            place.resolve("Saves.java"),
            """
            import org.purempi.*;

            void main(String[] args) {
              Mpi mpi = Mpi.init(args);
              Communicator world = mpi.world();
              Communicator ofHook = world.dup();
              Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                int[] sum = {world.rank() + 1};
                ofHook.allreduce(sum, Op.SUM);
                IO.println("saved " + sum[0]);
              }));
              world.barrier();
              IO.println("up");
              world.recv(new int[1], Mpi.ANY_SOURCE, 0);
            }
            """);
    Running job =
        Launch.mpiexec("-n", "3", source.toString())
            .with("PUREMPI_TRANSPORT", transport)
            .within(Duration.ofSeconds(60))
            .start();
    job.awaitOut("(up\n){3}");
    Processes.signal("TERM", job.process().pid());
    Result result = job.await();
    assertThat(result.out()).endsWith("saved 6\n".repeat(3));
    assertThat(result.code()).isEqualTo(143);
  }

  @ParameterizedTest
  @CsvSource({"throw, 1", "abort, 3", "exit, 4"})
  void javaRanksRunTheirHooksHoweverOneOfThemFails(String how, int code, @TempDir Path place)
      throws IOException {
    Path source =
        Files.writeString(
            place.resolve("Fails.java"),
            """
            import org.purempi.*;

            void main(String[] args) throws Exception {
              Mpi mpi = Mpi.init(args);
              Communicator world = mpi.world();
              Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                  Thread.sleep(1000);
                } catch (InterruptedException e) {
                  IO.println(e);
                }
                IO.println("saved " + world.rank());
              }));
              world.barrier();
              if (world.rank() == 1) {
                switch (args[0]) {
                  case "throw" -> throw new Exception("on purpose");
                  case "abort" -> world.abort(3);
                  case "exit" -> System.exit(4);
                }
              }
              world.recv(new int[1], Mpi.ANY_SOURCE, 0);
            }
            """);
    Result result =
        Launch.mpiexec("-n", "3", source.toString(), how).within(Duration.ofSeconds(60)).run();
    assertThat(result.sortedLines()).containsExactly("saved 0", "saved 1", "saved 2");
    assertThat(result.code()).isEqualTo(code);
  }

  @Test
  void anotherGuardianTakesThePlaceOfOneThatIsKilled(@TempDir Path place) throws IOException {
    Path end = place.resolve("end");
    String rank = "echo $$; until [ -e %s ]; do sleep 0.1; done; exit 3".formatted(end);
    Running job = Launch.shell(2, rank).start();
    job.awaitOut("(\\d+\n){2}");
    long first = guardian(job, 0);
    Processes.signal("KILL", first);
    guardian(job, first);
    Files.createFile(end);
    Result result = job.await();
    assertThat(result.err()).containsPattern("mpiexec: rank \\d on \\S+ exited with code 3");
    assertThat(result.code()).isEqualTo(3);

    job = Launch.shell(2, rank.replace(end.toString(), "/none")).start();
    List<Long> processes = Processes.numbers(job.awaitOut("(\\d+\n){2}"));
    first = guardian(job, 0);
    Processes.signal("KILL", first);
    guardian(job, first);
    Processes.signal("KILL", job.process().pid());
    Processes.assertAllGone(processes);
    assertThat(job.await().code()).isEqualTo(137);
  }

  /** The process of mpiexec's guardian, when it is another than the one before. */
  private static long guardian(Running job, long before) {
    for (int i = 0; i < 500; i++) {
      var found =
          job.process()
              .toHandle()
              .children()
              .filter(child -> child.info().commandLine().orElse("").contains("purempi-guardian"))
              .filter(child -> child.pid() != before)
              .findAny();
      if (found.isPresent()) {
        return found.get().pid();
      }
      Pause.shortly();
    }
    throw new AssertionError("no guardian");
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalAtAnyMomentOfTheStartIsHeard(String signal, int code) throws InterruptedException {
    for (int millis = 10; millis < 250; millis += 40) {
      Running job = Launch.shell(1, "sleep 60").start();
      TimeUnit.MILLISECONDS.sleep(millis);
      Processes.signal(signal, job.process().pid());
      // A JVM that starts forgets a signal that comes after it has asked for signals and before its
      // thread for them is there (Java 25.0.3, 5 of 320 times): users press ctrl-C again.
      if (!job.process().waitFor(5, TimeUnit.SECONDS)) {
        Processes.signal(signal, job.process().pid());
      }
      Result result = job.await();
      // A JVM that is told to end while it starts may end with 1, its error on a standard output
      // that
      // mpiexec's JVM does not use (Java 25.0.3, 2 of 840 times).
      boolean isCaughtStarting = result.code() == 1 && !result.err().contains("mpiexec");
      assertThat(result.code()).as("after %d ms", millis).isEqualTo(isCaughtStarting ? 1 : code);
    }
  }

  @Test
  void theOthersOfARankThatForgetsFinalizeMaySayWhatTheyHave() {
    String rank =
        "exec 3<>/dev/tcp/${PMI_PORT%:*}/${PMI_PORT##*:}; "
            + "say() { printf \"$1\\\\n\" >&3; read -r line <&3; }; "
            + "say \"cmd=initack pmiid=$PMI_ID\"; for i in 1 2 3; do read -r line <&3; done; "
            + "say 'cmd=init pmi_version=1 pmi_subversion=1'; "
            + "[ $PMI_RANK = 0 ] || sleep 1; echo result $PMI_RANK";
    Result result = Launch.mpiexec("-n", "2", "bash", "-c", rank).run();
    assertThat(result.sortedLines()).containsExactly("result 0", "result 1");
    assertThat(result.err())
        .contains("rank 0 on ")
        .contains("exited with code 0 without calling finalize (close the Mpi before main returns")
        .doesNotContain("ended\n");
    assertThat(result.code()).isEqualTo(1);
  }
}
