package org.purempi.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.purempi.launch.output.Output;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.system.Waiting;
import org.purempi.launch.text.Visible;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;

/** Asks the ranks of a job what they are doing and prints their answers. Any thread. */
final class Reports {
  private static final long PATIENCE_MILLIS = 1500;
  private static final double NO_TIME = -1;

  private final List<Site> sites;
  private final BooleanSupplier inUse;
  private final Output output;
  private final int size;
  private final Origin origin;
  private final Map<Integer, RankReport> answers = new TreeMap<>();
  private final Map<Integer, RankStage> silent = new TreeMap<>();

  /**
   * @param inUse whether any rank has called init
   * @param size the number of ranks, which threads of one process may be
   */
  Reports(List<Site> sites, BooleanSupplier inUse, Output output, int size, Origin origin) {
    this.origin = origin;
    this.sites = sites;
    this.inUse = inUse;
    this.output = output;
    this.size = size;
  }

  /** Asks and prints; a job whose ranks do not use MPI has nothing to tell, which is said. */
  synchronized void print(String headline) {
    if (!inUse.getAsBoolean()) {
      output.say("mpiexec: " + headline + ": no rank" + origin.world() + " has started MPI");
      return;
    }
    try {
      String whose = origin.isSpawned() ? "the ranks" + origin.world() : "its ranks";
      output.say("mpiexec: %s; what %s are doing:\n%s".formatted(headline, whose, ask().strip()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String ask() throws InterruptedException {
    synchronized (answers) {
      answers.clear();
      silent.clear();
    }
    sites.forEach(Site::askForReports);
    var all = new ArrayList<RankReport>();
    synchronized (answers) {
      await();
      silent.keySet().removeAll(answers.keySet());
      silent.forEach((rank, stage) -> all.add(new RankReport(rank, NO_TIME, why(stage))));
      all.addAll(answers.values());
      for (int rank = 0; rank < size; rank++) {
        if (!answers.containsKey(rank) && !silent.containsKey(rank)) {
          String why = "did not answer: its process is stopped, or too busy";
          all.add(new RankReport(rank, NO_TIME, List.of(why)));
        }
      }
    }
    return RankReport.text(all);
  }

  private void await() throws InterruptedException {
    Waiting.until(answers, PATIENCE_MILLIS, () -> answers.size() + silent.size() >= size);
  }

  private static List<String> why(RankStage stage) {
    return List.of(
        switch (stage) {
          case SILENT -> "has not started MPI";
          case INITIALIZED ->
              "cannot be asked: its MPI is not purempi, or it has lost its launcher";
          case FINALIZED -> "has ended MPI";
        });
  }

  /** An answer has come. */
  void add(Event.Reported reported) {
    synchronized (answers) {
      for (RankReport r : reported.answers()) {
        List<String> lines = r.lines().stream().map(Visible::quoted).toList();
        answers.put(r.rank(), new RankReport(r.rank(), r.waitedSeconds(), lines));
      }
      silent.putAll(reported.silent());
      answers.notifyAll();
    }
  }
}
