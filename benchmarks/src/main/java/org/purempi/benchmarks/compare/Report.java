package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Markdown page: summary first, every row below. */
final class Report {

  /**
   * What else the page tells.
   *
   * @param command how to get this page again
   * @param processors of the machine
   * @param facts about the machine and the software, in order
   * @param failures a sentence each
   */
  record Circumstances(
      String command,
      Pace pace,
      int processors,
      Map<String, String> facts,
      Map<String, String> bindings,
      List<String> failures) {

    /** What the rows mean for what was asked. */
    List<Verdicts.Verdict> verdicts(List<Row> rows) {
      return Verdicts.of(rows, processors);
    }
  }

  private final List<Row> rows;
  private final Circumstances around;
  private final StringBuilder page = new StringBuilder();

  Report(List<Row> rows, Circumstances around) {
    this.rows = rows;
    this.around = around;
  }

  /** The page; its plots are expected beside it as {@code plotPrefix + slug + ".svg"}. */
  static String markdown(List<Row> rows, Circumstances around, String plotPrefix) {
    var report = new Report(rows, around);
    String warmUps = ", after %d for warm-up".formatted(around.pace.warmUps());
    report.head("The race against C", warmUps, EXPLANATION);
    report.verdicts();
    report.summary("Family", Summary.byFamily(rows));
    report.failures();
    report.floors();
    for (Family family : Family.values()) {
      if (family != Family.FLOOR) {
        report.family(family, plotPrefix);
      }
    }
    report.line("## Every benchmark");
    report.line("");
    report.summary("Benchmark", Summary.byBenchmark(rows));
    return report.text();
  }

  /** What has been written so far. */
  String text() {
    return page.toString();
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation would be our only dependency on it
  void line(String format, Object... arguments) {
    page.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments))
        .append('\n');
  }

  private static final String EXPLANATION =
      """
      Every point was run by each contestant in turn, round after round; a value is the median over
      the rounds, in brackets the middle half of them (of three or fewer all), which is a row's spread. A ratio is ours against the better C peer in time (for
      rates: theirs against ours): **below 1 is better for us**. "paired" is the median of the rounds'
      own ratios: what the machine does to a whole round cancels out. The host of a virtual machine
      moves its processors closer together and further apart: a cache line then takes two to five
      times as long from one to the other. That is measured before and after each turn, and a turn that
      saw another distance than those before it in its round is repeated, three times at most. A row takes
      the rounds at the short distance only or those at the long one only, whichever are more; a point
      that has fewer than half of the rounds that way runs further ones, as many again at most.

      `bytes` is what one rank contributes (for reduce_scatter: the whole vector). With 4 ranks, ranks
      0 and 2, 1 and 3 talk in pairs: latency is their mean, rates are their sum. A collective's time
      is the mean over the ranks of the time inside the call, with a barrier between calls. `shm`: our
      ranks are processes; `thread`: threads of one JVM. `heap`: buffers are Java arrays; `native`:
      segments of an arena; `shared`: segments from `Mpi.allocMem`.

      Files lie where temporary files do, their pages in memory. `bytes` is what a rank writes or reads in
      one call; for strided views the size of a piece: ranks have the pieces in turn, each 4 MiB of them.
      Appends are 64 in a row, then the shared pointer goes back to the beginning.

      Spawns take until the first message of each child is there; children are the same program, and
      letting them go is not timed. A turn is one spawn after one that does not count. `connect_accept`:
      one half of a job connects to the other, and both disconnect. `publish_lookup`: a name is
      published, looked up and taken back. `spawned_latency` is that between a parent and its child, to be
      compared with latency on 2 ranks.

      More ranks than processors begin each turn at the same places for every contestant: in odd rounds
      ranks 0 and 1 on one processor and 2 and 3 on the other, so that pairs are apart; in even rounds
      0 and 2, 1 and 3. A moment later the kernel may move them, and does.

      "What was asked" judges more ranks than processors against Open MPI alone: MPICH's waiting ranks
      spin, and its values show who had the processors. Everywhere else the better peer counts.
      """;

  void head(String title, String warmUps, String explanation) {
    line("# %s", title);
    line("");
    line("Written by `%s` (rounds: %d%s).", around.command, around.pace.rounds(), warmUps);
    line("");
    line("%s", explanation);
    line("| | |");
    line("|---|---|");
    around.facts.forEach((name, value) -> line("| %s | %s |", name, value));
    around.bindings.forEach((who, cpus) -> line("| processors allowed to %s | %s |", who, cpus));
    line("");
  }

  private void verdicts() {
    line("## What was asked");
    line("");
    line("| | demand | answer | |");
    line("|---|---|---|---|");
    for (Verdicts.Verdict verdict : around.verdicts(rows)) {
      line(
          "| %s | %s | %s | %s |",
          verdict.required() ? "required" : "goal",
          verdict.demand(),
          verdict.answer(),
          verdict.detail());
    }
    line("");
  }

  void summary(String title, List<Summary.Line> lines) {
    line(
        "| %s | transport | ranks | rows | geometric mean | paired | at most 1.0 | worst row |",
        title);
    line("|---|---|---|---|---|---|---|---|");
    List<Summary.Line> sorted = new ArrayList<>(lines);
    sorted.sort(Comparator.comparing(Summary.Line::ranks).thenComparing(Summary.Line::transport));
    for (Summary.Line each : sorted) {
      line(
          "| %s | %s | %d | %d | %.2f | %.2f | %.0f %% | %.2f (%s, %s) |",
          each.group(),
          each.transport(),
          each.ranks(),
          each.rows(),
          each.geometricMean(),
          each.pairedMean(),
          100 * each.notSlower(),
          each.worst().ratio(),
          each.worst().benchmark().name(),
          size(each.worst().bytes()));
    }
    line("");
  }

  void failures() {
    if (around.failures.isEmpty()) {
      return;
    }
    line("## What did not run");
    line("");
    around.failures.forEach(failure -> line("* %s", failure));
    line("");
  }

  private void floors() {
    line("## The floor");
    line("");
    line("Two threads, a copy and a file without any MPI: the best of many short runs.");
    line("");
    line("| | written in | bytes | value | unit |");
    line("|---|---|---|---|---|");
    for (Row row : rows) {
      if (row.benchmark().family() == Family.FLOOR && row.ours() != null) {
        line(
            "| %s | %s | %s | %s | %s |",
            row.benchmark().name(),
            row.transport().equals("floor-c") ? "C" : "Java",
            size(row.bytes()),
            value(row.ours()),
            row.benchmark().unit().text);
      }
    }
    line("");
  }

  void family(Family family, String plotPrefix) {
    List<Row> members = rows.stream().filter(row -> row.benchmark().family() == family).toList();
    if (members.isEmpty()) {
      return;
    }
    line("## %s", Character.toUpperCase(family.title.charAt(0)) + family.title.substring(1));
    line("");
    line("![%s](%s%s.svg)", family.title, plotPrefix, family.slug());
    line("");
    line(
        "| benchmark | ranks | bytes | transport | ours | mpich | openmpi | unit | ratio | paired"
            + " |");
    line("|---|---|---|---|---|---|---|---|---|---|");
    for (Row row : members) {
      line(
          "| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s |",
          row.benchmark().name(),
          row.ranks(),
          size(row.bytes()),
          row.transport(),
          value(row.ours()),
          value(row.mpich()),
          value(row.openmpi()),
          row.benchmark().unit().text,
          ratio(row.ratio()),
          ratio(row.pairedRatio()));
    }
    line("");
  }

  static String ratio(double ratio) {
    if (Double.isNaN(ratio)) {
      return "";
    }
    return ratio > 1 ? "**" + Verdicts.ratio(ratio) + "**" : Verdicts.ratio(ratio);
  }

  private static String value(@Nullable Measured measured) {
    if (measured == null) {
      return "–";
    }
    return "%s (%s–%s)"
        .formatted(
            Table.number(measured.median()),
            Table.number(measured.low()),
            Table.number(measured.high()));
  }

  /** A size in bytes as people write it: 8, 64 Ki, 4 Mi. */
  static String size(int bytes) {
    int kibi = 1 << 10;
    int mebi = 1 << 20;
    if (bytes >= mebi && bytes % mebi == 0) {
      return bytes / mebi + " Mi";
    }
    return bytes >= kibi && bytes % kibi == 0 ? bytes / kibi + " Ki" : Integer.toString(bytes);
  }
}
