package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.benchmarks.compare.Contestant.Side;

@Timeout(10)
class LedgerTest {

  private static final double NEAR = 0.03;
  private static final double FAR = 0.2;

  private final Ledger ledger = new Ledger(new PrintStream(OutputStream.nullOutputStream()));

  private void round(double ours, double ourDistance, double theirs, double theirDistance) {
    Point point = new Point(Benchmark.named("latency"), 8);
    ledger.result(contestant("shm-heap", Side.OURS), point, 2, ours, ourDistance);
    ledger.result(contestant("openmpi", Side.OPENMPI), point, 2, theirs, theirDistance);
  }

  private static Contestant contestant(String name, Side side) {
    return new Contestant(name, side, false, (ranks, program, arguments) -> List.of());
  }

  private Row row() {
    return ledger.rows(List.of("shm-heap")).getFirst();
  }

  @Test
  void onlyRoundsAtTheSameDistanceAreCompared() {
    round(1, NEAR, 2, NEAR);
    round(5, FAR, 9, FAR);
    round(1.1, NEAR + 0.01, 2.1, NEAR);
    assertThat(row().ours()).isEqualTo(Measured.of(1.0, 1.1));
    assertThat(row().openmpi()).isEqualTo(Measured.of(2.0, 2.1));
  }

  @Test
  void theDistanceWithMoreRoundsCounts() {
    round(1, NEAR, 2, NEAR);
    round(5, FAR, 9, FAR);
    round(6, FAR, 10, FAR);
    assertThat(row().ours()).isEqualTo(Measured.of(5.0, 6.0));
  }

  @Test
  void aRoundDuringWhichTheProcessorsMovedIsLeftOut() {
    round(1, NEAR, 2, NEAR);
    round(1, NEAR, 9, FAR);
    round(3, Double.NaN, 2, NEAR);
    assertThat(row().ours()).isEqualTo(Measured.of(1.0));
    assertThat(row().openmpi()).isEqualTo(Measured.of(2.0));
  }

  @Test
  void whereTheyMovedInEveryRoundAllRoundsCount() {
    round(1, NEAR, 9, FAR);
    round(3, Double.NaN, 2, NEAR);
    assertThat(row().ours()).isEqualTo(Measured.of(1.0, 3.0));
    assertThat(row().openmpi()).isEqualTo(Measured.of(9.0, 2.0));
  }
}
