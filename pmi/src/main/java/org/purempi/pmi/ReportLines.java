package org.purempi.pmi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a launcher of ours asks its ranks what they are doing, and how they answer. No part of PMI-1:
 * spoken only by those who have said that they understand it.
 *
 * <pre>
 *   launcher  initack reports=1             I may ask
 *   rank      init … reports=1              I can answer
 *   launcher  report facts=1                at any time
 *   rank      report_rank rank= millis=     one of the ranks of this process
 *   rank      report_line message=          a line about it
 *   rank      report_fact message=          the same for programs, only if the question has facts
 *   rank      report_end
 *   launcher  report look=1                 now and then: does it wait, and does anything move?
 *   rank      report_rank rank= millis= look=
 *   rank      report_end
 *   launcher  report stacks=short           at any time: where is the program? (full: all frames)
 *   rank      report_rank rank= millis= stacks=1
 *   rank      report_line message=          a line of its stacks
 *   rank      report_end
 * </pre>
 *
 * <p>Ranks and launchers of before know neither facts nor looks nor stacks; such a rank answers any
 * question with its lines.
 */
final class ReportLines {
  static final String CAPABLE = "reports";
  static final String QUESTION = "report";
  static final String RANK = "report_rank";
  static final String LINE = "report_line";
  static final String FACT = "report_fact";
  static final String END = "report_end";

  private static final double MILLIS = 1000;
  private static final int MAX_CHARACTERS = PmiLine.MAX_BYTES / 8;

  private int rank = -1;
  private double seconds;
  private @Nullable Long look;
  private final List<String> lines = new ArrayList<>();
  private final List<String> facts = new ArrayList<>();
  private final List<RankReport> reports = new ArrayList<>();
  private final List<RankReport> stacks = new ArrayList<>();
  private boolean isStacks;
  private final List<RankLook> looks = new ArrayList<>();

  ReportLines() {}

  /** Whether who asks understands facts. */
  static boolean takesFacts(PmiLine question) {
    return question.get("facts") != null;
  }

  static PmiLine of(RankLook look) {
    return PmiLine.of(RANK)
        .with("rank", look.rank())
        .with("millis", look.waitedMillis())
        .with("look", look.mark());
  }

  static List<PmiLine> of(RankReport report, boolean hasFacts) {
    var all = new ArrayList<PmiLine>();
    long millis = Math.round(report.waitedSeconds() * MILLIS);
    all.add(PmiLine.of(RANK).with("rank", report.rank()).with("millis", millis));
    report.lines().forEach(line -> all.add(line(LINE, line, MAX_CHARACTERS)));
    if (hasFacts) {
      report.facts().forEach(line -> all.add(line(FACT, line, line.length())));
    }
    return all;
  }

  static List<PmiLine> ofStacks(RankReport stacks) {
    List<PmiLine> all = of(stacks, false);
    all.set(0, all.getFirst().with("stacks", 1));
    return all;
  }

  private static PmiLine line(String command, String line, int most) {
    String shown = line.length() <= most ? line : line.substring(0, most) + "…";
    return PmiLine.of(command).with("message", shown.replace('\n', ' '));
  }

  /** Takes a line of the answer; true when it was the last. */
  boolean take(PmiLine line) throws PmiException {
    if (line.command().equals(LINE)) {
      lines.add(PmiLine.text(line.require("message")));
      return false;
    }
    if (line.command().equals(FACT)) {
      facts.add(PmiLine.text(line.require("message")));
      return false;
    }
    Long its = look;
    if (rank >= 0 && its != null) {
      looks.add(new RankLook(rank, Math.round(seconds * MILLIS), its));
    } else if (rank >= 0 && isStacks) {
      stacks.add(new RankReport(rank, seconds, lines));
    } else if (rank >= 0) {
      reports.add(RankReport.ofFacts(rank, seconds, lines, facts));
    }
    lines.clear();
    facts.clear();
    boolean end = line.command().equals(END);
    rank = end ? -1 : line.requireInt("rank");
    seconds = end ? 0 : line.requireLong("millis") / MILLIS;
    isStacks = !end && line.get("stacks") != null;
    look = end || line.get("look") == null ? null : line.requireLong("look");
    return end;
  }

  /** Tells what has been read. */
  void tell(PmiListener listener) {
    if (!looks.isEmpty()) {
      listener.looked(looks);
    } else if (!stacks.isEmpty()) {
      listener.stacked(stacks);
    } else {
      listener.reported(reports);
    }
  }
}
