package org.purempi.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.program.RanksAsThreads;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.system.ExitStatus;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.text.Visible;
import org.purempi.pmi.PmiHub;
import org.purempi.pmi.RankStage;

/**
 * Finds out of what happens to ranks whether a job has failed, and whose doing that was; tells the
 * user in the end. The first cause counts. Used by the job's thread, but for {@link #isInUse}.
 */
final class Judge {
  private static final int CANNOT_GO_ON = 1;
  private static final int NOT_KNOWN = -1;
  private static final int KILLED = 128 + 9; // by SIGKILL
  private static final int TERMINATED = 128 + 15; // by SIGTERM

  /** Once a rank has ended without finalize, for so long the others may go on ending. */
  private static final long FORGETFUL_MILLIS = 2000;

  /** Who carries a verdict out. */
  interface Executor {
    /** The job has failed: every rank is to end. */
    void failed(Verdict verdict);

    /** mpiexec was told to end the job, which has begun. */
    void toldToEnd();

    /** Ranks have failed, which ends nobody else; how, in words for the user. */
    void goesOn(String how);
  }

  private final JobPlan plan;
  private final Sites sites;
  private final PmiHub hub;
  private final Deadline deadline;
  private final Origin origin;
  private final Executor executor;
  private final int size;
  private final int[] statuses;
  private final boolean[] ended;
  private final Set<String> lostHosts = new HashSet<>();
  private int running;
  private volatile boolean inUse;
  private boolean told;
  private int othersEnded;

  /** The exit code of another world that has failed; who ends with it does so for its sake. */
  private @Nullable Integer heard;

  private @Nullable Verdict verdict;
  private @Nullable Verdict firstFailure;
  private @Nullable Verdict forgetful;

  /** Null in a job that ends when a rank fails. */
  private @Nullable Losses losses;

  Judge(
      JobPlan plan, Sites sites, PmiHub hub, Deadline deadline, Origin origin, Executor executor) {
    this.plan = plan;
    this.origin = origin;
    this.sites = sites;
    this.hub = hub;
    this.deadline = deadline;
    this.executor = executor;
    this.size = plan.size();
    this.running = size;
    this.statuses = new int[size];
    this.ended = new boolean[size];
    this.losses = plan.recovery() ? new Losses(sites, hub) : null;
    Arrays.fill(statuses, NOT_KNOWN);
  }

  /** Whether a rank is left that may end. */
  boolean isRunning() {
    return running > 0;
  }

  /** Whether a rank has called init. Any thread. */
  boolean isInUse() {
    return inUse;
  }

  /** A rank has called init. Any thread. */
  void initialized() {
    inUse = true;
  }

  /** From now on a rank that fails ends the job: it is that of a world that is not born. */
  void endWithTheNext() {
    losses = null;
  }

  /** The hosts that have been lost with ranks that had not ended. */
  Set<String> lostHosts() {
    return lostHosts;
  }

  /** Another world, with which this one is connected, has failed. */
  void heard(int exitCode) {
    heard = heard == null ? Integer.valueOf(exitCode) : heard;
  }

  /** Takes an event that bears on how the job ends; others change nothing. */
  void take(Event event) throws IOException {
    if (event instanceof Event.Exited exited) {
      gone(exited.rank(), exited.status());
      exited(exited);
    } else if (event instanceof Event.AtBarrier barrier) {
      barrier(barrier);
    } else if (event instanceof Event.Missed missed) {
      missed(missed.rank());
    } else if (event instanceof Event.NotStarted failed) {
      gone(failed.rank(), NOT_KNOWN);
      String cause = "could not be started: " + Visible.quoted(failed.why());
      fail(new Verdict(failed.rank(), CANNOT_GO_ON, cause));
    } else if (event instanceof Event.Aborted aborted) {
      String why = aborted.message().isEmpty() ? "" : ": " + Visible.quoted(aborted.message());
      String cause = "called abort with code " + aborted.exitCode() + why;
      fail(new Verdict(aborted.rank(), aborted.exitCode(), cause));
    } else if (event instanceof Event.Unheeding unheeding) {
      if (heard != null && losses == null) { // else whoever does not hear has failed, or goes on
        fail(new Verdict(null, unheeding.exitCode(), Visible.quoted(unheeding.why())));
      }
    } else if (event instanceof Event.Lost lost) {
      lost(lost);
    } else if (event instanceof Event.Broken broken) {
      fail(new Verdict(null, broken.exitCode(), Visible.quoted(broken.why())));
    } else if (event instanceof Event.Told signal) {
      tellsToEnd(signal.signal());
    } else if (event instanceof Event.GivenUp) {
      running = 0;
    }
  }

  private void gone(int rank, int status) {
    running -= ended[rank] ? 0 : 1;
    ended[rank] = true;
    statuses[rank] = status;
  }

  private void exited(Event.Exited exited) throws IOException {
    int rank = exited.rank();
    int status = exited.status();
    inUse |= exited.inUse();
    if (losses != null) {
      exited(losses, exited);
    } else if (ExitStatus.isSignal(status) || (status != 0 && inUse)) {
      fail(new Verdict(rank, status, ExitStatus.describe(status)));
    } else if (status != 0 && firstFailure == null) {
      firstFailure = new Verdict(rank, status, ExitStatus.describe(status));
    } else if (status == 0 && exited.stage() == RankStage.INITIALIZED) {
      forgot(rank);
    }
    if (forgetful != null) {
      deadline.sooner(FORGETFUL_MILLIS); // the others may still have something to say
    }
    if (hub.isAwaited(Sites.number(sites.of(rank)))) {
      missed(rank);
    }
  }

  /** The same in a job that goes on. */
  private void exited(Losses known, Event.Exited exited) {
    int rank = exited.rank();
    int status = exited.status();
    if (verdict != null || known.has(rank)) {
      return;
    }
    String how = known.failure(exited, inUse);
    if (how != null) {
      lose(known, List.of(rank), new Verdict(rank, status == 0 ? CANNOT_GO_ON : status, how));
    } else if (status != 0 && firstFailure == null) {
      firstFailure = new Verdict(rank, status, ExitStatus.describe(status));
    }
  }

  private void forgot(int rank) {
    if (forgetful == null) {
      forgetful =
          new Verdict(
              rank,
              CANNOT_GO_ON,
              "exited with code 0 without calling finalize (close the Mpi before main returns,"
                  + " best by try (var mpi = Mpi.init(args)) { … }; in the older APIs call"
                  + " MPI.Finalize())");
    }
  }

  /** Others wait for a rank that has ended. */
  private void missed(int rank) throws IOException {
    int status = statuses[rank];
    String cause = ExitStatus.describe(status) + " while other ranks wait for it";
    var reason = new Verdict(rank, status == 0 ? CANNOT_GO_ON : status, cause);
    Losses known = losses;
    if (known == null || verdict != null) {
      fail(reason);
    } else if (!ended[rank]) {
      known.missed(rank);
    } else if (!known.has(rank)) {
      lose(known, List.of(rank), reason);
    }
  }

  /** Ranks have failed, and the others go on. */
  private void lose(Losses known, List<Integer> ranks, Verdict loss) {
    if (firstFailure != null && ranks.contains(firstFailure.culprit())) {
      firstFailure = null; // it is more than that
    }
    known.add(ranks, loss, cause(loss));
    executor.goesOn(cause(loss) + (isRunning() ? "; the job goes on" : ""));
  }

  /** All ranks of a host are in a barrier; on several hosts it ends when all hosts have said so. */
  private void barrier(Event.AtBarrier barrier) throws IOException {
    if (hub.barrier(barrier.site(), barrier.puts())) {
      sites.release(hub.takePairs());
      return;
    }
    for (int rank = 0; rank < size; rank++) {
      if (ended[rank] && !isLost(rank) && hub.isAwaited(Sites.number(sites.of(rank)))) {
        missed(rank);
      }
    }
  }

  /**
   * A host is gone with all ranks that had not ended. Slurm then ends the ranks of the other hosts
   * with SIGTERM, and one of these may have been heard of first: it was not the cause.
   */
  private void lost(Event.Lost lost) throws IOException {
    Site site = sites.numbered(lost.site());
    var with = new ArrayList<Integer>();
    for (int rank : site.ranks()) {
      if (!ended[rank]) {
        with.add(rank);
        gone(rank, NOT_KNOWN);
      }
    }
    if (!with.isEmpty()) {
      lostHosts.add(site.host());
      String cause =
          "the manager of host %s is lost: %s".formatted(site.host(), Visible.quoted(lost.why()));
      var reason = new Verdict(null, CANNOT_GO_ON, cause);
      Losses known = losses;
      if (known != null && verdict == null) {
        String who = (with.size() == 1 ? "rank " : "ranks ") + Ranges.text(with);
        lose(known, with, new Verdict(null, CANNOT_GO_ON, cause + ", and with it " + who));
      } else if (verdict != null && verdict.culprit() != null && verdict.exitCode() == TERMINATED) {
        verdict = reason;
      } else {
        fail(reason);
      }
    }
  }

  /**
   * The deadline has passed: of who has ended without finalize, or the job's time.
   *
   * @param timedOut what failed if it is the job's time
   */
  void pass(Verdict timedOut) {
    fail(forgetful == null ? timedOut : forgetful);
  }

  /** Whether the deadline is that of ranks whose neighbour has ended without finalize. */
  boolean isForgetful() {
    return forgetful != null;
  }

  /** Ends the job for this reason, unless another came first. */
  private void fail(Verdict reason) {
    if (verdict != null) {
      return;
    }
    verdict = forgetful != null ? forgetful : reason;
    told |= heard != null && heard == ExitStatus.ofCode(verdict.exitCode());
    Integer culprit = verdict.culprit();
    for (int rank = 0; rank < size; rank++) {
      othersEnded += ended[rank] || (culprit != null && culprit == rank) ? 0 : 1;
    }
    deadline.lift();
    executor.failed(verdict);
  }

  private void tellsToEnd(int signal) {
    if (verdict == null) {
      verdict = new Verdict(null, ExitStatus.status(signal), "told to end");
      told = true;
      deadline.lift();
      executor.toldToEnd();
    }
  }

  /**
   * Why the job has failed; null if it has not.
   *
   * @param otherwise what has failed if no rank has
   */
  @Nullable Verdict reason(@Nullable Verdict otherwise) {
    Verdict loss = losses == null ? null : losses.verdict();
    Verdict failure = forgetful != null ? forgetful : loss != null ? loss : firstFailure;
    Verdict reason = verdict == null ? failure : verdict;
    return reason == null ? otherwise : reason;
  }

  /**
   * Whether the user knows why the job has ended: he has said so, or another world's end does, or a
   * line has.
   */
  boolean isTold(Verdict reason) {
    return told || isLoss(reason);
  }

  /** Whether the job has failed only because none of its ranks is left to go on. */
  boolean isLoss(Verdict reason) {
    return losses != null && losses.isFirst(reason);
  }

  /** Whether a rank of a job that goes on has come to its end, and the job to a good one. */
  boolean hasSurvivors() {
    return losses != null && losses.hasSurvivors() && reason(null) == null;
  }

  private boolean isLost(int rank) {
    return losses != null && losses.has(rank);
  }

  /** For each rank a line that says how it has ended. */
  List<String> outcomes() {
    var lines = new ArrayList<String>();
    for (int rank = 0; rank < size; rank++) {
      lines.add(who(rank) + " " + outcome(rank));
    }
    return lines;
  }

  private String outcome(int rank) {
    boolean cut = List.of(NOT_KNOWN, KILLED, TERMINATED).contains(statuses[rank]);
    if (statuses[rank] == NOT_KNOWN && isLost(rank)) {
      return "was lost with its host";
    }
    if (verdict == null || !cut) {
      return ExitStatus.describe(statuses[rank]);
    }
    boolean itself = verdict.culprit() != null && verdict.culprit() == rank;
    return itself ? verdict.cause() : "was ended by mpiexec";
  }

  /** What the user is told of why the job has failed, but not of its consequences. */
  String cause(Verdict reason) {
    Integer culprit = reason.culprit();
    return (culprit == null ? "" : who(culprit) + " ") + reason.cause();
  }

  /** What the user is told of why the job has failed. */
  String message(Verdict reason) {
    if (reason.culprit() == null) {
      return reason.cause();
    }
    String others =
        switch (othersEnded) {
          case 0 -> "";
          case 1 -> size == 2 ? "; the other rank was ended" : "; one other rank was ended";
          default ->
              "; %s%d %sranks were ended"
                  .formatted(
                      othersEnded == size - 1 ? "the other " : "",
                      othersEnded,
                      othersEnded == size - 1 ? "" : "other ");
        };
    return cause(reason) + others;
  }

  private String who(int rank) {
    RanksAsThreads threads = plan.threads();
    return threads == null
        ? "%s on %s".formatted(origin.rank(rank), sites.of(rank).host())
        : "the JVM of %d ranks on %s".formatted(threads.count(), ThisHost.name());
  }
}
