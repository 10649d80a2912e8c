package org.purempi.tests.scale;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.tool.ThreadJob;

/**
 * Everything at once for a minute, with a new seed each time: {@code -Dseed=N} repeats one. The
 * moments at which threads meet are not repeated.
 */
@Tag("full")
class StressTest {
  @ParameterizedTest
  @CsvSource({"4, 40", "3, 10", "7, 10"})
  @Timeout(value = 150, unit = TimeUnit.SECONDS)
  void aRandomMixOfEverythingFromManyThreads(int ranks, int seconds) {
    long seed = Long.getLong("seed", System.currentTimeMillis());
    System.out.println("StressTest on " + ranks + " ranks: seed " + seed);
    Duration time = Duration.ofSeconds(seconds);
    ThreadJob.of(ranks)
        .within(time.multipliedBy(2).plusSeconds(30))
        .run(
            world -> {
              int operations = RandomMix.run(world, seed, time);
              if (world.rank() == 0) {
                System.out.println(operations + " operations of rank 0");
              }
            });
  }
}
