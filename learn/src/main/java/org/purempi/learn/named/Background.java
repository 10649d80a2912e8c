package org.purempi.learn.named;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;

/**
 * A rank's thread that takes part in cycles: finds out what all ranks are ready for, and does it.
 *
 * <p>A cycle needs all ranks, and what is ready needs all of them, too: so a rank begins one when
 * it has asked for something, and waits in it for those that have not. Who has asked for nothing
 * sleeps, and comes now and then, so that rank 0 learns who is missing.
 */
final class Background implements Runnable {
  private final Communicator ranks;
  private final Mpi mpi;
  private final int rank;
  private final NamedOptions options;
  private final Inbox inbox;
  private final Timeline timeline;
  private final FusionBuffer buffer;
  private final Negotiation negotiation;
  private final Execution execution;
  private final Map<String, Submission> pending = new LinkedHashMap<>();

  /**
   * A thread's work.
   *
   * @param ranks for these cycles only; closed at the end
   */
  Background(
      Communicator ranks, NamedOptions options, Inbox inbox, Timeline timeline, Tally tally) {
    this.ranks = ranks;
    this.mpi = ranks.mpi();
    this.rank = ranks.rank();
    this.options = options;
    this.inbox = inbox;
    this.timeline = timeline;
    this.buffer = new FusionBuffer(mpi);
    var cache = new ResponseCache(options.cacheCapacity());
    var coordinator =
        rank == 0
            ? new Coordinator(ranks.size(), cache, new StallInspector(options), timeline)
            : null;
    this.negotiation = new Negotiation(ranks, cache, coordinator, tally, options.suspicionNanos());
    var allreduce = new FusedAllreduce(ranks, buffer, timeline, tally);
    this.execution = new Execution(ranks, options.fusionBytes(), inbox, timeline, allreduce);
  }

  @Override
  public void run() {
    Throwable why;
    boolean othersKnow = true;
    try {
      why = cycles();
    } catch (Throwable t) { // whatever it is, nobody is to wait for this thread
      why = t;
      othersKnow = isDone(why, ranks::revoke); // if the job survives failures
    }
    List<Submission> left = new ArrayList<>(pending.values());
    left.addAll(inbox.end(why));
    isDone(why, timeline::stop);
    isDone(why, buffer::free);
    isDone(why, ranks::close);
    for (Submission s : left) {
      s.future.completeExceptionally(why);
    }
    if (!othersKnow && mayHoldUp(why, left)) {
      System.err.println(
          "purempi: operations by name have failed on rank "
              + rank
              + ", and others would wait for it for ever: "
              + why);
      isDone(why, () -> mpi.abort(1));
    }
  }

  /** Whether a step has succeeded; why not is noted. */
  private static boolean isDone(Throwable why, Runnable step) {
    try {
      step.run();
      return true;
    } catch (Throwable t) {
      if (t != why) {
        why.addSuppressed(t);
      }
      return false;
    }
  }

  /** Whether other ranks may be in the midst of what this one has failed in; not at the end. */
  private boolean mayHoldUp(Throwable why, List<Submission> left) {
    boolean isUnderWay = !left.isEmpty() || !(why instanceof MpiException);
    return isUnderWay && !(why instanceof MpiAbortException) && !mpi.isFinalized();
  }

  /** Takes part until all is to end; says why. */
  private NamedOperationException cycles() throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      if (pending.isEmpty()) {
        inbox.awaitWork(start + options.heartbeatNanos());
      }
      inbox.awaitMore(start + options.cycle().toNanos());
      start = System.nanoTime();
      timeline.cycle(start);
      for (Submission s : inbox.take()) {
        pending.put(s.request.name(), s);
      }
      Negotiation.Outcome outcome = negotiation.cycle(pending.values(), inbox.isClosing());
      execution.run(outcome.decisions(), pending);
      NamedOperationException end = outcome.end();
      if (end != null) {
        return end;
      }
    }
  }
}
