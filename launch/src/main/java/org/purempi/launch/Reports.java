package org.purempi.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.hang.HangAnalysis;
import org.purempi.hang.HangFile;
import org.purempi.hang.Situation;
import org.purempi.hang.Situation.Activity;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.output.Output;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.system.Waiting;
import org.purempi.launch.text.Visible;
import org.purempi.pmi.RankLook;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;

/**
 * Asks the ranks of a job what they are doing, and prints their answers and what follows from them;
 * or asks only whether they are stuck. Any thread.
 */
final class Reports {
  private static final long PATIENCE_MILLIS = 1500;
  private static final double NO_TIME = -1;
  private static final String NO_ANSWER = "did not answer: its process is stopped, or too busy";

  private final List<Site> sites;
  private final BooleanSupplier inUse;
  private final Output output;
  private final int size;
  private final Origin origin;
  private final @Nullable String page;

  /** All below belong to the lock of the first. */
  private final Map<Integer, RankReport> answers = new TreeMap<>();

  private final Map<Integer, RankStage> silent = new TreeMap<>();
  private final Map<Integer, RankLook> looks = new TreeMap<>();
  private final Map<Integer, RankStage> unseen = new TreeMap<>();

  /**
   * @param inUse whether any rank has called init
   * @param plan how many ranks there are, which threads of one process may be; where to draw
   */
  Reports(List<Site> sites, BooleanSupplier inUse, Output output, JobPlan plan, Origin origin) {
    this.origin = origin;
    this.sites = sites;
    this.inUse = inUse;
    this.output = output;
    this.size = plan.ranks();
    this.page = plan.hangPage();
  }

  /**
   * Asks and prints; a job whose ranks do not use MPI has nothing to tell, which is said.
   *
   * @param isDrawn whether the graph is drawn as well
   */
  synchronized void print(String headline, boolean isDrawn) {
    if (!inUse.getAsBoolean()) {
      output.say(nothing(headline));
      return;
    }
    try {
      print(headline, ask(), isDrawn);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks; what would be printed, for somebody else to read. */
  synchronized String text(String headline) throws InterruptedException {
    if (!inUse.getAsBoolean()) {
      return nothing(headline);
    }
    List<RankReport> all = ask();
    return text(headline, RankReport.text(all), analysis(all));
  }

  private String nothing(String headline) {
    return "mpiexec: " + headline + ": no rank" + origin.world() + " has started MPI";
  }

  private String text(String headline, String blocks, HangAnalysis analysis) {
    String whose = origin.isSpawned() ? "the ranks" + origin.world() : "its ranks";
    String text = (blocks + Visible.of(analysis.text())).strip();
    return "mpiexec: %s; what %s are doing:\n%s".formatted(headline, whose, text);
  }

  private static HangAnalysis analysis(List<RankReport> all) {
    return HangAnalysis.of(all.stream().map(Reports::situation).toList());
  }

  /** Prints what ranks have answered. */
  void print(String headline, List<RankReport> all, boolean isDrawn) {
    String blocks = RankReport.text(all);
    HangAnalysis analysis = analysis(all);
    output.say(text(headline, blocks, analysis));
    if (isDrawn && !analysis.text().isEmpty()) {
      String where = HangFile.write(page, analysis.page("mpiexec: " + headline, blocks));
      if (!where.isEmpty()) {
        output.say("mpiexec: " + where);
      }
    }
  }

  private static Situation situation(RankReport report) {
    Situation its = report.situation();
    return its == null ? Situation.of(report.rank(), Activity.SILENT, "") : its;
  }

  /** What all ranks answer, or what is known of them. */
  synchronized List<RankReport> ask() throws InterruptedException {
    synchronized (answers) {
      answers.clear();
      silent.clear();
    }
    sites.forEach(Site::askForReports);
    var all = new ArrayList<RankReport>();
    synchronized (answers) {
      await();
      silent.keySet().removeAll(answers.keySet());
      silent.forEach((rank, stage) -> all.add(silent(rank, stage)));
      all.addAll(answers.values());
      for (int rank = 0; rank < size; rank++) {
        if (!answers.containsKey(rank) && !silent.containsKey(rank)) {
          all.add(unanswered(rank));
        }
      }
    }
    return all;
  }

  private void await() throws InterruptedException {
    Waiting.until(answers, PATIENCE_MILLIS, () -> answers.size() + silent.size() >= size);
  }

  static RankReport silent(int rank, RankStage stage) {
    return switch (stage) {
      case SILENT -> report(rank, Activity.ABSENT, "has not started MPI");
      case INITIALIZED ->
          report(
              rank,
              Activity.SILENT,
              "cannot be asked: its MPI is not purempi, or it has lost its launcher");
      case FINALIZED -> report(rank, Activity.ENDED, "has ended MPI");
    };
  }

  static RankReport unanswered(int rank) {
    return report(rank, Activity.SILENT, NO_ANSWER);
  }

  private static RankReport report(int rank, Activity activity, String line) {
    return new RankReport(rank, NO_TIME, List.of(line), Situation.of(rank, activity, ""));
  }

  /** Answers have come. */
  void add(Event.Reported reported) {
    synchronized (answers) {
      for (RankReport r : reported.answers()) {
        List<String> lines = r.lines().stream().map(Visible::quoted).toList();
        answers.put(r.rank(), new RankReport(r.rank(), r.waitedSeconds(), lines, r.situation()));
      }
      silent.putAll(reported.silent());
      answers.notifyAll();
    }
  }

  /**
   * Asks whether the job is stuck: for each rank that has not ended MPI a number that changes when
   * it moves. Nothing if any rank may yet act, or is not known to wait.
   */
  synchronized Map<Integer, Long> marksOfStuck() throws InterruptedException {
    synchronized (answers) {
      looks.clear();
      unseen.clear();
    }
    sites.forEach(Site::look);
    var marks = new TreeMap<Integer, Long>();
    synchronized (answers) {
      boolean isWhole =
          Waiting.until(answers, PATIENCE_MILLIS, () -> looks.size() + unseen.size() >= size);
      boolean mayAct =
          looks.values().stream().anyMatch(look -> !look.isStuck())
              || unseen.values().stream().anyMatch(stage -> stage != RankStage.FINALIZED);
      if (isWhole && !mayAct) {
        looks.forEach((rank, look) -> marks.put(rank, look.mark()));
      }
    }
    return marks;
  }

  /** Ranks have been looked at. */
  void add(Event.Looked looked) {
    synchronized (answers) {
      looked.looks().forEach(look -> looks.put(look.rank(), look));
      unseen.putAll(looked.silent());
      answers.notifyAll();
    }
  }
}
