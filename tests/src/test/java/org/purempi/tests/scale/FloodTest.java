package org.purempi.tests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;
import org.purempi.tests.Tree;

/** A sender that floods a sleeping rank exhausts nobody's heap. */
class FloodTest {
  private static final String HEAP = "-Xmx256m";
  private static final int MANY = 300_000;
  private static final int TEN_MILLION = 10_000_000;

  private static void processes(int messages, int seconds) throws Exception {
    check(
        Launcher.run(
            Duration.ofSeconds(seconds),
            2,
            List.of(HEAP),
            List.of(FloodProgram.class.getName(), messages + "")),
        messages);
  }

  private static void threads(int messages, int seconds) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    check(
        Launcher.start(
            Duration.ofSeconds(seconds),
            List.of(
                java,
                HEAP,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Launcher.wholeClassPath(),
                FloodProgram.class.getName(),
                messages + "",
                "threads")),
        messages);
  }

  private static void check(Outcome outcome, int messages) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("received " + messages);
  }

  @Test
  @Timeout(60)
  void aFloodOfProcessesEndsWell() throws Exception {
    processes(MANY, 50);
  }

  @Test
  @Timeout(60)
  void aFloodOfThreadsEndsWell() throws Exception {
    threads(MANY, 50);
  }

  @Test
  @Tag("full")
  @Timeout(600)
  void tenMillionMessagesBetweenProcessesEndWell() throws Exception {
    processes(TEN_MILLION, 580);
  }

  @Test
  @Tag("full")
  @Timeout(600)
  void tenMillionMessagesBetweenThreadsEndWell() throws Exception {
    threads(TEN_MILLION, 580);
  }

  /** A message that is announced costs its receiver some 100 bytes: 30 MB for all. */
  @Test
  @Timeout(60)
  void aFloodOfAnnouncementsEndsWell() throws Exception {
    List<String> program =
        List.of("-cp", Launcher.classPath(), FloodProgram.class.getName(), MANY + "", "announced");
    List<String> command = new ArrayList<>();
    command.add(Tree.ROOT.resolve("bin/mpiexec").toString());
    command.addAll(List.of("-n", "1", "-Xmx1g"));
    command.addAll(program);
    command.addAll(List.of(":", "-n", "2", "-Xmx16m"));
    command.addAll(program);
    check(Launcher.start(Duration.ofSeconds(50), command), MANY);
  }
}
