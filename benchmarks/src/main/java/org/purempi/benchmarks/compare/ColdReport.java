package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The page of the cold race. */
final class ColdReport {

  private static final String EXPLANATION =
      """
      Every sample is a job of its own: its processes start, run one benchmark, and end. Contestants
      take turns, round after round, and a job waits for a second at most until the processors are idle; a value is the median over the rounds, in brackets the middle half
      of them (of three or fewer all). A ratio is ours against the better C peer: **below 1 is better for
      us**. "paired" is the median of the rounds' own ratios. With more ranks than processors the summaries
      compare with Open MPI alone: MPICH's waiting ranks spin.

      * **Loops**: what public benchmarks run by default. A job takes one size after the other, 10,000
        iterations to warm up and 10,000 timed ones up to 8 KiB, 100 and 500 above. Latency is half of
        a round trip; a collective's time is the mean over the ranks of the time inside the call, with a
        barrier between calls.
      * **First calls**: the time from a barrier until the first 1, 10, 100, 1,000 and 10,000 calls are
        done, the mean over the ranks; one size in a job, no barrier between calls. `latency`: a call is
        a round trip; `bandwidth`: a window of 64 messages that are sent without waiting, and an answer,
        up to 16 GiB in all.

      `shm`: our API; `compat`: our module for Open MPI's Java API; `heap`: Java arrays; `native`:
      memory outside the heap. `floor-java`: two plain JVMs with a ring in shared memory each way and
      nothing else, started with no flags. C's loops are those of `cold.c`, the same for both libraries.
      """;

  private final List<Row> compared;
  private final Report report;

  private ColdReport(List<Row> rows, Report.Circumstances around) {
    this.compared =
        rows.stream()
            .map(row -> row.ranks() > around.processors() ? row.againstOpenMpi() : row)
            .filter(Row::isCompared)
            .toList();
    this.report = new Report(rows, around);
  }

  /** The page; its plots are expected beside it as {@code plotPrefix + slug + ".svg"}. */
  static String markdown(List<Row> rows, Report.Circumstances around, String plotPrefix) {
    var page = new ColdReport(rows, around);
    Report report = page.report;
    report.head("Cold, beside MPICH and Open MPI", "", EXPLANATION);
    List<Row> loops = page.compared.stream().filter(row -> !isFirst(row)).toList();
    List<Row> first = page.compared.stream().filter(ColdReport::isFirst).toList();
    if (!loops.isEmpty()) {
      report.line("## Loops");
      report.line("");
      report.summary("", Summary.group(loops, row -> "all"));
      report.summary("Benchmark", Summary.byBenchmark(loops));
    }
    if (!first.isEmpty()) {
      report.line("## The curve");
      report.line("");
      report.line("Geometric means of the ratios over all sizes, when so many calls are done:");
      report.line("");
      page.curve(first, row -> "all");
      page.curve(first, row -> row.benchmark().loop());
    }
    report.failures();
    for (Family family : Family.values()) {
      report.family(family, plotPrefix);
    }
    return report.text();
  }

  private static boolean isFirst(Row row) {
    return row.benchmark().family() == Family.FIRST_CALLS;
  }

  /** A line for each group, transport and number of ranks, with a column for so many calls. */
  private void curve(List<Row> rows, Function<Row, String> group) {
    Map<String, Map<Integer, List<Row>>> lines = new LinkedHashMap<>();
    Map<Integer, List<Row>> columns = new TreeMap<>();
    for (Row row : rows) {
      int calls = row.benchmark().calls();
      String line = "%s | %s | %d".formatted(group.apply(row), row.transport(), row.ranks());
      columns.computeIfAbsent(calls, unused -> new ArrayList<>()).add(row);
      lines
          .computeIfAbsent(line, unused -> new TreeMap<>())
          .computeIfAbsent(calls, unused -> new ArrayList<>())
          .add(row);
    }
    var head = new StringBuilder("| calls | transport | ranks |");
    columns.keySet().forEach(calls -> head.append(' ').append(Axis.plain(calls)).append(" |"));
    report.line("%s", head);
    report.line("%s", "|---|---|---|" + "---|".repeat(columns.size()));
    lines.forEach((name, cells) -> report.line("| %s |%s", name, cells(cells, columns)));
    report.line("");
  }

  private static String cells(Map<Integer, List<Row>> line, Map<Integer, List<Row>> columns) {
    var cells = new StringBuilder();
    for (int calls : columns.keySet()) {
      List<Row> rows = line.getOrDefault(calls, List.of());
      String mean = rows.isEmpty() ? "" : Report.ratio(Summary.geometricMean(rows, Row::ratio));
      cells.append(' ').append(mean).append(" |");
    }
    return cells.toString();
  }
}
