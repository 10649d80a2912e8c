package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.purempi.benchmarks.compare.Rows.row;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.benchmarks.compare.Verdicts.Verdict;

@Timeout(10)
class SummaryTest {

  private static final double EXACT = 1e-9;

  @Test
  void aFamilyIsSummedUpByItsGeometricMeanItsShareAndItsWorstRow() {
    List<Row> rows =
        List.of(
            row("bcast", "shm-heap", 2, 8, 1.0, 2.0, 4.0),
            row("scatter", "shm-heap", 2, 8, 4.0, 2.0, 4.0),
            row("bcast", "shm-heap", 2, 64, null, 2.0, 4.0),
            row("bcast", "shm-heap", 4, 8, 9.0, 3.0, 4.0));
    List<Summary.Line> lines = Summary.byFamily(rows);
    assertThat(lines).hasSize(2);
    Summary.Line two = lines.get(0);
    assertThat(two.group()).isEqualTo("one to all");
    assertThat(two.rows()).isEqualTo(2);
    assertThat(two.geometricMean()).isCloseTo(1.0, within(EXACT));
    assertThat(two.notSlower()).isCloseTo(0.5, within(EXACT));
    assertThat(two.worst()).isSameAs(rows.get(1));
    assertThat(lines.get(1).geometricMean()).isCloseTo(3.0, within(EXACT));
  }

  @Test
  void everyDemandIsAnsweredAndAMissSaysSo() {
    List<Row> rows =
        List.of(
            row("cache_line_bounce", "floor-c", 2, 0, 0.1, null, null),
            row("latency", "shm-heap", 2, 8, 0.18, 0.3, 0.2),
            row("bandwidth", "shm-heap", 2, 65536, 50.0, 100.0, 90.0));
    assertThat(Verdicts.of(rows, 2))
        .extracting(Verdict::answer, Verdict::demand)
        .contains(
            tuple("pass", "8-byte latency of shm-heap, 2 ranks, at most 0.9 x the better C peer"),
            tuple("MISS", "geometric mean of every family at most 1.0, 2 ranks"),
            tuple("MISS", "no row above 1.3 outside its spread, 2 ranks"),
            tuple("MISS", "8-byte latency of shm-heap at most 1.7 x the cache-line bounce"),
            tuple(
                "not measured",
                "start-up of 4 ranks within 3 x of 4 plain java programs side by side"));
  }

  @Test
  void threadRanksAndStartUpAreShownButNotJudged() {
    List<Row> rows =
        List.of(
            row("latency", "thread-heap", 2, 8, 9.0, 0.3, 0.2),
            row("start_up", "shm", 2, 0, 900.0, 30.0, 300.0),
            row("latency", "shm-heap", 2, 8, 0.1, 0.3, 0.2));
    assertThat(Verdicts.of(rows, 2)).extracting(Verdict::answer).doesNotContain("MISS");
  }

  @Test
  void moreRanksThanProcessorsAreJudgedAgainstOpenMpi() {
    List<Row> rows = List.of(row("allreduce", "shm-heap", 4, 8, 3.0, 2.0, 4.0));
    assertThat(Verdicts.of(rows, 2))
        .extracting(Verdict::answer, Verdict::demand)
        .contains(
            tuple("pass", "geometric mean of every family at most 1.0, 4 ranks against Open MPI"));
    assertThat(Verdicts.of(rows, 4))
        .extracting(Verdict::answer, Verdict::demand)
        .contains(tuple("MISS", "geometric mean of every family at most 1.0, 4 ranks"));
  }

  @Test
  void socketsAreJudgedBesideTheRest() {
    List<Row> rows =
        List.of(
            row("latency", "tcp-heap", 2, 8, 3.0, 2.0, 4.0),
            row("bandwidth", "tcp-heap", 2, 8, 9.0, 2.0, 4.0));
    assertThat(Verdicts.of(rows, 2))
        .extracting(Verdict::answer, Verdict::demand, Verdict::detail)
        .contains(
            tuple(
                "MISS",
                "over TCP: geometric mean of every benchmark at most 1.0, 2 ranks",
                "latency tcp-heap 1.50"),
            tuple("MISS", "over TCP: no row above 1.3 outside its spread, 2 ranks", "1 rows"));
  }

  @Test
  void windowsAreJudgedTogether() {
    List<Row> rows =
        List.of(
            row("put", "shm-heap", 2, 8, 1.0, 4.0, 2.0),
            row("put_bandwidth", "shm-heap", 2, 8, 9.0, 3.0, 1.0),
            row("counter", "shm-heap", 4, 8, 2.5, 1.0, 2.0));
    assertThat(Verdicts.of(rows, 2))
        .extracting(Verdict::answer, Verdict::demand, Verdict::detail)
        .contains(
            tuple(
                "MISS",
                "windows: geometric mean at most 0.8, at most one row in ten above 1.2",
                "0.59; 1 of 3 rows"));
  }

  @Test
  void filesAreJudgedTogether() {
    List<Row> rows =
        List.of(
            row("file_open", "shm-heap", 2, 0, 9.0, 1.0, 2.0),
            row("file_write", "shm-heap", 1, 65536, 12.0, 24.0, 48.0),
            row("file_strided_write_all", "shm-heap", 1, 16, 5.0, 1.0, 1.0),
            row("file_strided_write_all", "shm-heap", 2, 16, 2.0, 8.0, 4.0),
            row("file_strided_read_all", "shm-heap", 4, 16, 2.0, 1.0, 2.0),
            Floors.row("pwrite", true, 65536, Measured.of(10.0)));
    assertThat(Verdicts.of(rows, 2))
        .extracting(Verdict::answer, Verdict::demand, Verdict::detail)
        .contains(
            tuple("MISS", "files: geometric mean at most 0.8", "1.62 of 5 rows"),
            tuple("MISS", "files: collective calls on strided views at most 0.7", "0.71 of 2 rows"),
            tuple("MISS", "files: no row above 1.3 outside its spread", "2 of 5 rows"),
            tuple("pass", "files: collective strided writes at most 0.5", "0.50 of 1 rows"),
            tuple(
                "MISS",
                "file_write of shm-heap, 1 rank, at most 1.1 x pwrite in C",
                "64 Ki: 1.20"));
  }

  @Test
  void worldsAreJudgedByHowTheyMeetAndTalk() {
    List<Row> rows =
        List.of(
            row("spawn_1", "shm-heap", 1, 0, 900.0, null, 100.0),
            row("connect_accept", "shm-heap", 2, 0, 300.0, null, 200.0),
            row("publish_lookup", "shm-heap", 1, 0, 100.0, 200.0, 200.0),
            row("spawned_latency", "shm-heap", 1, 8, 1.0, null, 0.5),
            row("latency", "shm-heap", 2, 8, 1.0, 1.0, 1.0),
            row("spawned_latency", "shm-native", 1, 8, 1.2, null, 0.5),
            row("latency", "shm-native", 2, 8, 1.0, 1.0, 1.0));
    assertThat(Verdicts.of(rows, 2))
        .extracting(Verdict::answer, Verdict::demand, Verdict::detail)
        .contains(
            tuple(
                "MISS",
                "worlds: connect and accept, and names, at most 1.0 x the better C peer each",
                "connect_accept shm-heap 1.50"),
            tuple(
                "pass",
                "8-byte latency of shm-heap to a spawned child at most 1.05 x that in a world",
                "1.00"),
            tuple(
                "MISS",
                "8-byte latency of shm-native to a spawned child at most 1.05 x that in a world",
                "1.20"));
  }

  @Test
  void thePageHoldsEveryRowAndMarksTheLosses() {
    List<Row> rows =
        List.of(
            row("latency", "shm-heap", 2, 65536, 3.0, 2.0, 4.0),
            row("allreduce", "shm-heap", 4, 1 << 20, 1.0, 2.0, 4.0));
    var around =
        new Report.Circumstances(
            "benchmarks/compare", Pace.QUICK, 2, Map.of(), Map.of(), List.of("mpich fell over"));
    assertThat(Report.markdown(rows, around, "plots/"))
        .contains("| latency | 2 | 64 Ki | shm-heap | 3.000 (3.000–3.000) |", "| **1.50** |")
        .contains("| allreduce | 4 | 1 Mi | shm-heap |", "| 0.50 |")
        .contains("![latency](plots/latency.svg)", "* mpich fell over");
  }
}
