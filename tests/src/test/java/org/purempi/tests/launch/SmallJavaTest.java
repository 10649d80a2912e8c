package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.Tree;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/**
 * The Java of deploy/Dockerfile, made here by the image's own command: nothing that jobs need is
 * missing from it.
 */
@Tag("full")
@Timeout(120)
class SmallJavaTest {
  private static final String[] SAID = {
    "Greetings from process 1 of 4!",
    "Greetings from process 2 of 4!",
    "Greetings from process 3 of 4!",
    "Hello! Greetings from process 0 of 4!"
  };

  @TempDir static Path place;
  private static Path java;

  @BeforeAll
  static void link() throws Exception {
    java = place.resolve("java");
    var words = new ArrayList<>(words("RUN jlink"));
    words.set(0, Path.of(System.getProperty("java.home"), "bin", "jlink").toString());
    words.set(words.indexOf("/java"), java.toString());
    Process jlink = new ProcessBuilder(words).inheritIO().start();
    assertThat(jlink.waitFor(100, TimeUnit.SECONDS) ? jlink.exitValue() : -1).isZero();
  }

  /** The words of the Dockerfile's instruction that begins so, without RUN. */
  private static List<String> words(String beginning) throws IOException {
    String file = Files.readString(Tree.ROOT.resolve("deploy/Dockerfile"));
    String joined = file.replaceAll("\\\\\\n", " ");
    String line = joined.lines().filter(l -> l.startsWith(beginning)).findFirst().orElseThrow();
    return List.of(line.replaceFirst("^RUN ", "").strip().split("\\s+", -1));
  }

  private static Launch withIt(Launch launch) {
    return launch.in(Tree.ROOT).with("JAVA_HOME", java.toString());
  }

  private static Result mpiexec(String... words) {
    return withIt(Launch.mpiexec(words)).run();
  }

  private static void greet(Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly(SAID);
    assertThat(result.code()).isZero();
  }

  @Test
  void itIsSmall() throws IOException {
    assertThat(Files.readString(java.resolve("release"))).doesNotContain("java.desktop");
  }

  @Test
  void ranksAreProcesses() {
    greet(mpiexec("-n", "4", "examples/Greetings.java"));
  }

  @Test
  void ranksAreThreads() {
    greet(mpiexec("-threads", "-n", "4", "examples/Greetings.java"));
  }

  @Test
  void hostsTalkByTls() {
    greet(
        mpiexec(
            "-launcher",
            "fork",
            "-hosts",
            "a,b",
            "-encrypt",
            "-n",
            "4",
            "examples/Greetings.java"));
  }

  private static void byDaemon(String... compat) throws IOException {
    Path file = Files.createTempFile(place, "smpd", "");
    Files.writeString(file, "phrase=of a test\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    var words = new ArrayList<>(List.of(compat));
    words.addAll(List.of("-anyport", "-smpdfile", file.toString()));
    Running daemon = withIt(Launch.smpd(words.toArray(String[]::new))).start();
    try {
      String port = daemon.awaitOut("(?:.*\\D)?\\d+\\n").strip().replaceFirst("^.*\\D", "");
      var job = new ArrayList<>(List.of(compat));
      job.addAll(List.of("-port", port, "-smpdfile", file.toString(), "-hosts", "localhost"));
      job.addAll(List.of("-n", "4", "examples/Greetings.java"));
      // The daemon starts the ranks of this host, too.
      Launch launch = withIt(Launch.mpiexec(job.toArray(String[]::new)));
      greet(launch.with("HYDRA_LAUNCHER_AUTOFORK", "0").run());
    } finally {
      daemon.process().destroy();
      daemon.await();
    }
  }

  @Test
  void aDaemonStartsRanks() throws IOException {
    byDaemon();
  }

  @Test
  void aDaemonOfMpichsKindStartsRanks() throws IOException {
    byDaemon("-smpd1-compat");
  }
}
