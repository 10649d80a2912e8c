package org.purempi.pmi;

import java.util.ArrayList;
import java.util.List;

/**
 * How a launcher of ours asks its ranks what they are doing, and how they answer. No part of PMI-1:
 * spoken only by those who have said that they understand it.
 *
 * <pre>
 *   launcher  initack reports=1             I may ask
 *   rank      init … reports=1              I can answer
 *   launcher  report                        at any time
 *   rank      report_rank rank= millis=     one of the ranks of this process
 *   rank      report_line message=          a line about it
 *   rank      report_end
 * </pre>
 */
final class ReportLines {
  static final String CAPABLE = "reports";
  static final String QUESTION = "report";
  static final String RANK = "report_rank";
  static final String LINE = "report_line";
  static final String END = "report_end";

  private static final double MILLIS = 1000;
  private static final int MAX_CHARACTERS = PmiLine.MAX_BYTES / 8;

  private int rank = -1;
  private double seconds;
  private final List<String> lines = new ArrayList<>();
  private final List<RankReport> reports = new ArrayList<>();

  ReportLines() {}

  static List<PmiLine> of(RankReport report) {
    var all = new ArrayList<PmiLine>();
    long millis = Math.round(report.waitedSeconds() * MILLIS);
    all.add(PmiLine.of(RANK).with("rank", report.rank()).with("millis", millis));
    for (String line : report.lines()) {
      boolean fits = line.length() <= MAX_CHARACTERS;
      String shown = fits ? line : line.substring(0, MAX_CHARACTERS) + "…";
      all.add(PmiLine.of(LINE).with("message", shown.replace('\n', ' ')));
    }
    return all;
  }

  /** Takes a line of the answer; true when it was the last. */
  boolean take(PmiLine line) throws PmiException {
    if (line.command().equals(LINE)) {
      lines.add(PmiLine.text(line.require("message")));
      return false;
    }
    if (rank >= 0) {
      reports.add(new RankReport(rank, seconds, lines));
    }
    lines.clear();
    boolean end = line.command().equals(END);
    rank = end ? -1 : line.requireInt("rank");
    seconds = end ? 0 : line.requireLong("millis") / MILLIS;
    return end;
  }

  /** What has been read. */
  List<RankReport> reports() {
    return reports;
  }
}
