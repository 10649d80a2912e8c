package org.purempi.launch;

import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.Waiting;

/**
 * How the ranks of a job are made to end (docs/decisions/ends-of-jobs.md): SIGTERM, a grace in
 * which they may save their state, SIGKILL. Nothing waits longer than the ranks need. Any thread; a
 * thread of its own does the waiting, for mpiexec's may be kept by whoever does not read its
 * output.
 */
final class Termination {
  /** How long ranks may take without a word about it. */
  private static final long TELL_AFTER_MILLIS = 1500;

  /** Signals that come together are one: {@code timeout} sends two, Slurm one to every process. */
  private static final long ONE_SIGNAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long KILL_PATIENCE_MILLIS = 3000;
  private static final long DESTROY_PATIENCE_MILLIS = 2000;
  private static final int MOST_NAMED = 4;

  /** What becomes of the ranks. */
  private enum Step {
    RUNNING,
    ASKED,
    KILLED
  }

  private final JobPlan plan;
  private final Sites sites;
  private final Origin origin;
  private final Consumer<String> say;
  private final Runnable givenUp;

  /** The ranks that have not ended, and their processes as far as they are known. */
  private final Map<Integer, Long> living = new TreeMap<>();

  private Step step = Step.RUNNING;
  private boolean signalled;
  private long beganNanos;

  /**
   * @param say writes a line for the user; may block
   * @param givenUp called when ranks cannot be made to end
   */
  Termination(JobPlan plan, Sites sites, Origin origin, Consumer<String> say, Runnable givenUp) {
    this.plan = plan;
    this.origin = origin;
    this.sites = sites;
    this.say = say;
    this.givenUp = givenUp;
    for (int rank = 0; rank < plan.size(); rank++) {
      living.put(rank, 0L);
    }
  }

  /** Takes note of what happens to ranks. */
  synchronized void happened(Event event) {
    if (event instanceof Event.Started started) {
      living.computeIfPresent(started.rank(), (rank, none) -> started.processId());
    } else if (event instanceof Event.Exited exited) {
      living.remove(exited.rank());
    } else if (event instanceof Event.NotStarted failed) {
      living.remove(failed.rank());
    } else if (event instanceof Event.Lost lost) {
      sites.numbered(lost.site()).ranks().forEach(living::remove);
    } else {
      return;
    }
    notifyAll();
  }

  /** Ends the ranks, unless that has begun. */
  synchronized void begin() {
    if (step == Step.RUNNING) {
      step = Step.ASKED;
      beganNanos = System.nanoTime();
      DaemonThread.start("ending", this::end);
    }
  }

  /**
   * A signal has told us to end: the first lets the ranks have their grace, the next one ends it.
   * Answers whether it was the first cause of the end.
   */
  synchronized boolean signalled() {
    boolean first = step == Step.RUNNING;
    if (first) {
      signalled = true;
      begin();
    } else if (step == Step.ASKED && System.nanoTime() - beganNanos > ONE_SIGNAL_NANOS) {
      step = Step.KILLED;
      notifyAll();
    }
    return first;
  }

  /** Whether no rank is left, or none that can be made to end. */
  synchronized boolean isOver() {
    return living.isEmpty();
  }

  /** Waits until every rank has ended; false when the time was too short. */
  boolean awaitAll(long millis) throws InterruptedException {
    return Waiting.until(this, millis, living::isEmpty);
  }

  private void end() {
    try {
      if (!haveGrace()) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the ranks end by themselves; whether all did. */
  private boolean haveGrace() throws InterruptedException {
    long millis = plan.grace().toMillis();
    if (millis == 0) {
      return false;
    }
    sites.terminate();
    boolean ended = awaitInGrace(Math.min(TELL_AFTER_MILLIS, millis));
    if (!ended && isInGrace() && millis > TELL_AFTER_MILLIS) {
      tell(
          "mpiexec: waiting up to %s for %s to end; ctrl-C%s ends %s now"
              .formatted(grace(), who(), signalled ? " again" : "", isOne() ? "it" : "them"));
      ended = awaitInGrace(millis - TELL_AFTER_MILLIS);
    }
    if (!ended && isInGrace()) {
      tell(
          "mpiexec: %s had not ended %s after SIGTERM and %s killed; -grace SECONDS gives more time"
              .formatted(who(), grace(), isOne() ? "is" : "are"));
    }
    return ended;
  }

  private synchronized boolean awaitInGrace(long millis) throws InterruptedException {
    Waiting.until(this, millis, () -> living.isEmpty() || !isInGrace());
    return living.isEmpty();
  }

  private synchronized boolean isInGrace() {
    return step == Step.ASKED;
  }

  private void kill() throws InterruptedException {
    synchronized (this) {
      step = Step.KILLED;
    }
    sites.kill();
    for (long millis : new long[] {KILL_PATIENCE_MILLIS, DESTROY_PATIENCE_MILLIS}) {
      if (awaitAll(millis)) {
        return;
      }
      sites.destroy(); // what the guardian's signal did not reach
    }
    synchronized (this) {
      living.clear();
      notifyAll();
    }
    givenUp.run();
  }

  /** Aside: who reads our output may have stopped, and that must not keep the ranks alive. */
  private void tell(String line) {
    DaemonThread.start("ending-words", () -> say.accept(line));
  }

  private String grace() {
    return plan.grace().toSeconds() + " s";
  }

  private synchronized boolean isOne() {
    return living.size() == 1;
  }

  /** Who is still there: {@code rank 2 (process 4711 on b) and 3 more}. */
  private synchronized String who() {
    var named = new ArrayList<String>();
    for (var rank : living.entrySet()) {
      if (named.size() < MOST_NAMED) {
        String name = plan.threads() == null ? origin.rank(rank.getKey()) : "the ranks' JVM";
        named.add(name + process(rank.getValue(), sites.of(rank.getKey())));
      }
    }
    int more = living.size() - named.size();
    return String.join(", ", named) + (more == 0 ? "" : " and " + more + " more");
  }

  private String process(long number, Site site) {
    String where = sites.all().size() == 1 ? "" : " on " + site.host();
    return number == 0 ? where : " (process " + number + where + ")";
  }
}
