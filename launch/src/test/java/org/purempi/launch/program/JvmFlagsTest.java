package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class JvmFlagsTest {
  private static final List<String> CACHE = JvmFlags.ofClassCache("c");
  private static final List<String> OURS =
      List.of("--enable-native-access=ALL-UNNAMED", "-XX:-UsePerfData", CACHE.get(0), CACHE.get(1));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx1g",
        "-Dx=1",
        "-ea",
        "-ea:org...",
        "--enable-preview",
        "--add-opens=a/b=c",
        "-javaagent:x.jar",
        "--module-path=x",
        "--sun-misc-unsafe-memory-access=allow",
        "--finalization=enabled",
        "-enablesystemassertions",
        "-showversion",
        "-verbose",
        "--dry-run",
        "--source=25"
      })
  void flagsOfTheJvmAreKnown(String word) {
    assertThat(JvmFlags.isFlag(word)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n", "Main", "--add-opens", "-cp", "--timeout=3", "-l"})
  void otherWordsAreNone(String word) {
    assertThat(JvmFlags.isFlag(word)).isFalse();
  }

  @Test
  void someTakeTheNextWord() {
    assertThat(JvmFlags.takesValue("--add-opens")).isTrue();
    assertThat(JvmFlags.takesValue("--source")).isTrue();
    assertThat(JvmFlags.takesValue("-Xmx1g")).isFalse();
  }

  @Test
  void oursComeFirstSoThatTheUsersWin() {
    assertThat(JvmFlags.merge(OURS, List.of("-Xmx1g"), ""))
        .containsExactly(OURS.get(0), OURS.get(1), OURS.get(2), OURS.get(3), "-Xmx1g");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--module-path=x", "-XX:AOTCache=mine", "-javaagent:x", "-Xshare:off"})
  void theCacheOfClassesGivesWayToWhatDoesNotGoWithIt(String flag) {
    assertThat(JvmFlags.merge(OURS, List.of(flag), "")).doesNotContainAnyElementsOf(CACHE);
  }
}
