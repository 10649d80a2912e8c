package org.purempi.launch.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.launch.system.Tools;

@Timeout(10)
class GuardianTest {
  /** Says who gets a signal; only process 7 has made its group. */
  private static final String KILL = "kill() { [ $4 != -8 ] && echo \"$2 $4\"; }\n";

  private static List<String> signals(String... lines) throws Exception {
    Process shell = new ProcessBuilder(Tools.SHELL, "-c", KILL + Guardian.SCRIPT).start();
    try (OutputStream pipe = shell.getOutputStream()) {
      pipe.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII));
    }
    return new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
        .lines()
        .toList();
  }

  @Test
  void aSignalReachesAProcessOnceByItsGroupOrByItselfWhereItHasNone() throws Exception {
    assertThat(signals("+ 7", "+ 8", "t", "s", "c"))
        .startsWith("TERM -7", "TERM 8", "CONT -7", "CONT 8", "STOP -7", "STOP 8", "CONT -7");
  }

  @Test
  void aProcessThatIsAnnouncedAfterTheEndHasBegunIsTold() throws Exception {
    assertThat(signals("t", "+ 7", "+ 8", "e 7", "k", "+ 7"))
        .startsWith("TERM -7", "TERM 8", "TERM -7", "CONT -7", "KILL -7", "KILL 7");
  }

  @Test
  void anotherShellTellsThoseWhoAreAnnouncedLaterToo() throws Exception {
    var rank = new ProcessBuilder("setsid", "sleep", "60").start();
    try (Guardian guardian = Guardian.start(new Tools())) {
      guardian.terminateAll();
      ProcessHandle shell = lastGuardian();
      shell.destroyForcibly();
      var unused = shell.onExit().get();
      guardian.watch(rank.pid());
      assertThat(rank.waitFor()).isEqualTo(128 + 15);
    } finally {
      rank.destroyForcibly();
    }
  }

  /** The shell that was started last; it is what it is called only when it has begun to run. */
  private static ProcessHandle lastGuardian() throws InterruptedException {
    while (true) {
      Optional<ProcessHandle> last =
          ProcessHandle.current()
              .children()
              .filter(GuardianTest::isGuardian)
              .max(Comparator.comparingLong(ProcessHandle::pid));
      if (last.isPresent()) {
        return last.get();
      }
      Thread.sleep(1);
    }
  }

  private static boolean isGuardian(ProcessHandle child) {
    String[] words = child.info().arguments().orElse(new String[0]);
    return words.length > 0 && words[words.length - 1].equals("purempi-guardian");
  }

  @Test
  void aProcessThatHasBeenReapedIsNotSignalled() throws Exception {
    assertThat(signals("+ 7", "+ 8", "- 8", "t"))
        .startsWith("TERM -7", "CONT -7", "KILL -7", "KILL 7");
  }
}
