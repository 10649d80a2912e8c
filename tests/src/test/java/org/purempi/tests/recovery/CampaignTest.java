package org.purempi.tests.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ranks, managers and mpiexec are killed at random moments, with a new seed each time: {@code
 * -Dseed=N} repeats one, but for the moments. For more of them: {@code tests/kills}.
 */
@Tag("full")
class CampaignTest {
  private static final int KILLS = 45;

  @Test
  @Timeout(value = 300, unit = TimeUnit.SECONDS)
  void nothingHangsIsWrongOrStays(@TempDir Path folder) throws Exception {
    long seed = Long.getLong("seed", System.currentTimeMillis());
    System.out.println("CampaignTest: seed " + seed);
    var campaign = new Campaign(seed, folder);
    assertThat(campaign.run(KILLS)).isEmpty();
    System.out.print(campaign.table());
  }
}
