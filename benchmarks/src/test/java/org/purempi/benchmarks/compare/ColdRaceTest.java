package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.benchmarks.compare.Contestant.Side;

@Timeout(60)
class ColdRaceTest {

  @TempDir Path directory;

  private final Ledger ledger = new Ledger(new PrintStream(OutputStream.nullOutputStream()));

  /** Writes down what it is told, and then does as the script says. */
  private Contestant fake(String name, Side side, String script) {
    String diary = "echo " + name + " \"$@\" >> " + directory.resolve("diary") + "; ";
    return new Contestant(
        name,
        side,
        false,
        (ranks, program, arguments) -> {
          var words = new ArrayList<>(List.of("sh", "-c", diary + script, "sh"));
          words.addAll(arguments);
          return words;
        });
  }

  private void race(int rounds, List<Integer> sizes, String benchmark, Contestant... contestants) {
    var race = new ColdRace(List.of(contestants), sizes, directory, ledger);
    List<Benchmark> wanted =
        Benchmark.COLD.stream().filter(each -> each.name().equals(benchmark)).toList();
    for (int round = 0; round < rounds; round++) {
      race.round(wanted, 2);
    }
  }

  private List<String> diary() throws Exception {
    return Files.readAllLines(directory.resolve("diary"));
  }

  @Test
  void aJobRunsTheLoopsOfAllSizesAndContestantsTakeTurns() throws Exception {
    String prints = "echo warning: something else; echo bcast 8 2.5; echo bcast 64 1.5e+06";
    race(
        2,
        List.of(8, 64),
        "bcast",
        fake("shm-heap", Side.OURS, prints),
        fake("mpich", Side.MPICH, prints));
    assertThat(diary())
        .containsExactly(
            "shm-heap loops bcast 8 64",
            "mpich loops bcast 8 64",
            "shm-heap loops bcast 8 64",
            "mpich loops bcast 8 64");
    List<Row> rows = ledger.rows(List.of("shm-heap"));
    Benchmark bcast = Benchmark.named("bcast");
    assertThat(rows)
        .containsExactly(
            new Row(bcast, "shm-heap", 2, 8, Measured.of(2.5, 2.5), Measured.of(2.5, 2.5), null),
            new Row(
                bcast,
                "shm-heap",
                2,
                64,
                Measured.of(1.5e6, 1.5e6),
                Measured.of(1.5e6, 1.5e6),
                null));
  }

  @Test
  void aCurveIsRunInAJobForEachSizeAndMovesNotTooMuch() throws Exception {
    race(
        1,
        Pace.COLD.sizes(),
        "bandwidth_first",
        fake("shm-heap", Side.OURS, "echo bandwidth_first_10 $3 7"));
    assertThat(diary())
        .containsExactly(
            "shm-heap first bandwidth 8 10000",
            "shm-heap first bandwidth 1024 10000",
            "shm-heap first bandwidth 16384 10000",
            "shm-heap first bandwidth 65536 1000",
            "shm-heap first bandwidth 1048576 100");
    List<Row> rows = ledger.rows(List.of("shm-heap"));
    assertThat(rows).hasSize(5);
    assertThat(rows.getFirst().benchmark().calls()).isEqualTo(10);
    assertThat(rows.getFirst().benchmark().loop()).isEqualTo("bandwidth");
  }

  @Test
  void whoFailsIsReportedOnceAndSparedThatJob() throws Exception {
    race(
        3,
        List.of(8),
        "latency",
        fake("shm-heap", Side.OURS, "echo latency 8 nothing; exit 3"),
        fake("openmpi", Side.OPENMPI, "true"));
    assertThat(diary()).containsExactly("shm-heap loops latency 8", "openmpi loops latency 8");
    assertThat(ledger.failures()).hasSize(2);
    assertThat(ledger.failures().getFirst())
        .contains("shm-heap on 2 ranks, loops latency 8", "exit code 3", "latency 8 nothing");
    assertThat(ledger.failures().getLast()).contains("openmpi", "printed no result");
  }

  @Test
  void ringsRunOnlyWhatTwoProcessesCan() {
    Contestant rings = Contestant.named("floor-java", home());
    assertThat(rings.knows(Benchmark.named("latency"), 2)).isTrue();
    assertThat(rings.knows(Benchmark.named("latency_first_10"), 2)).isTrue();
    assertThat(rings.knows(Benchmark.named("latency"), 4)).isFalse();
    assertThat(rings.knows(Benchmark.named("bcast"), 2)).isFalse();
    assertThat(Contestant.named("shm-heap", home()).knows(Benchmark.named("bcast"), 4)).isTrue();
  }

  private static Contestant.Home home() {
    return new Contestant.Home(Path.of("/tree"), "classes", "Runner");
  }

  @Test
  void contestantsAreStartedByTheirNamesAndFlags() {
    assertThat(command("shm-heap@-Xint"))
        .containsExactly(
            "/tree/bin/mpiexec", "-n", "2", "-cp", "classes", "-Xint", "Runner", "heap", "job");
    assertThat(command("thread-native"))
        .endsWith("-cp", "classes", "Runner", "native", "threads=2", "job");
    assertThat(command("tls-heap"))
        .contains("-Dpurempi.transport=tcp", "-Dpurempi.encrypt=true", "Runner");
    assertThat(command("compat-heap"))
        .containsSubsequence("-api", "openmpi", "heap", "job")
        .doesNotContain("Runner");
    assertThat(command("mpich")).startsWith("mpiexec.hydra").endsWith("/c/cold.mpich", "job");
    assertThat(command("openmpi-tcp")).contains("self,tcp").endsWith("/c/cold.openmpi", "job");
  }

  private static List<String> command(String name) {
    return Contestant.named(name, home()).launcher().command(2, Path.of("/c/cold"), List.of("job"));
  }

  @Test
  void benchmarksThatNobodyKnowsAreRefused() {
    assertThat(Benchmark.named("bcast_first_1000").name()).isEqualTo("bcast_first_1000");
    assertThatThrownBy(() -> Benchmark.named("scan_first_10"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
