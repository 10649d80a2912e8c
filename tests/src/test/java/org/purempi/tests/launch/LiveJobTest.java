package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.Launcher;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** A job that runs, seen from another terminal: purempi, and a debugger. */
@Timeout(180)
class LiveJobTest {
  private static final Pattern PORT = Pattern.compile("attach one to 127\\.0\\.0\\.1:(\\d+)");

  private static Running started(int ranks, String options) {
    var words = new ArrayList<String>();
    if (!options.isEmpty()) {
      words.addAll(List.of(options.split(" ", -1)));
    }
    words.addAll(List.of("-n", "" + ranks, "-cp", Launcher.classPath()));
    words.addAll(List.of(StoppedProgram.class.getName(), "stop"));
    return Launch.mpiexec(words.toArray(String[]::new)).start();
  }

  private static void end(Running job) throws InterruptedException {
    job.process().destroy();
    int unused = job.process().waitFor();
  }

  /** What it says as soon as it says this: its door, and its ranks, may take a moment. */
  private static String ask(Running job, String what, String expected) {
    while (true) {
      Result result = Launch.purempi(what, "" + job.process().pid()).run();
      if (result.out().contains(expected)) {
        return result.out();
      }
      assertThat(job.process().isAlive()).as(result.out() + result.err()).isTrue();
      Pause.shortly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-threads", "-threads=virtual", "-launcher fork -hosts a:1,b:2"})
  void ranksShowWhereTheyAreAndWhatTheyWaitFor(String options) throws Exception {
    Running job = started(3, options);
    try {
      String unused = job.awaitOut("(begun \\d\\s+){3}");
      assertThat(ask(job, "stacks", "ranks 1, 2 (2 ranks):\n    main thread in recv:\n"))
          .contains("      at org.purempi.tests.launch.StoppedProgram.stop(StoppedProgram.java:")
          .contains("      at org.purempi.tests.launch.StoppedProgram.main(StoppedProgram.java:")
          .doesNotContain("org.purempi.protocol")
          .contains("rank 0:\n    main thread (timed waiting):\n");
      Result full = Launch.purempi("stacks", "-full", "" + job.process().pid()).run();
      assertThat(full.out()).contains("org.purempi.protocol").contains("StoppedProgram.stop");
      assertThat(ask(job, "queues", "waits in recv at StoppedProgram.java:"))
          .contains("receive from rank 0, tag 5, MPI_COMM_WORLD, up to 4 bytes");
      assertThat(Launch.purempi("ps").run().lines())
          .anyMatch(
              line ->
                  line.contains(" " + job.process().pid() + " ")
                      && line.endsWith(" " + StoppedProgram.class.getName()));
    } finally {
      end(job);
    }
    assertThat(Launch.purempi("ps").run().out()).doesNotContain(" " + job.process().pid() + " ");
  }

  @Test
  void whatCannotBeAskedIsSaidInOneLine() throws Exception {
    assertThat(Launch.purempi("queues", "1234567").run().err())
        .startsWith("purempi: there is no job 1234567; ");
    Process other = new ProcessBuilder("sleep", "600").start();
    assertThat(Launch.purempi("queues", "" + other.pid()).run().err())
        .startsWith(
            "purempi: process " + other.pid() + " is no mpiexec of this user that runs a job; ");
    other.destroyForcibly();
    assertThat(Launch.purempi("stack").run().err())
        .isEqualTo("purempi: there is no command 'stack'; did you mean 'stacks'?\n");
    assertThat(Launch.purempi("queues", "x").run().err())
        .isEqualTo("purempi: 'x' is no job: it has a number, see 'purempi ps'\n");
    assertThat(Launch.purempi("ps", "x").run().code()).isEqualTo(2);
    assertThat(Launch.purempi("help").run().out()).contains("stacks [-full] [JOB]");
  }

  /** The others wait in init, as long as it takes, and the program is as it would be without. */
  @Test
  void aRankWaitsForADebuggerAndGoesOnWhenItSaysSo() throws Exception {
    Running job =
        Launch.mpiexec(
                "-debug",
                "1",
                "-n",
                "2",
                "-cp",
                Launcher.classPath(),
                StoppedProgram.class.getName())
            .start();
    try (Socket debugger = attach(job)) {
      assertThat(job.out()).isEmpty();
      assertThat(ask(job, "stacks", "main thread in init:\n"))
          .contains("rank 1:\n    has not started MPI\n");
      resume(debugger);
      Result result = job.await();
      assertThat(result.sortedLines()).containsExactly("begun 0", "begun 1", "done 0", "done 1");
      assertThat(result.code()).isZero();
      assertThat(result.err()).hasLineCount(1);
    } finally {
      end(job);
    }
  }

  private static Socket attach(Running job) throws Exception {
    Matcher port = PORT.matcher(Launch.read(job.errFile()));
    while (!port.find()) {
      assertThat(job.process().isAlive()).as(Launch.read(job.errFile())).isTrue();
      Pause.shortly();
      port = PORT.matcher(Launch.read(job.errFile()));
    }
    while (true) {
      try {
        return new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)));
      } catch (java.net.ConnectException e) {
        Pause.shortly(); // its JVM is still starting
      }
    }
  }

  /** Speaks JDWP: greets, and tells the virtual machine to go on (command 9 of set 1). */
  private static void resume(Socket debugger) throws Exception {
    byte[] greeting = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
    var out = new DataOutputStream(debugger.getOutputStream());
    out.write(greeting);
    out.flush();
    var in = new DataInputStream(debugger.getInputStream());
    assertThat(in.readNBytes(greeting.length)).isEqualTo(greeting);
    out.writeInt(11);
    out.writeInt(1);
    out.write(new byte[] {0, 1, 9});
    out.flush();
  }
}
