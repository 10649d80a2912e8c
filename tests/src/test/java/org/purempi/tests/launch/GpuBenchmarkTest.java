package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;
import org.purempi.tests.Tree;

/**
 * The script for a machine with a GPU runs on one without, against the mock, and measures nothing.
 */
@Tag("full")
class GpuBenchmarkTest {
  private static final Duration LIMIT = Duration.ofMinutes(8);

  @Test
  @Timeout(500)
  void everyJobRunsOnTheMockAndEveryAnswerIsRight() throws Exception {
    String script = Tree.ROOT.resolve("benchmarks/gpu").toString();
    Outcome outcome = Launcher.start(LIMIT, List.of("bash", script, "--mock", "--seconds", "440"));
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out())
        .startsWith("# No measurement: ")
        .contains("; 0 things went wrong.")
        .contains("| threads | ", "| tcp | ", "| kernels | ")
        .contains("| 1 MiB | ", "| `purempi.device.reduce.from` | ")
        .doesNotContain("not measured", "**wrong**");
  }
}
