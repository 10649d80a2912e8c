package org.purempi.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.system.DaemonThread;
import org.purempi.pmi.RankReport;

/**
 * Looks now and then whether no rank of a job makes progress: when all that have not ended MPI wait
 * in it for ever, nothing else in their processes may act, and nothing has moved from look to look
 * for the whole limit. Says so, with a report, and has the job ended. A thread of its own.
 */
final class Vigil implements Runnable {
  /** So many looks in the limit. */
  private static final int LOOKS = 4;

  private static final long MOST_MILLIS_BETWEEN = 15_000;

  /** Who reads our output may have stopped. */
  private static final long PRINT_PATIENCE_MILLIS = 5000;

  private final Duration limit;
  private final Reports reports;
  private final SiteOwner job;
  private final BooleanSupplier goesOn;

  /**
   * @param job hears that it hangs
   * @param goesOn whether there is still somebody to watch over
   */
  Vigil(Duration limit, Reports reports, SiteOwner job, BooleanSupplier goesOn) {
    this.limit = limit;
    this.reports = reports;
    this.job = job;
    this.goesOn = goesOn;
  }

  @Override
  public void run() {
    try {
      watch();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch() throws InterruptedException {
    long between = Math.min(limit.toMillis() / LOOKS, MOST_MILLIS_BETWEEN);
    Map<Integer, Long> before = Map.of();
    long sinceNanos = 0;
    while (goesOn.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(between);
      Map<Integer, Long> now = reports.marksOfStuck();
      if (now.isEmpty() || !now.equals(before)) {
        before = now;
        sinceNanos = System.nanoTime();
      } else if (System.nanoTime() - sinceNanos >= limit.toNanos() && hangs(now)) {
        return;
      }
    }
  }

  /** Whether it still does after all ranks have said what they wait for. */
  private boolean hangs(Map<Integer, Long> marks) throws InterruptedException {
    List<RankReport> all = reports.ask();
    if (!reports.marksOfStuck().equals(marks) || !goesOn.getAsBoolean()) {
      return false;
    }
    String why = "no rank has made progress for " + limit.toSeconds() + " s";
    DaemonThread.start("report", () -> reports.print(why, all, true)).join(PRINT_PATIENCE_MILLIS);
    job.happened(new Event.Hung(why + ": the job hangs (-hang sets the time)"));
    return true;
  }
}
