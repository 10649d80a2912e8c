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
  void pairedRoundsCancelWhatDisturbsAWholeRound() {
    Benchmark latency = Benchmark.named("latency");
    var ours = Measured.of(0.1, 0.2, 0.4, 0.4);
    var peer = Measured.of(0.2, 0.4, 0.8, 0.1);
    var row = new Row(latency, "shm-heap", 2, 8, ours, Measured.of(9.0, 9.0, 9.0, 9.0), peer);
    assertThat(row.pairedRatio()).isCloseTo(0.5, within(EXACT));
    assertThat(row.ratio()).isCloseTo(1.0, within(EXACT));
  }

  @Test
  void aLossCountsOnlyWhenTheSpreadsDoNotTouch() {
    Benchmark latency = Benchmark.named("latency");
    var peer = Measured.of(0.9, 1.0, 1.6);
    var apart = new Row(latency, "shm-heap", 2, 8, Measured.of(1.7, 2.0, 2.5), peer, null);
    var touching = new Row(latency, "shm-heap", 2, 8, Measured.of(1.5, 2.0, 2.5), peer, null);
    assertThat(apart.losesBeyond(1.3)).isTrue();
    assertThat(touching.losesBeyond(1.3)).isFalse();
    assertThat(apart.losesBeyond(2.1)).isFalse();
  }

  @Test
  void oneLuckyOrDisturbedRoundDecidesNothing() {
    Benchmark latency = Benchmark.named("latency");
    var ours = Measured.of(2.0, 0.5, 2.2, 2.1, 1.9);
    var peer = Measured.of(1.0, 1.1, 9.0, 1.2, 1.0);
    var row = new Row(latency, "shm-heap", 2, 8, ours, peer, null);
    assertThat(List.of(ours.low(), ours.high())).containsExactly(1.9, 2.1);
    assertThat(List.of(peer.low(), peer.high())).containsExactly(1.0, 1.2);
    assertThat(row.losesBeyond(1.3)).isTrue();
  }

  @Test
  void aRateLosesWhenItsBestRoundIsBelowThePeersWorst() {
    Benchmark bandwidth = Benchmark.named("bandwidth");
    var peer = Measured.of(90.0, 100.0, 110.0);
    var apart = new Row(bandwidth, "shm-heap", 2, 8, Measured.of(50.0, 60.0, 80.0), peer, null);
    var touching = new Row(bandwidth, "shm-heap", 2, 8, Measured.of(50.0, 60.0, 95.0), peer, null);
    assertThat(apart.losesBeyond(1.3)).isTrue();
    assertThat(touching.losesBeyond(1.3)).isFalse();
  }

  @Test
  void theMedianOfAnEvenNumberOfRoundsIsTheMeanOfTheMiddleTwo() {
    assertThat(Measured.of(4.0, 1.0, 100.0, 2.0).median()).isEqualTo(3);
    assertThat(Measured.of(5.0, 1.0, 3.0).median()).isEqualTo(3);
  }
}
