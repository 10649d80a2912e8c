package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;

/** What the user's shell is set to disturbs neither mpiexec nor what the ranks see of it. */
@Timeout(60)
class SurroundingsTest {
  @Test
  void theShellMayLookForDirectoriesElsewhere() {
    Launch launch = Launch.mpiexec("echo", "x").calledAs(Path.of("bin/mpiexec")).in(Launch.root());
    assertThat(launch.with("CDPATH", ".:/").run()).isEqualTo(new Result(0, "x\n", ""));
  }

  @Test
  void flagsForEveryJvmAreForTheRanks() {
    String say = "echo $_JAVA_OPTIONS $JAVA_TOOL_OPTIONS $JDK_JAVA_OPTIONS";
    Launch launch = Launch.shell(1, say).with("_JAVA_OPTIONS", "-XX:+UseG1GC");
    launch.with("JAVA_TOOL_OPTIONS", "-Da=b").with("JDK_JAVA_OPTIONS", "-Dc=d");
    assertThat(launch.run()).isEqualTo(new Result(0, "-XX:+UseG1GC -Da=b -Dc=d\n", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"xx_YY.UTF-8", "xx_YY.utf8", "C"})
  void lettersPassWhateverTheLocaleEvenIfItIsNotInstalled(String locale) {
    String call = Launch.root() + "/bin/mpiexec -n 1 printf %s-%s ";
    // Bytes that are the same for whoever reads them, in whichever locale.
    String words = "$(printf '\\303\\244') \"$LANG\"";
    Launch launch = Launch.mpiexec("-c", "exec " + call + words);
    launch
        .calledAs(Path.of("/bin/sh"))
        .with("LANG", locale)
        .with("LC_CTYPE", "")
        .with("LC_ALL", "");
    assertThat(launch.run()).isEqualTo(new Result(0, "\u00c3\u00a4-" + locale, ""));
  }

  @Test
  void variablesOfAnyNameReachTheRanks() {
    Launch launch = Launch.mpiexec("-pmi-fd", "-n", "1", "sh", "-c", "echo $go $answer");
    launch.with("go", "GO").with("answer", "ANSWER");
    assertThat(launch.run()).isEqualTo(new Result(0, "GO ANSWER\n", ""));
    assertThat(Launch.shell(1, "echo $go").with("go", "GO").run().out()).isEqualTo("GO\n");
    assertThat(Launch.shell(1, "env | grep PUREMPI_WORD").run().out()).isEmpty();
  }
}
