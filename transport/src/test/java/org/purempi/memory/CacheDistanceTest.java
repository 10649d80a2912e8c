package org.purempi.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CacheDistanceTest {
  private static final long NEAR_NANOS = 50;
  private static final long FAR_NANOS = 150;
  private static final int MANY = 20;

  private final CacheDistance distance = new CacheDistance();

  private void seen(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      distance.note(nanos);
    }
  }

  @Test
  void theOtherCoreIsFarUntilItWasSeenNear() {
    assertThat(distance.isFar()).isTrue();
    seen(MANY, NEAR_NANOS);
    assertThat(distance.isFar()).isFalse();
  }

  @Test
  void aCoreThatWasTakenAwayForAMomentIsStillNear() {
    seen(MANY, NEAR_NANOS);
    seen(2, 4_000_000);
    assertThat(distance.isFar()).isFalse();
  }

  @Test
  void whoMovesIsNoticedWithinAFewLooksHoweverLongItWasElsewhere() {
    seen(1000, NEAR_NANOS);
    seen(MANY, FAR_NANOS);
    assertThat(distance.isFar()).isTrue();
    seen(1000, FAR_NANOS);
    seen(MANY, NEAR_NANOS);
    assertThat(distance.isFar()).isFalse();
  }
}
