package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.Launcher;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/**
 * MPI 4.1, 11.10.2: a program that was started without mpiexec calls it when it needs a launcher,
 * and is served until it ends.
 */
@Timeout(60)
class SingletonTest {
  /** The program's end of the conversation. */
  private record Program(ServerSocket door, Running mpiexec, Socket talk, BufferedReader in)
      implements AutoCloseable {
    static Program start(String processId) throws IOException {
      var door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      String port = Integer.toString(door.getLocalPort());
      Running mpiexec =
          Launch.mpiexec("-pmi_args", port, "default_interface", "default_key", processId).start();
      door.setSoTimeout((int) TimeUnit.SECONDS.toMillis(20));
      Socket talk = door.accept();
      talk.setSoTimeout((int) TimeUnit.SECONDS.toMillis(20));
      var in =
          new BufferedReader(
              new InputStreamReader(talk.getInputStream(), StandardCharsets.US_ASCII));
      assertThat(in.readLine()).isEqualTo("cmd=singinit authtype=none");
      return new Program(door, mpiexec, talk, in);
    }

    /** A program that is served: it has said who it is and called init. */
    static Program joined(String processId) throws IOException {
      Program program = start(processId);
      program.say("cmd=singinit pmi_version=1 pmi_subversion=1 stdio=yes authtype=none");
      assertThat(program.in.readLine())
          .isEqualTo(
              "cmd=singinit_info versionok=yes stdio=no kvsname=" + program.space(processId));
      assertThat(program.ask("cmd=init pmi_version=1 pmi_subversion=1"))
          .isEqualTo("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0");
      return program;
    }

    String space(String processId) {
      return "purempi_singleton_" + processId;
    }

    void say(String line) throws IOException {
      talk.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    String ask(String line) throws IOException {
      say(line);
      return String.valueOf(in.readLine());
    }

    @Override
    public void close() throws IOException {
      talk.close();
      door.close();
    }
  }

  private static String mine() {
    return Long.toString(ProcessHandle.current().pid());
  }

  @Test
  void itIsServedAsTheOnlyRankOfAJobAndLeaves() throws IOException {
    try (Program program = Program.joined(mine())) {
      String pair = " kvsname=" + program.space(mine());
      assertThat(program.ask("cmd=get_maxes")).startsWith("cmd=maxes kvsname_max=");
      assertThat(program.ask("cmd=put" + pair + " key= value=")).contains("put_result rc=0");
      assertThat(program.ask("cmd=get_universe_size")).isEqualTo("cmd=universe_size size=1");
      assertThat(program.ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=0");
      assertThat(program.ask("cmd=put" + pair + " key=a value=b")).contains("put_result rc=0");
      assertThat(program.ask("cmd=barrier_in")).isEqualTo("cmd=barrier_out");
      assertThat(program.ask("cmd=get" + pair + " key=a")).endsWith(" value=b");
      assertThat(program.ask("cmd=publish_name service=s port=p")).contains("rc=0");
      assertThat(program.ask("cmd=lookup_name service=s")).contains("rc=0").contains("port=p");
      assertThat(program.ask("cmd=unpublish_name service=s")).contains("rc=0");
      assertThat(program.ask("cmd=lookup_name service=s")).contains("rc=-1");
      String spawn =
          "mcmd=spawn\nnprocs=2\nexecname=sh\ntotspawns=1\nspawnssofar=1\narg1=-c\n"
              + "arg2=echo child $PMI_RANK of $PMI_SIZE\nargcnt=2\nendcmd";
      assertThat(program.ask(spawn)).startsWith("cmd=spawn_result rc=0 errcodes=0,0 kvsname=");
      assertThat(program.ask("cmd=finalize")).isEqualTo("cmd=finalize_ack");
      Result end = program.mpiexec.await();
      assertThat(end.code()).isZero();
      assertThat(end.err()).isEmpty();
      assertThat(end.sortedLines()).containsExactly("child 0 of 2", "child 1 of 2");
    }
  }

  @Test
  void mpiexecGoesWhenTheConnectionEnds() throws IOException {
    Program program = Program.joined(mine());
    program.close();
    Result end = program.mpiexec.await();
    assertThat(end.code()).isEqualTo(1);
    assertThat(end.err()).isEmpty();
  }

  @Test
  void mpiexecGoesWithTheProgramAlthoughAnotherKeepsTheConnection() throws Exception {
    Process other = new ProcessBuilder("sleep", "60").start();
    try (Program program = Program.joined(Long.toString(other.pid()))) {
      other.destroyForcibly();
      assertThat(program.mpiexec.await().code()).isEqualTo(1);
    }
  }

  @Test
  void anAbortKillsTheProgramAndItsCodeIsKept() throws IOException, InterruptedException {
    Process other = new ProcessBuilder("sleep", "60").start();
    try (Program program = Program.joined(Long.toString(other.pid()))) {
      program.say("cmd=abort exitcode=42");
      Result end = program.mpiexec.await();
      assertThat(end.code()).isEqualTo(42);
      assertThat(end.err()).isEqualTo("mpiexec: the program called abort with code 42\n");
      assertThat(other.waitFor(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void whoHangsUpOrSpeaksAnotherVersionIsNotServed() throws IOException {
    Program mute = Program.start(mine());
    mute.close();
    Result end = mute.mpiexec.await();
    assertThat(end.err()).contains("-pmi_args: the program hung up");
    assertThat(end.code()).isEqualTo(1);
    try (Program second = Program.start(mine())) {
      assertThat(second.ask("cmd=singinit pmi_version=2 pmi_subversion=0 authtype=none"))
          .startsWith("cmd=singinit_info versionok=no ");
      end = second.mpiexec.await();
      assertThat(end.err()).contains("-pmi_args: the program does not speak PMI-1");
      assertThat(end.code()).isEqualTo(1);
    }
  }

  @Test
  void aPortOnWhichNobodyWaitsIsNamed() throws IOException {
    int port;
    try (var door = new ServerSocket(0)) {
      port = door.getLocalPort();
    }
    Result end = Launch.mpiexec("-pmi_args", "" + port, "any", "any", mine()).run();
    assertThat(end.err()).contains("-pmi_args: no program waits on port " + port);
    assertThat(end.code()).isEqualTo(1);
  }

  @Test
  @Tag("full")
  void whoSaysNothingIsGivenUp() throws IOException {
    try (Program program = Program.start(mine())) {
      Result end = program.mpiexec.await();
      assertThat(end.err()).contains("-pmi_args: the program says nothing for 10 s");
      assertThat(end.code()).isEqualTo(1);
    }
  }

  private static final String SOURCE =
      """
      #include <mpi.h>
      #include <stdio.h>
      #include <string.h>
      #include <unistd.h>
      int main(int c, char **v) {
        int *size, found;
        char port[MPI_MAX_PORT_NAME] = "none";
        const char *task = c > 1 ? v[1] : "";
        MPI_Init(&c, &v);
        MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &size, &found);
        MPI_Publish_name("service", MPI_INFO_NULL, "a-port");
        MPI_Lookup_name("service", MPI_INFO_NULL, port);
        printf("found %d size %d port %s\\n", found, found ? *size : -1, port);
        fflush(stdout);
        if (!strcmp(task, "abort")) MPI_Abort(MPI_COMM_WORLD, 42);
        if (!strcmp(task, "leave")) _exit(5);
        MPI_Finalize();
        return 0;
      }
      """;

  @Test
  void aProgramOfMpichIsServedHoweverItEnds(@TempDir Path place) throws Exception {
    Path compiler = Path.of("/usr/bin/mpicc.mpich");
    Assumptions.assumeTrue(
        Files.isExecutable(compiler),
        "SKIPPED: " + compiler + " is not installed; .ci/install-peers installs it");
    Path source = Files.writeString(place.resolve("alone.c"), SOURCE);
    String program = place.resolve("alone").toString();
    var limit = java.time.Duration.ofSeconds(30);
    var compiled =
        Launcher.start(limit, List.of(compiler.toString(), "-o", program, source.toString()));
    assertThat(compiled.exitCode()).as(compiled.toString()).isZero();
    String path = "PATH=" + Launch.root().resolve("bin") + ":" + System.getenv("PATH");
    int code = 0;
    for (String task : List.of("", "leave", "abort")) {
      var outcome = Launcher.start(limit, List.of("env", path, program, task));
      assertThat(outcome.out()).isEqualTo("found 1 size 1 port a-port\n");
      code = task.isEmpty() ? 0 : task.equals("leave") ? 5 : 42;
      assertThat(outcome.exitCode()).as(task + outcome).isEqualTo(code);
    }
    for (int i = 0; i < 500 && !servers().isEmpty(); i++) {
      Pause.shortly();
    }
    assertThat(servers()).isEmpty();
  }

  /** The processes of this tree that serve such a program. */
  private static List<Long> servers() {
    String ours = Launch.root().toString();
    return ProcessHandle.allProcesses()
        .filter(p -> p.info().commandLine().orElse("").contains("-pmi_args"))
        .filter(p -> p.info().commandLine().orElse("").contains(ours))
        .map(ProcessHandle::pid)
        .toList();
  }
}
