package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.purempi.tests.launch.Launch.Result;

/**
 * The ranks of a host share a session, each in a process group of its own
 * (docs/decisions/waiting.md).
 */
@Timeout(60)
@EnabledIf("canMakeGroups")
class SessionTest {
  private static final int GROUP = 0;
  private static final int SESSION = 1;

  /** Process, group and session of a rank; its name, "(sh)", has no blanks. */
  private static final String SAY_GROUP_AND_SESSION = "cut -d ' ' -f 5,6 /proc/$$/stat";

  static boolean canMakeGroups() {
    return Files.isExecutable(Path.of("/usr/bin/perl"));
  }

  private static List<String[]> groupsAndSessions(Launch launch) {
    return launch.run().out().lines().map(line -> line.split(" ", -1)).toList();
  }

  @Test
  void ranksThatYieldToEachOtherAreInOneSession() {
    List<String[]> ranks = groupsAndSessions(Launch.shell(3, SAY_GROUP_AND_SESSION));
    assertThat(ranks).extracting(words -> words[SESSION]).hasSize(3).containsOnly(ranks.get(0)[1]);
    assertThat(ranks).extracting(words -> words[GROUP]).doesNotHaveDuplicates();
  }

  @Test
  void variablesForPerlReachTheRankAndDoNotReachOurs() {
    String say = "echo $PERL5OPT$PERL_BADLANG";
    assertThat(Launch.shell(1, say).with("PERL5OPT", "-Mnowhere").run())
        .isEqualTo(new Result(0, "-Mnowhere\n", ""));
    assertThat(Launch.shell(1, say).with("PERL_BADLANG", "1").run())
        .isEqualTo(new Result(0, "1\n", ""));
    assertThat(Launch.shell(1, say).with("LC_ALL", "xx_YY.UTF-8").run().out()).isEqualTo("\n");
  }

  @Test
  void aRankHasNoTerminalEvenIfMpiexecHas() {
    String open = "(exec 3<>/dev/tty) 2>/dev/null && echo opened || echo refused";
    assertThat(Launch.shell(2, open).onATerminal().run().out())
        .contains("refused")
        .doesNotContain("opened");
  }

  @Test
  void aShellThatControlsJobsIsNotStoppedForWantOfTheForeground() {
    assertThat(Launch.shell(1, "set -m; echo goes on").onATerminal().run().out())
        .contains("goes on");
  }
}
