package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.benchmarks.compare.Contestant.Side;

@Timeout(60)
class ContestTest {

  private static final Benchmark LATENCY = Benchmark.named("latency");
  private static final Benchmark BCAST = Benchmark.named("bcast");

  @TempDir Path directory;

  private final Ledger ledger = new Ledger(new PrintStream(OutputStream.nullOutputStream()));

  private List<Row> rows() {
    return ledger.rows(List.of("shm-heap"));
  }

  /** Processors that are as far apart as this list says, and then stay where they are. */
  private final Deque<Double> micros = new ArrayDeque<>();

  private final Distance distance =
      new Distance() {
        @Override
        double micros() {
          Double next = micros.poll();
          return next == null ? 0.1 : next;
        }
      };

  private Contest contest(Contestant... contestants) {
    return contest(1, contestants);
  }

  private Contest contest(int warmUps, Contestant... contestants) {
    var turn = new Pace.Turn(1, 1, 3);
    var pace = new Pace(warmUps, 2, turn, turn, new Pace.Turn(2, 1, 1), false, 1, 600, List.of(8));
    return new Contest(List.of(contestants), pace, directory, ledger, () -> {}, distance);
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
    assertThat(Files.readString(directory.resolve("diary")))
        .isEqualTo("shm-heap latency\nmpich latency\n" + round.repeat(3));
    assertThat(ledger.failures()).isEmpty();
    assertThat(ledger.bindings()).containsEntry("mpich on 2 ranks", "0-1, 0-1");
    assertThat(rows())
        .containsExactly(
            new Row(LATENCY, "shm-heap", 2, 8, Measured.of(4.0, 4.0), Measured.of(4.0, 4.0), null),
            new Row(BCAST, "shm-heap", 2, 8, Measured.of(4.0, 4.0), Measured.of(4.0, 4.0), null));
  }

  @Test
  void severalRoundsMayWarmUp() throws Exception {
    contest(3, fake("shm-heap", Side.OURS, "none")).run(List.of(LATENCY), 2);
    String overtureAndRounds = "shm-heap latency\n".repeat(1 + 3 + 2);
    assertThat(Files.readString(directory.resolve("diary"))).isEqualTo(overtureAndRounds);
    assertThat(rows().getFirst().ours()).isEqualTo(Measured.of(4.0, 4.0));
  }

  @Test
  void aTurnInWhichTheProcessorsMoveIsRepeatedUntilTheyAreBack() throws Exception {
    Contest contest =
        contest(fake("shm-heap", Side.OURS, "none"), fake("mpich", Side.MPICH, "none"));
    // Round 1: they move during the second turn, stay away for its repetition, and come back.
    micros.addAll(List.of(0.1, 0.15, 0.12, 0.3, 0.3, 0.3, 0.1, 0.1));
    contest.run(List.of(LATENCY), 2);
    String round = "shm-heap latency\nmpich latency\n";
    assertThat(Files.readString(directory.resolve("diary")))
        .isEqualTo(round.repeat(3) + "mpich latency\nmpich latency\n" + round);
    assertThat(ledger.repeats()).isEqualTo(2);
    assertThat(rows().getFirst().mpich()).isEqualTo(Measured.of(4.0, 4.0));
  }

  @Test
  void aTurnIsRepeatedThreeTimesAtMostAndThenItsRoundDoesNotCount() throws Exception {
    Contest contest =
        contest(fake("shm-heap", Side.OURS, "none"), fake("mpich", Side.MPICH, "none"));
    micros.addAll(List.of(0.1, 0.1, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3));
    contest.run(List.of(LATENCY), 2);
    assertThat(ledger.repeats()).isEqualTo(3);
    assertThat(rows().getFirst().mpich()).as("the other round").isEqualTo(Measured.of(4.0));
  }

  @Test
  void aPointWithTooFewRoundsAtOneDistanceRunsFurtherOnes() throws Exception {
    Contest contest =
        contest(fake("shm-heap", Side.OURS, "none"), fake("mpich", Side.MPICH, "none"));
    for (int round = 0; round < 2; round++) {
      micros.addAll(List.of(0.1, 0.1, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3));
    }
    contest.run(List.of(LATENCY), 2);
    assertThat(Files.readString(directory.resolve("diary")))
        .as("one further round is enough: half of two")
        .endsWith("mpich latency\n".repeat(4) + "shm-heap latency\nmpich latency\n");
    assertThat(rows().getFirst().mpich()).isEqualTo(Measured.of(4.0));
  }

  @Test
  void whoDiesOfABenchmarkIsReportedAndTakesPartInTheOthers() {
    Contest contest =
        contest(fake("shm-heap", Side.OURS, "latency"), fake("mpich", Side.MPICH, "none"));
    contest.run(List.of(LATENCY, BCAST), 2);
    assertThat(ledger.failures()).hasSize(1);
    assertThat(ledger.failures().getFirst())
        .contains("latency on 2 ranks, 16 bytes: shm-heap", "fake shm-heap begins");
    assertThat(rows().get(0).ours()).isNull();
    assertThat(rows().get(0).mpich()).isNotNull();
    assertThat(rows().get(1).ours()).isNotNull();
  }

  @Test
  void whoCannotBeStartedIsReportedAndTheOthersRun() {
    Contestant nobody =
        new Contestant("openmpi", Side.OPENMPI, false, (r, p, a) -> List.of("/no/such/program"));
    Contestant quitter =
        new Contestant("shm-heap", Side.OURS, false, (r, p, a) -> List.of("/bin/false"));
    Contest contest = contest(quitter, nobody, fake("mpich", Side.MPICH, "none"));
    contest.run(List.of(BCAST), 2);
    assertThat(ledger.failures()).hasSize(2);
    assertThat(ledger.failures().getFirst()).contains("only 0 of 2 ranks reported");
    assertThat(rows().getFirst().mpich()).isNotNull();
  }
}
