package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.Launcher;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** Jobs of several mpiexecs find each other by names that {@code purempi nameserver} keeps. */
@Timeout(120)
class NameServerTest {
  private static final String PROGRAM = "org.purempi.tests.spawn.NamesProgram";

  @TempDir private Path place;
  private Path file;
  private Running server;
  private String port;

  @BeforeEach
  void listen() throws IOException {
    file = file("phrase=of this test\nport=1\n");
    server = Launch.purempi("nameserver", "-anyport", "-smpdfile", file.toString()).start();
    port = server.awaitOut("\\d+\\n").strip();
  }

  private Path file(String text) throws IOException {
    Path made = Files.writeString(Files.createTempFile(place, "smpd", ""), text);
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
    return made;
  }

  @AfterEach
  void end() {
    server.process().destroy();
    server.await();
  }

  private Launch job(Path secret, int ranks, String... words) {
    var all = new ArrayList<>(List.of("-nameserver", "localhost:" + port));
    all.addAll(List.of("-smpdfile", secret.toString(), "-n", Integer.toString(ranks)));
    all.addAll(List.of("-cp", Launcher.classPath(), PROGRAM));
    all.addAll(List.of(words));
    return Launch.mpiexec(all.toArray(String[]::new));
  }

  private Launch job(int ranks, String... words) {
    return job(file, ranks, words);
  }

  private static String refused(String why) {
    return "NAME publishName: %s\nNAME lookupName: %<s\nSERVICE unpublishName: %<s\n"
        .formatted(why);
  }

  @Test
  void twoJobsMeetByAName() {
    var client = CompletableFuture.supplyAsync(job(2, "find", "a name = of\ttwo wörds")::run);
    Result served = job(3, "serve", "a name = of\ttwo wörds").run();
    assertThat(served).isEqualTo(new Result(0, "3 meet 2: 3\n", ""));
    assertThat(client.join()).isEqualTo(new Result(0, "2 meet 3: 6\n", ""));
  }

  @Test
  void aNameIsItsJobsAndGoesWithIt() {
    Running keeper = job(1, "keep", "mine").by("sh", "-c", "sleep 60 | exec \"$@\"", "-").start();
    keeper.awaitOut("published\n");
    assertThat(job(1, "try", "mine").run().out())
        .isEqualTo(
            """
            NAME publishName: the name 'mine' is in use
            port1
            done
            SERVICE unpublishName: it was published by another job
            """);
    keeper.process().descendants().forEach(ProcessHandle::destroyForcibly);
    keeper.await();
    assertThat(job(1, "try", "mine").run().out()).isEqualTo("done\nport1\ndone\ndone\n");
  }

  @Test
  void whoHasAnotherSecretIsRefused() throws IOException {
    Path other = file("phrase=guessed\n");
    assertThat(job(other, 1, "try", "x").run())
        .isEqualTo(
            new Result(0, refused("name server at localhost:" + port + ": wrong passphrase"), ""));
    assertThat(job(file("port=1\n"), 1, "try", "x").run().err())
        .contains("no passphrase for smpd: put a line 'phrase=");
  }

  @Test
  void aServerThatHasGoneIsTold() {
    Running late = job(1, "keep", "x").by("sh", "-c", "sleep 60 | exec \"$@\"", "-").start();
    late.awaitOut("published\n");
    server.process().destroy();
    assertThat(job(1, "try", "x").run().out())
        .isEqualTo(
            refused(
                "no name server at localhost:"
                    + port
                    + " (Connection refused); start one there with 'purempi nameserver', with"
                    + " -iface for other hosts"));
    late.process().descendants().forEach(ProcessHandle::destroyForcibly);
    late.await();
  }

  @Test
  void itStartsNoJobsAndAnswersSmpd() {
    assertThat(
            Launch.mpiexec(
                    "-launcher",
                    "smpd",
                    "-smpdfile",
                    file.toString(),
                    "-port",
                    port,
                    "-hosts",
                    "localhost",
                    "-n",
                    "1",
                    "true")
                .with("HYDRA_LAUNCHER_AUTOFORK", "0")
                .run()
                .err())
        .contains("this daemon keeps names only");
    assertThat(
            Launch.purempi("nameserver", "-status", "-port", port, "-smpdfile", file.toString())
                .run()
                .out())
        .contains("smpd running on localhost", "jobs: 0");
  }
}
