package org.purempi.tests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;
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
    long seed = seed();
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

  @ParameterizedTest
  @CsvSource({"4, 20", "2, 10"})
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void theSameOnProcesses(int ranks, int seconds) throws Exception {
    long seed = seed();
    System.out.println("StressTest on " + ranks + " processes: seed " + seed);
    List<String> program = List.of(StressProgram.class.getName(), seed + "", seconds + "");
    Outcome outcome = Launcher.run(Duration.ofSeconds(100), ranks, program);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    System.out.print(outcome.out());
  }

  private static long seed() {
    return Long.getLong("seed", System.currentTimeMillis());
  }
}
