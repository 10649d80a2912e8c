package org.purempi.launch.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.UsageException;

/** The triplets of MPI 4.1, 11.8.4. */
@Timeout(10)
class SoftCountsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1:10:2 | 10 | 9",
        "2,4:5 | 4 | 4",
        "10:2:-4 | 9 | 6",
        "3:-9:-2 | 2 | 1",
        "-9:9:5 | 9 | 6",
        "7 | 8 | 7",
        "-3:3 | 2 | 2"
      })
  void theLargestAcceptableCountUpToTheOneAskedForIsTaken(String soft, int asked, int best)
      throws UsageException {
    assertThat(SoftCounts.parse("-soft " + soft, soft).best(asked)).isEqualTo(best);
  }

  @Test
  void withoutACountTheLargestOfAllIsTaken() throws UsageException {
    assertThat(SoftCounts.parse("-soft", "2:9:3").best(null)).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",", "a", "1:2:3:4", "1:5:0", "1::2", "1:99999999999"})
  void whatIsNoTripletIsRefused(String soft) {
    assertThatThrownBy(() -> SoftCounts.parse("-soft " + soft, soft))
        .hasMessageContaining("write a list of");
  }

  /** It took 9 s to count, and then {@code -n} was said to be wrong. */
  @Test
  void noRangeIsCountedOneByOne() throws UsageException {
    assertThat(SoftCounts.parse("-soft", "1:2000000000").best(7)).isEqualTo(7);
    assertThat(SoftCounts.parse("-soft", "2000000000:-2000000000:-1").best(null))
        .isEqualTo(OptionChecks.MAX_PROCESSES);
  }

  @Test
  void aHugeRangeCostsNoMoreThanTheLargestJob() throws UsageException {
    assertThat(SoftCounts.parse("-soft", "0:2000000000:1000").best(null)).isEqualTo(100_000);
  }
}
