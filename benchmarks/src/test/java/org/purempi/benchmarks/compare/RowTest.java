package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.purempi.benchmarks.compare.Rows.row;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class RowTest {

  private static final double EXACT = 1e-12;

  @Test
  void aTimeIsDividedByTheFasterPeersTime() {
    Row row = row("latency", "shm-heap", 2, 8, 0.3, 0.6, 0.4);
    assertThat(row.ratio()).isCloseTo(0.75, within(EXACT));
  }

  @Test
  void aBandwidthIsTheDivisorSoThatBelowOneIsBetterForUsToo() {
    Row row = row("bandwidth", "shm-heap", 2, 8, 200.0, 100.0, 150.0);
    assertThat(row.ratio()).isCloseTo(0.75, within(EXACT));
  }

  @Test
  void onePeerIsEnoughForARatio() {
    assertThat(row("latency", "shm-heap", 2, 8, 1.0, null, 4.0).ratio())
        .isCloseTo(0.25, within(EXACT));
    assertThat(row("latency", "shm-heap", 2, 8, 1.0, 4.0, null).ratio())
        .isCloseTo(0.25, within(EXACT));
  }

  @Test
  void withoutUsOrWithoutPeersThereIsNoRatio() {
    assertThat(row("latency", "shm-heap", 2, 8, null, 1.0, 1.0).isCompared()).isFalse();
    assertThat(row("latency", "shm-heap", 2, 8, 1.0, null, null).isCompared()).isFalse();
  }

  @Test
  void theBestRatioComparesEveryonesBestRound() {
    Benchmark latency = Benchmark.named("latency");
    var row =
        new Row(
            latency,
            "shm-heap",
            2,
            8,
            new Measured(9, 1, 10),
            new Measured(3, 2.5, 4),
            new Measured(5, 2, 6));
    assertThat(row.bestRatio()).isCloseTo(0.5, within(EXACT));
    assertThat(row.ratio()).isCloseTo(3, within(EXACT));
  }

  @Test
  void aLossCountsOnlyWhenTheSpreadsDoNotTouch() {
    Benchmark latency = Benchmark.named("latency");
    var peer = new Measured(1, 0.9, 1.6);
    var apart = new Row(latency, "shm-heap", 2, 8, new Measured(2, 1.7, 2.5), peer, null);
    var touching = new Row(latency, "shm-heap", 2, 8, new Measured(2, 1.5, 2.5), peer, null);
    assertThat(apart.losesBeyond(1.3)).isTrue();
    assertThat(touching.losesBeyond(1.3)).isFalse();
    assertThat(apart.losesBeyond(2.1)).isFalse();
  }

  @Test
  void aRateLosesWhenItsBestRoundIsBelowThePeersWorst() {
    Benchmark bandwidth = Benchmark.named("bandwidth");
    var peer = new Measured(100, 90, 110);
    var apart = new Row(bandwidth, "shm-heap", 2, 8, new Measured(60, 50, 80), peer, null);
    var touching = new Row(bandwidth, "shm-heap", 2, 8, new Measured(60, 50, 95), peer, null);
    assertThat(apart.losesBeyond(1.3)).isTrue();
    assertThat(touching.losesBeyond(1.3)).isFalse();
  }

  @Test
  void theMedianOfAnEvenNumberOfRoundsIsTheMeanOfTheMiddleTwo() {
    assertThat(Measured.of(List.of(4.0, 1.0, 100.0, 2.0))).isEqualTo(new Measured(3, 1, 100));
    assertThat(Measured.of(List.of(5.0, 1.0, 3.0))).isEqualTo(new Measured(3, 1, 5));
  }
}
