package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.benchmarks.compare.Rows.row;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.benchmarks.compare.Overview.Column;

@Timeout(10)
class OverviewTest {
  private static final List<Row> ROWS =
      List.of(
          row("latency", "shm-heap", 2, 8, 1.0, 1.25, 2.0),
          row("latency", "shm-heap", 4, 8, 3.0, 1.0, 6.0),
          row("start_up", "shm", 4, 0, 8.0, 2.0, 4.0));

  private static Column column(int ranks) {
    return Overview.column(ROWS, "shm", ranks, 2).orElseThrow();
  }

  @Test
  void ranksWithACoreEachAreComparedWithTheBetterPeer() {
    assertThat(column(2).ratios()).containsEntry(Family.LATENCY, 0.8);
    assertThat(column(2).title()).isEqualTo("2 ranks, a core each");
  }

  @Test
  void moreRanksThanCoresAreComparedWithOpenMpiButStartUpWithTheBetterPeer() {
    assertThat(column(4).ratios())
        .containsEntry(Family.LATENCY, 0.5)
        .containsEntry(Family.START_UP, 4.0);
    assertThat(column(4).title()).isEqualTo("4 ranks on 2 cores");
  }

  @Test
  void whatWasNotMeasuredHasNoColumn() {
    assertThat(Overview.column(ROWS, "shm", 8, 2)).isEmpty();
  }

  @Test
  void aBarThatIsTooLongIsCutOffAndSaysItsValue() {
    assertThat(Overview.svg(List.of(column(4)))).contains("0.50", "4.00 ▸");
  }

  @Test
  void thePictureIsMadeOfThePagesOfAFolder(@TempDir Path folder) throws Exception {
    String row = "| latency | %d | 8 | %s | 1.0 (1.0–1.0) | 2.0 (2.0–2.0) | – | us | 0.50 | 0.50 |";
    Files.write(
        folder.resolve("arrays.md"),
        List.of(
            "| processor | AMD EPYC, 2 cores |",
            row.formatted(2, "shm-heap"),
            row.formatted(4, "shm-heap")));
    Files.write(folder.resolve("tcp.md"), List.of(row.formatted(2, "tcp-heap")));
    Overview.draw(folder);
    assertThat(folder.resolve("summary.svg"))
        .content()
        .contains("2 ranks, a core each", "4 ranks on 2 cores", "2 ranks over TCP");
  }
}
