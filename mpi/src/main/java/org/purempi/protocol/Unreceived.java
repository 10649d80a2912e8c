package org.purempi.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;
import org.purempi.check.Mistake;
import org.purempi.matching.MatchQueues;

/**
 * Messages of collectives that a rank has not received when it ends a world. All of them have been
 * sent and none is waited for: so its calls did not match those of another rank, or one of them
 * failed.
 */
public final class Unreceived {
  private final Engine engine;

  /** Of communicators of which a call has failed: its caller knows that something is wrong. */
  private final Set<Long> failed = ConcurrentHashMap.newKeySet();

  Unreceived(Engine engine) {
    this.engine = engine;
  }

  /** A call of these ranks' communicator has failed, and its caller has been told. Any thread. */
  public void failedOn(Peers ranks) {
    failed.add(Peers.pointToPoint(ranks.context()));
  }

  /** Whether one has. Any thread. */
  boolean hasFailedOn(Peers ranks) {
    return failed.contains(Peers.pointToPoint(ranks.context()));
  }

  /** A warning of what a rank that ends a world has not received; empty if there is nothing. */
  public Optional<String> in(int world) {
    engine.progress.enter();
    try {
      engine.progress.look();
      return engine.gone.isEmpty() ? find(world) : Optional.empty();
    } finally {
      engine.progress.leave();
    }
  }

  /**
   * Tells the checker of the program's messages that were never received, once all ranks of a world
   * have ended it, and of what else can be seen then.
   */
  public void tellOfPending(Peers ranks) {
    int world = ranks.world();
    engine.waiting().await(() -> isOver(world));
    List<String> all = new ArrayList<>();
    boolean[] isWell = {false};
    engine.locked(
        () -> {
          engine.progress.look();
          isWell[0] = engine.gone.isEmpty();
          engine.contexts.forEach((context, queues) -> pending(world, context, queues, all));
        });
    if (!isWell[0]) {
      return; // who has failed is not there to receive or to call
    }
    engine.checker().end();
    engine.order().replay(ranks);
    all.forEach(what -> engine.checker().report(Mistake.MESSAGE_PENDING, "", what));
  }

  private boolean isOver(int world) {
    for (int i = 0; i < engine.homeSize(); i++) {
      if (i != engine.transport().rank() && !engine.gone.isOver(i, world)) {
        return false;
      }
    }
    return true;
  }

  private void pending(
      int world,
      long context,
      MatchQueues<ReceiveOperation.Slot, Arrival> queues,
      List<String> all) {
    Peers ranks = engine.contexts.known(context);
    if (ranks != null
        && context == Peers.pointToPoint(context)
        && ranks.world() == world
        && !failed.contains(context)) {
      String what =
          "rank %d ends MPI, but has never received the message of %d bytes from rank %d with tag"
              + " %d on %s";
      queues.forEachArrived(
          a -> all.add(what.formatted(ranks.rank(), a.totalBytes, a.source, a.tag, ranks.label())));
    }
  }

  private Optional<String> find(int world) {
    @Nullable String[] first = {null};
    engine.contexts.forEach(
        (context, queues) -> {
          Peers ranks = engine.contexts.known(Peers.pointToPoint(context));
          boolean isExpected =
              !Peers.isOfCollectives(context)
                  || ranks == null
                  || ranks.world() != world
                  || failed.contains(ranks.context());
          if (ranks != null && !isExpected && first[0] == null) {
            queues.forEachArrived(a -> first[0] = first[0] == null ? text(ranks, a) : first[0]);
          }
        });
    return Optional.ofNullable(first[0]);
  }

  private static String text(Peers ranks, Arrival a) {
    int source = ranks.rankOf(a.peer.index);
    return "warning: rank %d ends MPI, but has never received a message of %s from %s on %s: %s"
        .formatted(
            ranks.engine().transport().rank(),
            a.signature == 0 ? "a collective" : Signature.text(a.signature),
            source == Mpi.UNDEFINED ? "process " + a.peer.index : "rank " + source,
            ranks.label(),
            Mismatch.RULE);
  }
}
