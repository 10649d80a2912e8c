package org.purempi.tests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;

/** Windows that were freed, and those that could not be made, leave nothing behind. */
class ManyWindowsTest {
  private static final Duration LIMIT = Duration.ofSeconds(100);
  private static final String MANY = "10000";
  private static final String PROGRAM = ManyWindowsProgram.class.getName();

  private static void check(Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).startsWith("nothing leaks");
  }

  @Test
  @Timeout(110)
  void windowsOfProcessesLeakNothing() throws Exception {
    check(Launcher.run(LIMIT, 2, List.of(PROGRAM, MANY)));
  }

  @Test
  @Timeout(110)
  void windowsOfThreadsLeakNothing() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = Launcher.wholeClassPath();
    check(
        Launcher.start(
            LIMIT,
            List.of(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                PROGRAM,
                MANY,
                "threads")));
  }
}
