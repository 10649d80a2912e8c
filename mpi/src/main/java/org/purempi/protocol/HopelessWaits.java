package org.purempi.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.progress.LongWait;
import org.purempi.progress.Lookout;

/**
 * Waits that can never end, for a process that has ended MPI or for a message of a collective that
 * is not sent. Such a process owed nothing: a receive that it never answered may still be
 * cancelled, so only what is <em>waited for</em> fails, when its thread is about to sleep; one from
 * any source when nobody is left who could send. Between ranks that share memory that is also the
 * moment at which it is noticed: nobody pays for it in a poll. Inside the lock.
 */
final class HopelessWaits implements Lookout {
  /** Whoever waits for so long wants to know of the end of a process that it has never met. */
  private static final long WATCHED_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** What a process has sent before its end comes in so many polls, or at another look. */
  private static final int MOST_POLLS = 1 << 14;

  /** Who asks in vain so often seems to wait. */
  private static final int QUESTIONS_PER_LOOK = 1 << 10;

  /** How the names of the threads begin that the library starts for itself. */
  private static final String OUR_THREADS = "purempi";

  private final Engine engine;
  private int questionsInVain;

  HopelessWaits(Engine engine) {
    this.engine = engine;
  }

  @Override
  public boolean look(List<LongWait> waits) {
    boolean hasChanged = false;
    for (LongWait wait : waits) {
      if (!wait.limited()) {
        boolean isLong = System.nanoTime() - wait.sinceNanos() > WATCHED_AFTER_NANOS;
        hasChanged |= look(wait.what(), true, isLong);
      }
    }
    return hasChanged;
  }

  /** Somebody has asked in vain whether an operation is done; maybe others will, for ever. */
  void askedInVain(Object operation) {
    if (++questionsInVain % QUESTIONS_PER_LOOK == 0) {
      var unused = look(operation, false, true);
    }
  }

  /**
   * Fails what is waited for in vain; whether that was so.
   *
   * @param isWaiting whether its thread does nothing else; if not it may yet send to itself
   * @param isLong whether it is time to see to it that the end of others is noticed
   */
  private boolean look(Object what, boolean isWaiting, boolean isLong) {
    if (what instanceof ReceiveOperation receive) {
      if (isLong && receive.slot.isQueued()) {
        watch(receive.peers(), receive.slot.source);
      }
      return (isInVain(receive, isWaiting) && end(receive)) || isMistaken(receive);
    }
    if (what instanceof SendOperation send) {
      if (isLong) {
        watch(send.process(), send.world());
      }
      return isInVain(send, isWaiting) && end(send);
    }
    if (what instanceof StagedOperation procedure) {
      return anyOf(procedure.underWay(), isWaiting, isLong);
    }
    if (what instanceof Together all) {
      return anyOf(all.parts(), isWaiting, isLong);
    }
    if (what instanceof FirstOf first) {
      List<Operation> all = first.underWay();
      return all.stream().allMatch(o -> isInVain(o, isWaiting)) && anyOf(all, isWaiting, isLong);
    }
    if (what instanceof Probe probe) {
      Peers peers = probe.peers();
      if (isLong && peers != null) {
        watch(peers, probe.source);
      }
      return isInVain(probe, isWaiting) && end(probe);
    }
    if (what instanceof Needing needing) {
      if (isLong) {
        watch(needing);
      }
      return isInVain(needing, isWaiting)
          && isAllHere()
          && !(what instanceof Operation operation && operation.isDone())
          && fail(endedOf(needing));
    }
    return what instanceof Leaving.Cleared cleared && anyOf(cleared.sends(), isWaiting, isLong);
  }

  /** Whether a receive waits for what its collective never sends, by what has come instead. */
  private boolean isMistaken(ReceiveOperation r) {
    if (r.signature == 0 || !r.slot.isQueued()) {
      return false;
    }
    @Nullable MpiException[] mistake = {null};
    engine
        .contexts
        .queues(r.peers().collectiveContext())
        .forEachArrived(a -> mistake[0] = mistake[0] == null ? r.mistake(a) : mistake[0]);
    MpiException found = mistake[0];
    if (found == null || !r.slot.withdraw()) {
      return false;
    }
    r.beginNothing();
    r.fail(found);
    engine.progress.complete(r);
    return true;
  }

  private boolean anyOf(List<? extends Operation> operations, boolean isWaiting, boolean isLong) {
    boolean any = false;
    for (Operation operation : operations) {
      any |= !operation.isDone() && look(operation, isWaiting, isLong);
    }
    return any;
  }

  private boolean isInVain(Object what, boolean isWaiting) {
    if (what instanceof ReceiveOperation r) {
      return r.slot.isQueued()
          ? isInVain(r.peers(), r.slot.source, isWaiting)
          : r.isUnderWay()
              && engine.gone.isLongOver(r.peers().process(r.source()), r.peers().world());
    }
    if (what instanceof SendOperation send) {
      return engine.gone.isLongOver(send.process(), send.world());
    }
    if (what instanceof StagedOperation p) {
      return p.underWay().stream().anyMatch(o -> !o.isDone() && isInVain(o, isWaiting));
    }
    if (what instanceof Together all) {
      return all.parts().stream().anyMatch(o -> !o.isDone() && isInVain(o, isWaiting));
    }
    if (what instanceof Needing needing) {
      return endedOf(needing).length > 0;
    }
    Peers peers = what instanceof Probe p ? p.peers() : null;
    return peers != null && isInVain(peers, ((Probe) what).source, isWaiting);
  }

  /** Whether no message will come from a rank, or from any. */
  private boolean isInVain(Peers peers, int source, boolean isWaiting) {
    if (source != Mpi.ANY_SOURCE) {
      return engine.gone.isLongOver(peers.process(source), peers.world());
    }
    int me = engine.transport().rank();
    boolean mayBeOwn = peers.rankOf(me) != Mpi.UNDEFINED;
    return isWaiting
        && peers.size() > (mayBeOwn ? 1 : 0)
        && firstOther(peers) < 0
        && !(mayBeOwn && mayActElsewhere());
  }

  /** The first other rank that may yet send; negative if there is none. */
  private int firstOther(Peers peers) {
    int me = engine.transport().rank();
    for (int rank = 0; rank < peers.size(); rank++) {
      int process = peers.process(rank);
      if (process != me && !engine.gone.isLongOver(process, peers.world())) {
        return rank;
      }
    }
    return -1;
  }

  /**
   * Whether this rank has other threads, which may send to it. Those of a virtual one are not
   * known.
   */
  private boolean mayActElsewhere() {
    Thread me = Thread.currentThread();
    ThreadGroup group = me.isVirtual() ? null : me.getThreadGroup();
    if (group == null || !engine.progress.hasOneThread()) {
      return true;
    }
    Thread[] members = new Thread[group.activeCount() + 1];
    int count = group.enumerate(members);
    for (int i = 0; i < count; i++) {
      if (members[i] != me && !members[i].getName().startsWith(OUR_THREADS)) {
        return true;
      }
    }
    return false;
  }

  private void watch(Peers peers, int source) {
    int rank = source == Mpi.ANY_SOURCE ? firstOther(peers) : source;
    if (rank >= 0) {
      watch(peers.process(rank), peers.world());
    }
  }

  /** Sees to it that the death of a process is noticed; who has ended a world may die in peace. */
  private void watch(int process, int world) {
    if (!engine.gone.isOver(process, world)) {
      engine.peer(process).endpoint.watch();
    }
  }

  private void watch(Needing what) {
    for (int process : what.needed()) {
      if (process != engine.transport().rank() && !engine.gone.isDead(process)) {
        engine.peer(process).endpoint.watch();
      }
    }
  }

  /** What a process has sent before its end is taken first; whether it has all come. */
  boolean isAllHere() {
    for (int i = 0; i < MOST_POLLS; i++) {
      if (engine.progress.poll() == 0) {
        return true;
      }
    }
    return false;
  }

  /** Those that have ended MPI and are needed. */
  private int[] endedOf(Needing what) {
    return !engine.failures.isOn()
        ? new int[0]
        : Arrays.stream(what.needed())
            .filter(process -> engine.gone.isLongOver(process, what.world()))
            .filter(process -> !engine.gone.isDead(process))
            .toArray();
  }

  /** Ranks that survive others go on without those that have ended MPI, as if they had failed. */
  private boolean fail(int... processes) {
    for (int process : processes) {
      engine.gone.add(process, "it" + GoneProcesses.LEFT, false);
    }
    return true;
  }

  private boolean end(SendOperation send) {
    if (engine.failures.isOn()) {
      return isAllHere() && !send.isDone() && fail(send.process()) && send.isDone();
    }
    if (isAllHere() && !send.isDone() && engine.peer(send.process()).withdraw(send)) {
      send.lost();
    }
    return send.isDone();
  }

  private boolean end(ReceiveOperation r) {
    if (!isAllHere() || r.isDone() || !isInVain(r, true)) {
      return r.isDone();
    }
    Peers peers = r.peers();
    int source = r.slot.isQueued() ? r.slot.source : r.source();
    if (engine.failures.isOn() && source != Mpi.ANY_SOURCE) {
      return fail(peers.process(source)) && r.isDone();
    }
    String what = r.wanted();
    if (r.slot.withdraw()) {
      r.beginNothing();
    } else if (engine.matching.streamed.remove(r.id) == null) {
      return false;
    }
    String missing = r.signature == 0 ? "" : Signature.missing(r.signature);
    r.fail(GoneProcesses.inVain(peers, what, whoLeft(peers, source) + missing));
    engine.progress.complete(r);
    return true;
  }

  private boolean end(Probe probe) {
    if (isAllHere() && !probe.isThere() && isInVain(probe, true)) {
      Peers peers = probe.peers();
      if (peers != null) {
        String what = Inspection.wanted(probe.source, probe.tag);
        probe.fail(GoneProcesses.inVain(peers, what, whoLeft(peers, probe.source)));
        return true;
      }
    }
    return false;
  }

  private static String whoLeft(Peers peers, int source) {
    boolean others = peers.rankOf(peers.engine().transport().rank()) != Mpi.UNDEFINED;
    return source == Mpi.ANY_SOURCE
        ? (others ? "all other ranks have" : "all of them have")
            + GoneProcesses.LEFT.substring(" has".length())
        : "rank " + source + GoneProcesses.LEFT;
  }
}
