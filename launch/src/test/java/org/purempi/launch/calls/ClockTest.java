package org.purempi.launch.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clocks of hosts, beside rank 0's. */
@Timeout(30)
class ClockTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void withoutAMeasurementItIsRankZerosOwn() {
    assertThat(Clock.of(List.of()).rankZero(42)).isEqualTo(42);
  }

  @Test
  void oneMeasurementIsAnOffset() {
    Clock clock = Clock.of(List.of(new Clock.Point(SECOND, -7)));
    assertThat(clock.rankZero(0)).isEqualTo(-7);
    assertThat(clock.rankZero(5 * SECOND)).isEqualTo(5 * SECOND - 7);
  }

  @Test
  void betweenAndBeyondTwoTheOffsetChangesEvenly() {
    Clock clock =
        Clock.of(List.of(new Clock.Point(3 * SECOND, 3000), new Clock.Point(SECOND, 1000)));
    assertThat(clock.rankZero(SECOND)).isEqualTo(SECOND + 1000);
    assertThat(clock.rankZero(2 * SECOND)).isEqualTo(2 * SECOND + 2000);
    assertThat(clock.rankZero(0)).isZero();
    assertThat(clock.rankZero(4 * SECOND)).isEqualTo(4 * SECOND + 4000);
  }

  @Test
  void measurementsAtOneMomentTellNoDrift() {
    Clock clock = Clock.of(List.of(new Clock.Point(0, 0), new Clock.Point(10, 9000)));
    assertThat(clock.rankZero(SECOND)).isEqualTo(SECOND + 9000);
  }

  @Test
  void ofThreeEachPartHasItsOwnSlope() {
    Clock clock =
        Clock.of(
            List.of(
                new Clock.Point(0, 0),
                new Clock.Point(SECOND, 1000),
                new Clock.Point(2 * SECOND, 1000)));
    assertThat(clock.rankZero(SECOND / 2)).isEqualTo(SECOND / 2 + 500);
    assertThat(clock.rankZero(SECOND * 3 / 2)).isEqualTo(SECOND * 3 / 2 + 1000);
  }
}
