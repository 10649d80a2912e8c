package org.purempi.tests.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;
import org.purempi.tests.Tree;
import org.purempi.tool.HangException;
import org.purempi.tool.RankState;
import org.purempi.tool.RankState.Activity;
import org.purempi.tool.ThreadJob;

/** Who waits for whom, with the lines of the program. */
@Timeout(240)
class HangReportTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Path SOURCE =
      Path.of("src/test/java", HangingProgram.class.getName().replace('.', '/') + ".java");

  /** The line that carries a mark, as a stack trace names it. */
  private static String at(String mark) {
    try {
      List<String> lines = Files.readAllLines(SOURCE);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).endsWith("// MARK " + mark)) {
          return "at HangingProgram.java:" + (i + 1) + " ";
        }
      }
      throw new AssertionError("no mark " + mark);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String report(String how, int ranks, boolean virtual) {
    HangException e =
        catchThrowableOfType(
            HangException.class,
            () ->
                new ThreadJob(ranks, virtual, LIMIT).run(world -> HangingProgram.hang(world, how)));
    assertThat(e).isNotNull();
    assertThat(e.getMessage()).startsWith("every rank waits for another");
    return e.getMessage();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReceiveWithAnotherTagIsNamedBesideTheMessageThatCame(boolean virtual) {
    assertThat(report("wrong tag", 2, virtual))
        .containsPattern("rank 0, waiting for \\d\\.\\d s:\n")
        .contains("    waits in recv " + at("recv of rank 0") + "HangingProgram.wrongTag\n")
        .contains("      receive from rank 1, tag 0, MPI_COMM_WORLD, up to 4 bytes\n")
        .contains("    waits in recv " + at("recv of rank 1") + "HangingProgram.wrongTag\n")
        .contains(
            "      receive from rank 0, tag 5, MPI_COMM_WORLD, up to 80 bytes"
                + " <- a message from there has tag 6\n")
        .contains("    unexpected: from rank 0, tag 6, MPI_COMM_WORLD, 24 bytes\n");
  }

  @Test
  void aCycleOfSendsIsNamedOnBothSides() {
    assertThat(report("cycle of sends", 3, false))
        .contains("    waits in ssend " + at("ssend") + "HangingProgram.cycle\n")
        .contains("      send to rank 1, tag 5, MPI_COMM_WORLD, 1048576 bytes\n")
        .contains("    unexpected: from rank 2, tag 5, MPI_COMM_WORLD, 1048576 bytes\n");
  }

  @Test
  void ranksInACollectiveShareABlockIfTheySayTheSame() {
    String report = report("missing collective", 3, false);
    assertThat(report)
        .contains("    waits in recv " + at("rank 0 elsewhere") + "HangingProgram.missing\n")
        .contains("\nranks 1, 2 (2 ranks), waiting for ")
        .contains("    waits in barrier " + at("barrier") + "HangingProgram.missing\n")
        .contains("      receive from rank 0, collective call no. 2 on dup of MPI_COMM_WORLD\n")
        .contains("    unexpected: from rank 1, collective call no. 2 on dup of MPI_COMM_WORLD\n");
  }

  @Test
  void ranksThatSayTheSameShareABlock() {
    assertThat(report("probe", 4, true))
        .containsPattern("\nranks 0-3 \\(4 ranks\\), waiting for ")
        .contains("    waits in probe " + at("probe") + "HangingProgram.probe\n")
        .contains("      probe for any rank, tag 5, MPI_COMM_WORLD\n");
  }

  @Test
  void whatAWaitForAnyWaitsForIsListed() {
    assertThat(report("wait any", 2, false))
        .contains("    waits in waitAny " + at("waitAny") + "HangingProgram.waitAny\n")
        .contains("      receive from rank 1, tag 1, MPI_COMM_WORLD, up to 4 bytes\n")
        .contains("      receive from rank 1, tag 2, MPI_COMM_WORLD, up to 8 bytes\n");
  }

  @Test
  void eachRankHasASentenceAndWhatMissesIsAHint() {
    assertThat(report("wrong tag", 2, false))
        .contains(
            "    rank 1 waits in recv "
                + at("recv of rank 1")
                + "for a message with tag 5 from rank 0, which waits in recv "
                + at("recv of rank 0")
                + "for rank 1\n")
        .contains("    a circle of 2 ranks: rank 0 waits for rank 1, rank 1 for rank 0\n")
        .contains(
            "hint: a message with tag 6 from rank 0 lies unreceived at rank 1, which waits for"
                + " tag 5\n");
    assertThat(report("wrong communicator", 2, false))
        .contains(
            "hint: a message with tag 5 from rank 0 lies unreceived at rank 1 on the other, which"
                + " waits for it on MPI_COMM_WORLD\n");
    assertThat(report("roots", 2, false))
        .contains("hint: rank 1 called bcast(int, root 0) " + at("bcast") + "where rank 0 called");
    assertThat(report("missing collective", 3, false))
        .contains(
            "    ranks 1, 2 wait in barrier "
                + at("barrier")
                + "(collective call no. 2 on dup of MPI_COMM_WORLD) for rank 0, which has not"
                + " entered it and waits in recv ");
    assertThat(report("probe", 3, true))
        .contains("    ranks 0-2 wait for each other, some of them for any of several");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          lock     | wants the lock | "for the lock of rank 1 of a window of MPI_COMM_WORLD, held by"
          start    | start          | "for post on a window of MPI_COMM_WORLD by rank 1, which"
          complete | waitFor        | "for complete on a window of MPI_COMM_WORLD by rank 0, which"
          fence    | fence          | "(collective call no. 3 on a window of MPI_COMM_WORLD) for rank"
          file     | writeAll       | "(collective call no. 5 on the file "
          """)
  void whoseTurnItIsInWindowsAndFilesIsNamed(String how, String mark, String sentence) {
    assertThat(report(how, 2, false))
        .contains(at(mark) + sentence)
        .contains("a circle of 2 ranks: rank 0 waits for rank 1, rank 1 for rank 0");
  }

  @Test
  void tenThousandVirtualRanksAreReportedInGroups() {
    HangException e =
        catchThrowableOfType(
            HangException.class,
            () ->
                new ThreadJob(10_000, true, null).run(world -> HangingProgram.hang(world, "ring")));
    assertThat(e.getMessage().lines().count()).isLessThan(20);
    assertThat(e.getMessage())
        .contains("\nranks 0-9999 (10000 ranks), waiting for ")
        .contains("    ranks 0-9999 wait in ssend " + at("ring") + "until its message")
        .contains("    a circle of 10000 ranks: rank 0 waits for rank 1, ");
    assertThat(e.page()).contains("ranks 0-9999 (10000)");
  }

  @Test
  void whenTheTimeIsOverARankThatComputesIsNamedToo() {
    HangException e =
        catchThrowableOfType(
            HangException.class,
            () ->
                ThreadJob.of(3)
                    .within(Duration.ofSeconds(3))
                    .run(world -> HangingProgram.hang(world, "computes")));
    assertThat(e.getMessage())
        .startsWith("not done after 3.0 s:\nrank 0:\n")
        .contains("    does not wait in MPI " + at("computing") + "HangingProgram.computes\n")
        .contains("    waits in barrier " + at("waiting for rank 0"));
    assertThat(e.states())
        .extracting(RankState::activity)
        .containsExactly(Activity.RUNNING, Activity.WAITING, Activity.WAITING);
  }

  @Test
  void ranksThatOnlyWaitForASlowOneAreNotTakenToHang() {
    List<Integer> ends = new ArrayList<>();
    ThreadJob.of(2)
        .run(
            world -> {
              if (world.rank() == 0) {
                Thread.sleep(1200);
              }
              world.barrier();
              synchronized (ends) {
                ends.add(world.rank());
              }
            });
    assertThat(ends).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void aRankWhoseOwnThreadMayStillActIsNotTakenToHang() {
    ThreadJob.of(2)
        .run(
            world -> {
              if (world.rank() == 0) {
                Thread helper =
                    new Thread(
                        () -> {
                          try {
                            Thread.sleep(1200);
                            world.send(new int[1], 1, 0);
                            world.recv(new int[1], 1, 1);
                            world.send(new int[1], 0, 2);
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                        });
                helper.start();
                world.recv(new int[1], 0, 2);
                helper.join();
              } else {
                world.recv(new int[1], 0, 0);
                world.send(new int[1], 0, 1);
              }
            });
  }

  @Test
  void aFailureIsNotReplacedByAReport() {
    assertThatThrownBy(
            () ->
                ThreadJob.of(2)
                    .within(LIMIT)
                    .run(
                        world -> {
                          if (world.rank() == 1) {
                            throw new IllegalStateException("boom");
                          }
                          world.barrier();
                        }))
        .isInstanceOf(MpiException.class)
        .isNotInstanceOf(HangException.class)
        .hasMessageContaining("rank 1 of 2 failed")
        .hasMessageContaining("boom");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void plainThreadRanksThatHangEndWithTheReport(boolean virtual) {
    HangException e =
        catchThrowableOfType(
            HangException.class,
            () -> Mpi.runThreads(2, virtual, world -> HangingProgram.hang(world, "probe")));
    assertThat(e)
        .hasMessageStartingWith("every rank waits for another")
        .hasMessageContaining("probe for any rank");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRankWhoseVirtualThreadOrTaskMayStillActIsNotTakenToHang(boolean virtual) {
    List<Executor> helpers =
        List.of(
            Thread::startVirtualThread,
            ForkJoinPool.commonPool(),
            CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS));
    for (Executor helper : helpers) {
      Mpi.runThreads(
          2,
          virtual,
          world -> {
            if (world.rank() == 0) {
              helper.execute(
                  () -> {
                    LockSupport.parkNanos(900_000_000); // some looks long
                    world.send(new int[1], 1, 0);
                  });
              world.recv(new int[1], 1, 1);
            } else {
              world.recv(new int[1], 0, 0);
              world.send(new int[1], 0, 1);
            }
          });
    }
  }

  @Test
  void ranksWhoseThreadsHaveEndedOrWaitInMpiThemselvesHang() {
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    2,
                    world -> {
                      Thread.startVirtualThread(() -> world.send(new int[1], world.rank(), 1));
                      world.recv(new int[1], world.rank(), 1);
                      Thread.startVirtualThread(() -> world.recv(new int[1], 0, 2));
                      new Thread(() -> world.recv(new int[1], 0, 3)).start();
                      world.recv(new int[1], Mpi.ANY_SOURCE, 4);
                    }))
        .isInstanceOf(HangException.class);
  }

  private static List<String> mpiexec(int ranks, String... more) {
    var words = new ArrayList<>(List.of(Tree.ROOT.resolve("bin/mpiexec").toString()));
    words.addAll(List.of("-n", ranks + ""));
    words.addAll(List.of(more));
    words.addAll(List.of("-cp", Launcher.classPath(), HangingProgram.class.getName()));
    return words;
  }

  private static Outcome computes(String seconds) throws Exception {
    List<String> command = mpiexec(3, "-timeout", seconds, "-hang-page", "none");
    command.add("computes");
    return Launcher.start(LIMIT, command);
  }

  @Test
  void mpiexecPrintsTheReportWhenItsTimeIsOver() throws Exception {
    String seconds = "2";
    Outcome outcome = computes(seconds);
    if (!outcome.err().contains("waits in barrier")) {
      seconds = "20"; // it took long to start
      outcome = computes(seconds);
    }
    assertThat(outcome.err())
        .startsWith(
            "mpiexec: the job has run for %s s; what its ranks are doing:\nrank 0:\n"
                .formatted(seconds))
        .contains(
            "    ranks 1, 2 wait, directly or through others, for rank 0, which does not wait")
        .contains("    does not wait in MPI " + at("computing") + "HangingProgram.computes\n")
        .contains("    waits in barrier " + at("waiting for rank 0"))
        .endsWith("mpiexec: the job ran longer than " + seconds + " s\n");
    assertThat(outcome.exitCode()).isEqualTo(124);
  }

  @Test
  void aSignalAsksForTheReportAndTheJobGoesOn() throws Exception {
    List<String> command = mpiexec(2, "-pmi-fd");
    command.add("wrong tag");
    assertSignalled(command);
  }

  @Test
  void ctrlBackslashOnTheTerminalAsksForTheReport() throws Exception {
    // exec: a shell that waits in mpiexec's process group would be ended by ctrl-\ itself. env: a
    // shell that started these tests in the background has both signals ignored.
    String line =
        "exec env --default-signal=INT,QUIT " + String.join(" ", mpiexec(2)) + " 'wrong tag'";
    Path log = Files.createTempFile("purempi-terminal", ".txt");
    ProcessBuilder builder = new ProcessBuilder("script", "-qfec", line, log.toString());
    builder.environment().put("PUREMPI_NO_BUILD", "1");
    Process terminal = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    try {
      await(log, "ready");
      String text = ask(log, () -> type(terminal, '\\'));
      assertThat(text).contains("mpiexec: asked by a signal; what its ranks are doing:");
      assertThat(text).doesNotContain("Full thread dump");
      type(terminal, 'C');
      terminal.waitFor();
    } finally {
      terminal.descendants().forEach(ProcessHandle::destroyForcibly);
      terminal.destroyForcibly();
      Files.delete(log);
    }
  }

  private static void type(Process terminal, char control) throws IOException {
    terminal.getOutputStream().write(control & 0x1f);
    terminal.getOutputStream().flush();
  }

  private interface Request {
    void make() throws IOException, InterruptedException;
  }

  /** Asks again and again for a report, until one shows the message that rank 1 does not want. */
  private static String ask(Path file, Request request) throws IOException, InterruptedException {
    long until = System.nanoTime() + LIMIT.toNanos();
    while (!Files.readString(file).contains("unexpected: from rank 0, tag 6")) {
      assertThat(System.nanoTime()).as("%s", Files.readString(file)).isLessThan(until);
      Thread.sleep(1500);
      request.make();
      Thread.sleep(1500);
    }
    return Files.readString(file);
  }

  private static void run(String... words) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
  }

  private static void assertSignalled(List<String> command) throws Exception {
    Path out = Files.createTempFile("purempi-signal", ".txt");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PUREMPI_NO_BUILD", "1");
    Process job = builder.redirectOutput(out.toFile()).start();
    try {
      await(out, "ready");
      String text = ask(out, () -> run("kill", "-USR1", job.pid() + ""));
      assertThat(text)
          .contains("mpiexec: asked by a signal; what its ranks are doing:")
          .contains("waits in recv " + at("recv of rank 1"));
      assertThat(job.isAlive()).isTrue();
    } finally {
      job.destroy();
      job.waitFor();
      Files.delete(out);
    }
  }

  private static String await(Path file, String text) throws IOException, InterruptedException {
    long until = System.nanoTime() + LIMIT.toNanos();
    String found = Files.readString(file);
    while (!found.contains(text)) {
      assertThat(System.nanoTime()).as("no '%s' in %s", text, found).isLessThan(until);
      Thread.sleep(20);
      found = Files.readString(file);
    }
    return found;
  }
}
