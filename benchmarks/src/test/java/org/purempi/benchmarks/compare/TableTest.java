package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.benchmarks.compare.Rows.row;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class TableTest {

  @Test
  void onATerminalTheTableStandsInColumns() {
    String table =
        Table.aligned(
            List.of(
                Rows.row("latency", "shm-heap", 2, 8, 1.0, 2.0, 3.0),
                Rows.row("reduce_scatter_block", "shm-heap", 4, 65_536, 11.0, null, 3.0)));
    assertThat(table.lines()).hasSize(3);
    assertThat(table.lines().map(String::length).distinct()).hasSize(1);
    assertThat(table).startsWith("benchmark ").contains("latency ", " 65536 ", " 0.500");
  }

  @Test
  void theColumnsAreThoseThatWerePromised() {
    assertThat(Table.csv(List.of()))
        .isEqualTo("benchmark,transport,ranks,bytes,ours,mpich,openmpi,unit,ratio\n");
  }

  @Test
  void aLineHoldsTheMediansAndTheRatio() {
    String csv = Table.csv(List.of(row("latency", "shm-native", 2, 8, 0.1234567, 0.4, 0.25)));
    assertThat(csv.lines().toList().get(1))
        .isEqualTo("latency,shm-native,2,8,0.1235,0.4000,0.2500,us,0.494");
  }

  @Test
  void whoDidNotRunLeavesAnEmptyField() {
    String csv = Table.csv(List.of(row("bandwidth", "shm-heap", 4, 65536, null, 12345.6, null)));
    assertThat(csv.lines().toList().get(1)).isEqualTo("bandwidth,shm-heap,4,65536,,12346,,MB/s,");
  }

  @Test
  void numbersAreWrittenTheSameWayInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(Table.csv(List.of(row("latency", "shm-heap", 2, 8, 1.5, 3.0, 3.0))))
          .endsWith("latency,shm-heap,2,8,1.500,3.000,3.000,us,0.500\n");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void numbersKeepFourDigitsAndNoExponent() {
    assertThat(Table.number(0)).isEqualTo("0");
    assertThat(Table.number(0.05)).isEqualTo("0.0500");
    assertThat(Table.number(0.000123)).isEqualTo("0.0001");
    assertThat(Table.number(12.345678)).isEqualTo("12.35");
    assertThat(Table.number(1234567.8)).isEqualTo("1234568");
  }
}
