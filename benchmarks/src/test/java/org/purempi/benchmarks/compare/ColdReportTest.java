package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.benchmarks.compare.Rows.row;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ColdReportTest {

  private static final List<Row> ROWS =
      List.of(
          row("latency", "shm-heap", 2, 8, 8.0, 2.0, 1.0),
          row("latency", "shm-heap", 2, 64, 4.0, 4.0, 2.0),
          row("latency_first_10", "shm-heap", 2, 8, 900.0, 100.0, 200.0),
          row("latency_first_100", "shm-heap", 2, 8, 400.0, 100.0, 200.0),
          row("bcast_first_10", "shm-heap", 2, 8, 400.0, 100.0, 200.0),
          row("bcast_first_10", "shm-heap", 4, 8, 3.0, 1.0, 2.0));

  private static String page() {
    var around =
        new Report.Circumstances("command", Pace.COLD, 2, Map.of(), Map.of(), List.of("it rained"));
    return ColdReport.markdown(ROWS, around, "plots/cold/");
  }

  @Test
  void loopsAreSummedUpWithTheirWorstRow() {
    assertThat(page())
        .contains(
            "| all | shm-heap | 2 | 2 | 4.00 | 4.00 | 0 % | 8.00 (latency, 8) |",
            "(rounds: 3).", "* it rained");
  }

  @Test
  void theCurveHasAColumnForSoManyCalls() {
    assertThat(page())
        .contains(
            "| calls | transport | ranks | 10 | 100 |",
            "| all | shm-heap | 2 | **6.00** | **4.00** |",
            "| latency | shm-heap | 2 | **9.00** | **4.00** |");
  }

  @Test
  void moreRanksThanProcessorsAreComparedWithOpenMpi() {
    assertThat(page()).contains("| bcast | shm-heap | 4 | **1.50** |  |");
  }

  @Test
  void aPageIsReadAgain() {
    assertThat(Page.rows(page().lines().toList()).stream().map(Row::benchmark))
        .containsExactlyElementsOf(ROWS.stream().map(Row::benchmark).toList());
  }
}
