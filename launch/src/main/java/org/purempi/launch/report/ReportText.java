package org.purempi.launch.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.purempi.launch.text.Quantities;

/** The report as text. */
public final class ReportText {
  private static final int MOST_CALLS = 20;
  private static final int MOST_RANKS = 32;
  private static final int ENDS = 6;
  private static final int MOST_IN_MATRIX = 16;
  private static final int MOST_PAIRS = 10;
  private static final int BAR = 30;
  private static final int WORST = 3;

  private final JobProfile job;
  private final List<String> lines = new ArrayList<>();

  private ReportText(JobProfile job) {
    this.job = job;
  }

  /**
   * The lines of the report.
   *
   * @param worst sentences about the worst waits; empty: they are guessed from the sums
   */
  public static List<String> of(JobProfile job, List<String> worst) {
    var text = new ReportText(job);
    text.lines.add("where the time went: " + job.summary());
    job.notes().forEach(note -> text.lines.add("note: " + note));
    text.worst(worst);
    text.ranks();
    text.calls();
    text.traffic();
    return text.lines;
  }

  private void head(String title) {
    lines.add("");
    lines.add(title);
  }

  /** The sentences of the page, too. */
  static List<String> worst(JobProfile job, List<String> known) {
    return known.isEmpty() ? new Suspicions(job).worst(WORST) : known;
  }

  private void worst(List<String> known) {
    head("worst waits");
    List<String> sentences = worst(job, known);
    for (int i = 0; i < sentences.size(); i++) {
      lines.add("  %d. %s".formatted(i + 1, sentences.get(i)));
    }
    if (sentences.isEmpty()) {
      lines.add("  no rank waited for others for more than 1 % of its time");
    }
  }

  private void ranks() {
    head("time in MPI by rank");
    List<RankProfile> ranks = job.ranks();
    if (ranks.size() <= MOST_RANKS) {
      ranks.forEach(this::rank);
    } else {
      List<RankProfile> sorted =
          ranks.stream().sorted(Comparator.comparingLong(RankProfile::inMpi)).toList();
      sorted.subList(0, ENDS).forEach(this::rank);
      lines.add("  … %d ranks between …".formatted(sorted.size() - 2 * ENDS));
      sorted.subList(sorted.size() - ENDS, sorted.size()).forEach(this::rank);
    }
    lines.add("  " + imbalance(job));
  }

  private void rank(RankProfile rank) {
    double part = rank.span() == 0 ? 0 : Math.min(1, (double) rank.inMpi() / rank.span());
    lines.add(
        "  %6d  %9s of %9s  %6s  %s"
            .formatted(
                rank.rank(),
                Quantities.time(rank.inMpi()),
                Quantities.time(rank.span()),
                Quantities.percent(rank.inMpi(), rank.span()),
                "#".repeat((int) Math.round(BAR * part))));
  }

  /** How unevenly ranks work. */
  static String imbalance(JobProfile job) {
    RankProfile busiest = job.ranks().getFirst();
    RankProfile idlest = busiest;
    double sum = 0;
    for (RankProfile rank : job.ranks()) {
      sum += outside(rank);
      busiest = outside(rank) > outside(busiest) ? rank : busiest;
      idlest = outside(rank) < outside(idlest) ? rank : idlest;
    }
    double mean = sum / job.ranks().size();
    return String.format(
        Locale.ROOT,
        "outside of MPI: %s in the mean; rank %d %s, rank %d %s, %.2f times the mean",
        Quantities.time(mean),
        idlest.rank(),
        Quantities.time(outside(idlest)),
        busiest.rank(),
        Quantities.time(outside(busiest)),
        mean == 0 ? 1 : outside(busiest) / mean);
  }

  private static double outside(RankProfile rank) {
    return Math.max(0, rank.span() - rank.inMpi());
  }

  private void calls() {
    List<JobProfile.Total> all = job.calls();
    head(
        all.size() > MOST_CALLS
            ? "calls by name and line, the %d of %d that take most"
                .formatted(MOST_CALLS, all.size())
            : "calls by name and line");
    lines.add(
        "     share       time      calls       mean    longest  least … most of a rank     "
            + " bytes");
    for (JobProfile.Total calls : all.subList(0, Math.min(MOST_CALLS, all.size()))) {
      String range = Quantities.time(calls.least()) + " … " + Quantities.time(calls.most());
      lines.add(
          "    %6s  %9s  %9d  %9s  %9s  %22s  %9s  %s%s"
              .formatted(
                  Quantities.percent(calls.sum(), job.span()),
                  Quantities.time(calls.sum()),
                  calls.count(),
                  Quantities.time((double) calls.sum() / Math.max(1, calls.count())),
                  Quantities.time(calls.longest()),
                  range,
                  calls.bytes() == 0 ? "" : Quantities.bytes(calls.bytes()),
                  calls.site().text(),
                  calls.site().method().isEmpty() ? "" : " " + calls.site().method()));
    }
  }

  private void traffic() {
    List<Traffic.Pair> pairs = Traffic.pairs(job);
    if (pairs.isEmpty()) {
      return;
    }
    if (job.size() <= MOST_IN_MATRIX) {
      head("bytes from whom (down) to whom (across)");
      matrix();
      return;
    }
    head(
        "messages, the %d heaviest of %d pairs"
            .formatted(Math.min(MOST_PAIRS, pairs.size()), pairs.size()));
    for (Traffic.Pair pair : pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()))) {
      lines.add(
          "    %6d to %6d  %9s in %d messages"
              .formatted(pair.from(), pair.to(), Quantities.bytes(pair.bytes()), pair.messages()));
    }
    lines.add("  -report=FILE.html draws all of them");
  }

  private void matrix() {
    var head = new StringBuilder("      ");
    for (int to = 0; to < job.size(); to++) {
      head.append("%8d".formatted(to));
    }
    lines.add(head.toString());
    for (RankProfile rank : job.ranks()) {
      var row = new StringBuilder("%6d".formatted(rank.rank()));
      for (int to = 0; to < job.size(); to++) {
        RankProfile.Sent sent = rank.sent().get(to);
        row.append(
            "%8s".formatted(sent == null ? "." : Quantities.bytes(sent.bytes()).replace(" ", "")));
      }
      lines.add(row.toString());
    }
  }
}
