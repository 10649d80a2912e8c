package org.purempi.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.system.Waiting;
import org.purempi.launch.text.Visible;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;

/** Asks the ranks of a job where their programs are. Any thread. */
final class Stacks {
  private static final long PATIENCE_MILLIS = 3000;
  private static final double NO_TIME = -1;

  private final List<Site> sites;
  private final int size;

  /** Both belong to the lock of the first. */
  private final Map<Integer, RankReport> answers = new TreeMap<>();

  private final Map<Integer, RankStage> silent = new TreeMap<>();

  /**
   * @param size the number of ranks, which threads of one process may be
   */
  Stacks(List<Site> sites, int size) {
    this.sites = sites;
    this.size = size;
  }

  /** Asks; a block for each rank, ranks that are at the same place share one. */
  synchronized String ask(boolean isFull) throws InterruptedException {
    synchronized (answers) {
      answers.clear();
      silent.clear();
    }
    sites.forEach(site -> site.askForStacks(isFull));
    var all = new ArrayList<RankReport>();
    synchronized (answers) {
      boolean unused =
          Waiting.until(answers, PATIENCE_MILLIS, () -> answers.size() + silent.size() >= size);
      for (int rank = 0; rank < size; rank++) {
        RankReport answer = answers.get(rank);
        RankStage stage = silent.get(rank);
        if (answer != null) {
          all.add(answer);
        } else {
          all.add(stage == null ? Reports.unanswered(rank) : Reports.silent(rank, stage));
        }
      }
    }
    return RankReport.text(all);
  }

  /** Answers have come. */
  void add(Event.Stacked stacked) {
    synchronized (answers) {
      for (RankReport r : stacked.answers()) {
        List<String> lines = r.lines().stream().map(Visible::quoted).toList();
        answers.put(r.rank(), new RankReport(r.rank(), NO_TIME, lines));
      }
      silent.putAll(stacked.silent());
      silent.keySet().removeAll(answers.keySet());
      answers.notifyAll();
    }
  }
}
