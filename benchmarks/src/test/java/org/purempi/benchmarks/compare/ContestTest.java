package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.benchmarks.compare.Contestant.Side;

@Timeout(60)
class ContestTest {

  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());
  private static final Benchmark LATENCY = Benchmark.named("latency");
  private static final Benchmark BCAST = Benchmark.named("bcast");

  @TempDir Path directory;

  private Contest contest(Contestant... contestants) {
    Pace pace = new Pace(2, 1, 1, 1, 3, false, 1, List.of(8));
    return new Contest(List.of(contestants), pace, directory, NOWHERE, () -> {});
  }

  private Contestant fake(String name, Side side, String deadly) {
    return new Contestant(
        name,
        side,
        true,
        (ranks, program, arguments) ->
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FakeRunner.class.getName(),
                name,
                Integer.toString(ranks),
                directory.resolve("diary").toString(),
                deadly,
                arguments.getFirst()));
  }

  @Test
  void contestantsTakeTurnsAtEveryPointAndTheFirstRoundOnlyWarmsUp() throws Exception {
    Contest contest =
        contest(fake("shm-heap", Side.OURS, "none"), fake("mpich", Side.MPICH, "none"));
    contest.run(List.of(LATENCY, BCAST), 2);
    String round = "shm-heap latency\nmpich latency\nshm-heap bcast\nmpich bcast\n";
    assertThat(Files.readString(directory.resolve("diary"))).isEqualTo(round.repeat(3));
    assertThat(contest.failures()).isEmpty();
    assertThat(contest.bindings()).containsEntry("mpich on 2 ranks", "0-1, 0-1");
    assertThat(contest.rows())
        .containsExactly(
            new Row(LATENCY, "shm-heap", 2, 8, Measured.of(4.0, 4.0), Measured.of(4.0, 4.0), null),
            new Row(BCAST, "shm-heap", 2, 8, Measured.of(4.0, 4.0), Measured.of(4.0, 4.0), null));
  }

  @Test
  void whoDiesOfABenchmarkIsReportedAndTakesPartInTheOthers() {
    Contest contest =
        contest(fake("shm-heap", Side.OURS, "latency"), fake("mpich", Side.MPICH, "none"));
    contest.run(List.of(LATENCY, BCAST), 2);
    assertThat(contest.failures()).hasSize(1);
    assertThat(contest.failures().getFirst())
        .contains("latency on 2 ranks, 8 bytes: shm-heap", "fake shm-heap begins");
    assertThat(contest.rows().get(0).ours()).isNull();
    assertThat(contest.rows().get(0).mpich()).isNotNull();
    assertThat(contest.rows().get(1).ours()).isNotNull();
  }

  @Test
  void whoCannotBeStartedIsReportedAndTheOthersRun() {
    Contestant nobody =
        new Contestant("openmpi", Side.OPENMPI, false, (r, p, a) -> List.of("/no/such/program"));
    Contestant quitter =
        new Contestant("shm-heap", Side.OURS, false, (r, p, a) -> List.of("/bin/false"));
    Contest contest = contest(quitter, nobody, fake("mpich", Side.MPICH, "none"));
    contest.run(List.of(BCAST), 2);
    assertThat(contest.failures()).hasSize(2);
    assertThat(contest.failures().getFirst()).contains("only 0 of 2 ranks reported");
    assertThat(contest.rows().getFirst().mpich()).isNotNull();
  }
}
