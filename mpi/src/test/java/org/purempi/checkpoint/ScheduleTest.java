package org.purempi.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a checkpoint is due. */
@Timeout(30)
class ScheduleTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void theBestIntervalIsDalys() {
    // Checkpoints of 5 minutes, failures every 6 hours: 2·300·21600 = 12,960,000.
    double part = 300 / (2.0 * 21600);
    double expected = 3600 * (1 + Math.sqrt(part) / 3 + part / 9) - 300;
    assertThat(Schedule.best(300 * SECOND, 21600 * SECOND) / 1e9).isCloseTo(expected, within(0.01));
    assertThat(Schedule.best(1, Long.MAX_VALUE / 4)).isPositive();
  }

  @Test
  void checkpointsThatTakeLongerThanTwiceTheTimeBetweenFailuresFollowThatTime() {
    assertThat(Schedule.best(21 * SECOND, 10 * SECOND)).isEqualTo(10 * SECOND);
  }

  @Test
  void itIsDueAfterSoManyCalls() {
    var schedule = new Schedule();
    schedule.everyCalls(3);
    long now = System.nanoTime();
    assertThat(schedule.call(now)).isFalse();
    assertThat(schedule.call(now)).isFalse();
    assertThat(schedule.call(now)).isTrue();
    schedule.taken(now);
    assertThat(schedule.call(now)).isFalse();
  }

  @Test
  void itIsDueAfterItsTime() {
    var schedule = new Schedule();
    schedule.every(Duration.ofSeconds(5));
    long now = System.nanoTime();
    schedule.taken(now);
    assertThat(schedule.call(now + 4 * SECOND)).isFalse();
    assertThat(schedule.call(now + 5 * SECOND)).isTrue();
  }

  @Test
  void whatItCostsDecidesHowOften() {
    var schedule = new Schedule();
    schedule.failures(Duration.ofHours(6));
    long now = System.nanoTime();
    schedule.taken(now);
    schedule.cost(300 * SECOND);
    assertThat(schedule.call(now + 3000 * SECOND)).isFalse();
    assertThat(schedule.call(now + 3500 * SECOND)).isTrue();
  }
}
