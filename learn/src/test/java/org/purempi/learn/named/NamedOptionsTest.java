package org.purempi.learn.named;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.Communicator;
import org.purempi.junit.Ranks;

/** Horovod's environment variables. */
class NamedOptionsTest {
  @Test
  void whatIsNotSetIsAsUsual() {
    assertThat(NamedOptions.from(Map.of("HOROVOD_CYCLE_TIME", " ")))
        .isEqualTo(NamedOptions.DEFAULT);
    assertThat(NamedOptions.DEFAULT.fusionBytes()).isEqualTo(67_108_864);
    assertThat(NamedOptions.DEFAULT.heartbeatNanos()).isEqualTo(1_000_000_000);
  }

  @Test
  void allAreRead() {
    NamedOptions o =
        NamedOptions.from(
            Map.of(
                "HOROVOD_FUSION_THRESHOLD", "1024",
                "HOROVOD_CYCLE_TIME", "3.5",
                "HOROVOD_CACHE_CAPACITY", "7",
                "HOROVOD_TIMELINE", "trace.json",
                "HOROVOD_TIMELINE_MARK_CYCLES", "1",
                "HOROVOD_STALL_CHECK_TIME_SECONDS", "5",
                "HOROVOD_STALL_SHUTDOWN_TIME_SECONDS", "9"));
    var expected =
        new NamedOptions(
            1024,
            Duration.ofNanos(3_500_000),
            7,
            Path.of("trace.json"),
            true,
            Duration.ofSeconds(5),
            Duration.ofSeconds(9),
            NamedOptions.DEFAULT.warnings());
    assertThat(o).isEqualTo(expected);
    assertThat(NamedOptions.from(Map.of("HOROVOD_TIMELINE", "DYNAMIC")).timeline()).isNull();
    Map<String, String> off =
        Map.of("HOROVOD_STALL_CHECK_DISABLE", "1", "HOROVOD_STALL_SHUTDOWN_TIME_SECONDS", "9");
    assertThat(NamedOptions.from(off).stallWarning()).isZero();
    assertThat(NamedOptions.from(off).stallEnd()).isZero();
    assertThat(NamedOptions.from(off).suspicionNanos()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "HOROVOD_FUSION_THRESHOLD, 64M",
    "HOROVOD_FUSION_THRESHOLD, -1",
    "HOROVOD_CYCLE_TIME, NaN",
    "HOROVOD_CYCLE_TIME, fast",
    "HOROVOD_CACHE_CAPACITY, 9999999999",
    "HOROVOD_TIMELINE_MARK_CYCLES, yes",
    "HOROVOD_STALL_CHECK_TIME_SECONDS, 1.5",
    "HOROVOD_STALL_SHUTDOWN_TIME_SECONDS, 59",
    "HOROVOD_STALL_CHECK_DISABLE, 2"
  })
  void aWrongValueIsOneClearError(String name, String value) {
    assertThatThrownBy(() -> NamedOptions.from(Map.of(name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name + " is ")
        .hasMessageContaining(value);
  }

  @Test
  void programsAreCheckedToo() {
    assertThatThrownBy(() -> NamedOptions.DEFAULT.cached(-1)).hasMessageContaining("negative");
    assertThatThrownBy(
            () ->
                NamedOptions.DEFAULT.stalling(
                    Duration.ofSeconds(2), Duration.ofSeconds(1), text -> {}))
        .hasMessageContaining("2000 ms");
  }

  @Test
  @Ranks(value = 2, seconds = 90)
  void moreNanosecondsThanThereAreAreForEver(Communicator world) {
    var forEver = Duration.ofSeconds(Long.MAX_VALUE);
    var options = NamedOptions.DEFAULT.stalling(forEver, forEver, text -> {});
    try (var operations = NamedOperations.over(world, options)) {
      float[] a = {1};
      operations.allreduce("x", a, Reduction.SUM).await(forEver);
      assertThat(a).containsExactly(2);
    }
  }
}
