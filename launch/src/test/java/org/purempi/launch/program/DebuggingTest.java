package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.launch.text.UsageException;

/** Which ranks wait for a debugger, and where. */
@Timeout(30)
class DebuggingTest {
  private static final Command JAVA =
      new Command(List.of("/jdk/bin/java", "-cp", "x", "Main"), Path.of("/"), Map.of());

  @Test
  void theRankAloneGetsTheAgentBeforeTheFlagsOfTheUser() throws Exception {
    Debugging d = Debugging.parse("-debug 1:5005", "1:5005").planned(2, false);
    assertThat(d.of(0, JAVA)).isSameAs(JAVA);
    assertThat(d.of(1, JAVA).words())
        .containsExactly(
            "/jdk/bin/java",
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:5005",
            "-cp",
            "x",
            "Main");
  }

  @Test
  void severalRanksGetPortsOfTheirOwn() throws Exception {
    Map<Integer, Integer> ports =
        Debugging.parse("-debug 0,2,3:6000", "0,2,3:6000").planned(4, false).ports();
    assertThat(ports).containsOnlyKeys(0, 2, 3).containsEntry(3, 6000);
    assertThat(ports.values()).doesNotHaveDuplicates().allMatch(port -> port > 0);
  }

  @Test
  void ranksThatAreThreadsShareOneJvm() throws Exception {
    assertThat(Debugging.parse("-debug 3:7000", "3:7000").planned(4, true).ports())
        .isEqualTo(Map.of(0, 7000));
    assertThatThrownBy(() -> Debugging.parse("-debug 0,1", "0,1").planned(4, true))
        .isInstanceOf(UsageException.class)
        .hasMessage("-debug 0,1: with -threads all ranks share one JVM; name one of them");
  }

  @ParameterizedTest
  @CsvSource({
    "x, 'write RANK or RANK:PORT, several separated by '','''",
    "-1, 'write RANK or RANK:PORT, several separated by '','''",
    "1:, 'write RANK or RANK:PORT, several separated by '','''",
    "0:0, a port is a number from 1 to 65535",
    "0:70000, a port is a number from 1 to 65535",
    "2, the job's ranks are 0 to 1"
  })
  void aWrongValueIsRefused(String text, String why) {
    assertThatThrownBy(() -> Debugging.parse("-debug " + text, text).planned(2, false))
        .isInstanceOf(UsageException.class)
        .hasMessage("-debug " + text + ": " + why);
  }

  @Test
  void aProgramThatIsNotJavasIsRefused() throws Exception {
    var plain = new Command(List.of("/bin/sleep", "1"), Path.of("/"), Map.of());
    Debugging d = Debugging.parse("-debug 1", "1").planned(2, false);
    d.check(rank -> JAVA);
    assertThatThrownBy(() -> d.check(rank -> rank == 1 ? plain : JAVA))
        .isInstanceOf(UsageException.class)
        .hasMessage("-debug 1: rank 1 runs /bin/sleep, which is not a Java program");
  }
}
