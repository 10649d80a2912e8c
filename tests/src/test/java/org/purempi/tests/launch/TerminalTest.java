package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks read from a terminal when their job is in its foreground, and are not stopped by it. */
@Timeout(60)
class TerminalTest {
  private static final String MPIEXEC = Launch.root() + "/bin/mpiexec ";

  /** What is said on a terminal by a shell that controls jobs; the typist is a shell, too. */
  private static String said(Path place, String typist, String... lines) throws IOException {
    Path shell = Scripts.shell(place.resolve("shell"), "");
    Files.writeString(shell, "#!/bin/bash\nset -m\n" + String.join("\n", lines) + "\n");
    String both = "{ %s; } | script -qec %s /dev/null".formatted(typist, shell);
    Path script = Scripts.shell(place.resolve("both"), both);
    return Launch.mpiexec().calledAs(script).run().out().replace("\r", "");
  }

  @Test
  void aJobInTheBackgroundIsNotStoppedAndReadsOnceInTheForeground(@TempDir Path place)
      throws IOException {
    String out =
        said(
            place,
            "echo one",
            MPIEXEC + "-n 1 sh -c 'read line; echo got $line' &",
            "sleep 2",
            "echo stopped: $(jobs -ps)",
            "fg");
    assertThat(out).contains("stopped:\n").contains("got one\n");
  }

  @Test
  void aJobSentToTheBackgroundWhileItReadsGoesOnThere(@TempDir Path place) throws IOException {
    String rank = "read line; sleep 1; kill -TSTP $PPID; read line; echo got $line";
    String out =
        said(
            place,
            "echo one; sleep 5; echo two; sleep 1",
            MPIEXEC + "-n 1 sh -c '" + rank + "'",
            "bg",
            "sleep 1",
            "echo stopped: $(jobs -ps)",
            "fg");
    assertThat(out).contains("stopped:\n").contains("got two\n");
  }

  @Test
  void controlCEndsAllRanksAndIsAnsweredWithItsExitCode(@TempDir Path place) throws IOException {
    String rank = "trap \"\" INT; echo up; : >" + place + "/$PMI_RANK; while :; do sleep 1; done";
    String areUp = "[ -e %s/0 ] && [ -e %s/1 ]".formatted(place, place);
    String out =
        said(
            place,
            "until " + areUp + "; do sleep 0.1; done; sleep 1; printf '\\003'; sleep 4",
            MPIEXEC + "-n 2 sh -c '" + rank + "'",
            "echo code $?");
    assertThat(out).contains("up\nup\n", "mpiexec: received SIG", "code 130\n");
  }

  @Test
  void theEndOfInputIsSeen(@TempDir Path place) throws IOException {
    assertThat(said(place, "echo one; echo two", MPIEXEC + "-n 1 wc -l")).contains("2\n");
  }

  @Test
  void aTerminalThatIsNotOurSessionsIsReadAtOnce(@TempDir Path place) throws IOException {
    Path typed = Files.writeString(place.resolve("typed"), "one\n");
    Launch launch = Launch.shell(1, "read line; echo got $line").by("setsid", "-w");
    assertThat(launch.onATerminal().reading(typed).run().out()).contains("got one");
  }
}
