package org.purempi.tests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.purempi.Communicator;
import org.purempi.tests.OnRanks;

/** A moment of what {@link StressTest} does for a minute. */
final class StressCases {
  private static final long SEED = 20_261_121;
  private static final Duration MOMENT = Duration.ofMillis(700);

  private StressCases() {}

  @OnRanks({1, 4})
  static void aRandomMixOfEverythingFromManyThreads(Communicator world)
      throws InterruptedException {
    assertThat(RandomMix.run(world, SEED, MOMENT)).isPositive();
  }
}
