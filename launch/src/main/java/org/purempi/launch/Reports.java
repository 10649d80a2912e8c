package org.purempi.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.purempi.pmi.PmiServer;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;

/** Asks the ranks of a job what they are doing and prints their answers. Any thread. */
final class Reports {
  private static final long PATIENCE_MILLIS = 1500;
  private static final double NO_TIME = -1;

  private final PmiServer server;
  private final Output output;
  private final int size;
  private final Map<Integer, RankReport> answers = new TreeMap<>();

  Reports(PmiServer server, Output output, int size) {
    this.server = server;
    this.output = output;
    this.size = size;
  }

  /** Asks and prints; a job whose ranks do not use MPI has nothing to tell, which is said. */
  synchronized void print(String headline) {
    if (!server.inUse()) {
      output.say("mpiexec: " + headline + ": no rank has started MPI");
      return;
    }
    try {
      output.say("mpiexec: " + headline + "; what its ranks are doing:\n" + ask().strip());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String ask() throws InterruptedException {
    synchronized (answers) {
      answers.clear();
    }
    Map<Integer, RankStage> silent;
    try {
      silent = server.askForReports().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return "the ranks cannot be asked: " + e.getMessage();
    }
    var all = new ArrayList<RankReport>();
    synchronized (answers) {
      await(size - silent.size());
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

  private void await(int count) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    for (long left = PATIENCE_MILLIS; left > 0 && answers.size() < count; ) {
      answers.wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    }
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
  void add(List<RankReport> reports) {
    synchronized (answers) {
      reports.forEach(r -> answers.put(r.rank(), r));
      answers.notifyAll();
    }
  }
}
