package org.purempi.launch.remote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.smpd.ManagerTree;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;
import org.purempi.pmi.RankLook;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;

/** What ranks are doing, as fields of commands between mpiexec and a manager. Any thread. */
final class ReportFields {
  private static final double MILLIS = 1000;

  /** Of stacks: with all frames. */
  static final String FULL = "full";

  private ReportFields() {}

  /** Asks the ranks of a manager what mpiexec asks. */
  static void ask(SmpdCommand command, Site site) {
    String stacks = command.get("stacks");
    if (stacks != null) {
      site.askForStacks(stacks.equals(FULL));
    } else if (command.get("look") != null) {
      site.look();
    } else {
      site.askForReports();
    }
  }

  private static SmpdCommand up(Switchboard board) {
    return board.command(Verb.STAT, ManagerTree.ROOT);
  }

  static void tell(Switchboard board, Event.Reported reported) throws InterruptedException {
    for (RankReport report : reported.answers()) {
      board.send(
          up(board)
              .with("rank", report.rank())
              .with("millis", Math.round(report.waitedSeconds() * MILLIS))
              .with("lines", SmpdCommand.join(report.lines()))
              .with("facts", SmpdCommand.join(report.facts())));
    }
    if (reported.answers().isEmpty()) {
      board.send(up(board).with("silent", silent(reported.silent())));
    }
  }

  static void tell(Switchboard board, Event.Looked looked) throws InterruptedException {
    for (RankLook look : looked.looks()) {
      board.send(
          up(board)
              .with("rank", look.rank())
              .with("millis", look.waitedMillis())
              .with("look", Long.toString(look.mark())));
    }
    if (looked.looks().isEmpty()) {
      board.send(up(board).with("look", "").with("silent", silent(looked.silent())));
    }
  }

  static void tell(Switchboard board, Event.Stacked stacked) throws InterruptedException {
    for (RankReport stacks : stacked.answers()) {
      board.send(
          up(board).with("rank", stacks.rank()).with("stacks", SmpdCommand.join(stacks.lines())));
    }
    if (stacked.answers().isEmpty()) {
      board.send(up(board).with("stacks", "").with("silent", silent(stacked.silent())));
    }
  }

  private static Event stacks(SmpdCommand command, String stacks) throws SmpdException {
    String silent = command.get("silent");
    if (silent != null) {
      return new Event.Stacked(List.of(), stages(silent));
    }
    List<String> lines = SmpdCommand.list(stacks);
    var its = new RankReport(command.requireInt("rank"), -1, lines);
    return new Event.Stacked(List.of(its), Map.of());
  }

  private static String silent(Map<Integer, RankStage> stages) {
    var words = new LinkedHashMap<String, String>();
    stages.forEach((rank, stage) -> words.put("" + rank, stage.name()));
    return SmpdCommand.join(words);
  }

  /** The event that a manager tells of. */
  static Event read(SmpdCommand command) throws SmpdException {
    String stacks = command.get("stacks");
    if (stacks != null) {
      return stacks(command, stacks);
    }
    boolean isLook = command.get("look") != null;
    String silent = command.get("silent");
    if (silent != null) {
      Map<Integer, RankStage> stages = stages(silent);
      return isLook ? new Event.Looked(List.of(), stages) : new Event.Reported(List.of(), stages);
    }
    int rank = command.requireInt("rank");
    long millis = command.requireLong("millis");
    if (isLook) {
      long mark = command.requireLong("look");
      return new Event.Looked(List.of(new RankLook(rank, millis, mark)), Map.of());
    }
    String facts = command.get("facts");
    var report =
        RankReport.ofFacts(
            rank,
            millis / MILLIS,
            SmpdCommand.list(command.require("lines")),
            facts == null ? List.of() : SmpdCommand.list(facts));
    return new Event.Reported(List.of(report), Map.of());
  }

  private static Map<Integer, RankStage> stages(String words) throws SmpdException {
    var stages = new LinkedHashMap<Integer, RankStage>();
    for (var pair : SmpdCommand.words(words).entrySet()) {
      stages.put(rank(pair.getKey()), ManagerEvents.stage(pair.getValue()));
    }
    return stages;
  }

  private static int rank(String text) throws SmpdException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new SmpdException("'" + text + "' is not a rank");
    }
  }
}
