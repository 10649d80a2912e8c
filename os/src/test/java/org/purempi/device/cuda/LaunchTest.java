package org.purempi.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many threads run a kernel. */
class LaunchTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "2, 1, 1",
    "1, 3, 1",
    "1, 1, 1000000",
    "257, 1, 1",
    "1, 100000, 1",
    "1, 2, 100000",
    "1000000000000, 1, 1",
    "3, 1000000000000, 70000",
    "5, 7, 9",
    "1000, 1000, 1000000",
    "1, 1, 65"
  })
  void aDriverTakesIt(long x, long y, long z) {
    Launch launch = Launch.over(x, y, z);
    long threads = launch.x() * launch.y() * launch.z();
    assertThat(threads).isBetween(1L, 256L);
    assertThat(launch.z()).isLessThanOrEqualTo(64);
    assertThat(launch.gridY()).isBetween(1L, 65535L);
    assertThat(launch.gridZ()).isBetween(1L, 65535L);
    assertThat(launch.gridX() * launch.gridY() * launch.gridZ()).isBetween(1L, 8192L);
    if (x * y * z <= 8192 && x * y * z > 0) {
      assertThat(launch.x() * launch.gridX()).isGreaterThanOrEqualTo(x);
      assertThat(launch.y() * launch.gridY()).isGreaterThanOrEqualTo(y);
      assertThat(launch.z() * launch.gridZ()).isGreaterThanOrEqualTo(z);
    }
  }
}
