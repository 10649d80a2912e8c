package org.purempi.protocol;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;

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
