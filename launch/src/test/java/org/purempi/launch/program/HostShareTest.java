package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each JVM of a job gets of its host. */
@Timeout(10)
class HostShareTest {
  @Test
  void theMemoryIsSharedAmongAllRanks() {
    assertThat(new HostShare(4, 2).flags(List.of("-Dx=1")))
        .containsExactly(
            "-XX:MaxRAMPercentage=15.00",
            "-XX:MinRAMPercentage=15.00",
            "-XX:+UseCompressedOops",
            "-XX:+UseSerialGC",
            "-XX:InitialRAMPercentage=1.56",
            "-XX:ThreadPriorityPolicy=1",
            "-XX:CompilerThreadPriority=5",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-PrintWarnings");
  }

  @Test
  void whatTheJvmSaysOfTheUsersOptionsIsShown() {
    assertThat(new HostShare(4, 2).flags(List.of("-XX:+UseNUMA")))
        .noneMatch(flag -> flag.matches(".*(Priority|Warnings).*"));
  }

  @Test
  void allRanksTogetherBeginWithAQuarterOfTheMemoryAtTheMost() {
    assertThat(new HostShare(100, 2).flags(List.of())).contains("-XX:InitialRAMPercentage=0.25");
    for (String own : List.of("-Xms1g", "-Xmn64m", "-XX:NewSize=8m")) {
      assertThat(new HostShare(4, 2).flags(List.of(own)))
          .noneMatch(flag -> flag.contains("InitialRAM"));
    }
  }

  @Test
  void aJvmWithSeveralCoresCollectsOnAllOfThem() {
    assertThat(new HostShare(1, 2).flags(List.of())).contains("-XX:+UseParallelGC");
    assertThat(new HostShare(4, 32).flags(List.of()))
        .contains("-XX:+UseParallelGC", "-XX:ParallelGCThreads=8");
    assertThat(new HostShare(3, 4).flags(List.of())).contains("-XX:+UseSerialGC");
  }

  @Test
  void itsYoungGenerationIsATenthOfWhatItBeginsWith() {
    assertThat(new HostShare(1, 2).flags(List.of()))
        .contains("-XX:InitialRAMPercentage=6.25", "-XX:NewRatio=9");
    for (String own : List.of("-Xmx1g", "-Xmn64m", "-XX:NewRatio=2", "-XX:+UseG1GC")) {
      assertThat(new HostShare(1, 2).flags(List.of(own)))
          .doesNotContain("-XX:InitialRAMPercentage=6.25", "-XX:NewRatio=9");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseZGC", "-XX:-UseSerialGC", "-XX:+UseParallelGC"})
  void theUsersOwnCollectorWins(String collector) {
    assertThat(new HostShare(4, 2).flags(List.of(collector)))
        .noneMatch(flag -> flag.matches("-XX:.Use.*GC"));
  }

  @Test
  void whatIsLeftToTheJvmHasNoFlags() {
    assertThat(HostShare.of(4, true).flags(List.of())).isEmpty();
    assertThat(HostShare.of(4, true).variables(Map.of("A", "b"))).isEqualTo(Map.of("A", "b"));
    assertThat(HostShare.of(4, true).text()).contains("left to the JVM");
    assertThat(new HostShare(1, 2).text())
        .startsWith("1 JVM on 2 processors: -XX:MaxRAMPercentage=60.00")
        .contains("-jvm-defaults");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx1g",
        "-XX:MaxHeapSize=1g",
        "-XX:MaxRAMPercentage=50",
        "-XX:MaxRAM=4g",
        "-XX:-UseCompressedOops"
      })
  void theUsersOwnHeapWins(String flag) {
    assertThat(new HostShare(4, 2).flags(List.of(flag)))
        .noneMatch(ours -> ours.matches(".*(MaxRAM|MinRAM|CompressedOops).*"));
  }

  @Test
  void aParallelCollectorHasThreadsForItsShareOfTheCores() {
    assertThat(new HostShare(4, 32).flags(List.of("-Xmx1g", "-XX:+UseParallelGC")))
        .contains("-XX:ParallelGCThreads=8", "-XX:ConcGCThreads=2");
    assertThat(
            new HostShare(4, 32)
                .flags(List.of("-Xmx1g", "-XX:+UseG1GC", "-XX:ParallelGCThreads=3")))
        .noneMatch(flag -> flag.contains("GCThreads"));
  }

  @Test
  void compilersShareTheCoresUnlessTheUserSaysOtherwise() {
    assertThat(new HostShare(16, 32).flags(List.of())).contains("-XX:CICompilerCount=2");
    for (var flags :
        List.of(
            new HostShare(16, 32).flags(List.of("-Xint")), new HostShare(1, 32).flags(List.of()))) {
      assertThat(flags).noneMatch(flag -> flag.contains("CICompilerCount"));
    }
  }

  @Test
  void jvmsThatShareCoresDoWithoutWhatMakesSwitchesLonger() {
    var without = Map.of("GLIBC_TUNABLES", "glibc.pthread.rseq=0");
    assertThat(new HostShare(3, 2).variables(Map.of())).isEqualTo(without);
    assertThat(new HostShare(2, 2).variables(Map.of())).isEmpty();
    var users = Map.of("GLIBC_TUNABLES", "glibc.malloc.arena_max=1", "LANG", "C");
    assertThat(new HostShare(3, 2).variables(users))
        .containsEntry("GLIBC_TUNABLES", "glibc.malloc.arena_max=1:glibc.pthread.rseq=0")
        .containsEntry("LANG", "C");
    var own = Map.of("GLIBC_TUNABLES", "glibc.pthread.rseq=1");
    assertThat(new HostShare(3, 2).variables(own)).isEqualTo(own);
  }

  /** As the JVM of JDK 25 prints for -XX:ActiveProcessorCount=n -XX:+PrintFlagsFinal. */
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "4, 3", "8, 4", "16, 12", "32, 15"})
  void theCountOfCompilersIsTheJvms(int cores, int compilers) {
    assertThat(HostShare.compilers(cores)).isEqualTo(compilers);
  }
}
