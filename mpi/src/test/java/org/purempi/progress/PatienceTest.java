package org.purempi.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PatienceTest {
  @Test
  void aThousandSleepersLeaveACoreItsTime() {
    Patience many = new Patience(1, 1).ofSoundSleepers(2000, 2);
    assertThat(2000 * TimeUnit.SECONDS.toNanos(1) / many.longestSleepNanos()).isLessThan(5000);
    Patience few = new Patience(1, 1);
    assertThat(few.ofSoundSleepers(4, 2)).isEqualTo(few);
  }
}
