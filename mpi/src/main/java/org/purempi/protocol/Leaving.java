package org.purempi.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.check.Check;
import org.purempi.matching.MatchQueues;

/**
 * How a rank leaves contexts. What is kept for one is forgotten as soon as nothing of it is under
 * way here; then the process that gave the context out is told, and when all ranks have told it,
 * gives it out again. A message that its receiver never took keeps a context for ever.
 */
public final class Leaving {
  /** So many contexts with something under way are looked at again; older ones are kept. */
  private static final int MOST = 1_000;

  private record Left(Peers ranks, boolean again) {}

  private final Engine engine;
  private final Deque<Left> waiting = new ArrayDeque<>();
  private final Unreceived unreceived;
  private @Nullable ContextOwner owner;

  /** Sends that nobody will wait for. */
  private final Set<Operation> givenUp = new HashSet<>();

  Leaving(Engine engine) {
    this.engine = engine;
    this.unreceived = new Unreceived(engine);
    engine.frames.register(
        Header.LEFT,
        (from, word0, word1, word2, memory, offset, bytes) -> leftBy(Header.context(word1)));
  }

  /** What was never received when this rank ends a world. */
  public Unreceived unreceived() {
    return unreceived;
  }

  /** From now on, who gave a context out is told when ranks have left it. */
  public void contextsOf(ContextOwner known) {
    owner = known;
  }

  /** Nobody will wait for an operation: if it sends, {@link #finish} does; any thread. */
  public void giveUp(Operation operation) {
    if (operation instanceof Together all) {
      all.parts().forEach(this::giveUp);
    } else if (operation instanceof SendOperation && !operation.isDone()) {
      engine.locked(
          () -> {
            if (operation.follow(() -> givenUp.remove(operation))) {
              givenUp.add(operation);
            }
          });
    }
  }

  /** That what must be gone before a rank leaves is gone. A lookout asks for the sends. */
  final class Cleared implements BooleanSupplier {
    private final BooleanSupplier condition;

    Cleared(BooleanSupplier condition) {
      this.condition = condition;
    }

    @Override
    public boolean getAsBoolean() {
      return condition.getAsBoolean();
    }

    /** All sends that are not done. */
    List<SendOperation> sends() {
      List<SendOperation> all = engine.sending().announced.all();
      engine.met().forEach(peer -> all.addAll(peer.waiting()));
      return all;
    }
  }

  /**
   * Waits until what this rank has sent is out and the sends that were given up are done ({@code
   * MPI_Finalize}, section 11.2.2); but not for ranks that have ended {@code world} themselves.
   */
  public void finish(int world) {
    engine.waiting().await(new Cleared(() -> !isOwing() && !isAnyOwing(world)));
  }

  /** Whether a send that was given up is still under way; inside the lock. */
  boolean isOwing() {
    return !givenUp.isEmpty();
  }

  /** This rank has ended a world, in which it sends and receives nothing any more. */
  public void end(int world) {
    engine.locked(() -> engine.gone.end(world));
  }

  /** Whether something waits to go to a rank that may still read it. */
  private boolean isAnyOwing(int world) {
    if (engine.progress.hasOutgoing()) {
      for (Peer peer : engine.met()) {
        if (peer.isOwing() && !engine.gone.isOver(peer.index, world)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The ranks' communicator is closed here; any thread.
   *
   * @param again whether the context may be given out again
   */
  void leave(Peers ranks, boolean again) {
    engine.contexts.noteClosed(ranks);
    engine.locked(
        () -> {
          if (Check.ON) {
            engine.checker().closed(ranks.context());
          }
          waiting.add(new Left(ranks, again));
          if (waiting.size() > MOST) {
            waiting.remove();
          }
          waiting.removeIf(this::isOver);
        });
  }

  private boolean isOver(Left left) {
    long context = left.ranks.context();
    if (!isSettled(left.ranks)) {
      return false;
    }
    for (long part = 0; part < Peers.PARTS; part++) {
      MatchQueues<ReceiveOperation.Slot, Arrival> queues = engine.contexts.queues(context | part);
      if (!queues.isPostedEmpty() || !queues.isArrivedEmpty()) {
        return false;
      }
    }
    for (long part = 0; part < Peers.PARTS; part++) {
      engine.contexts.remove(context | part);
    }
    int process = owner == null || !left.again ? -1 : owner.owner(context);
    if (owner != null && process == engine.transport().rank()) {
      owner.left(context, left.ranks.size());
    } else if (process >= 0 && !engine.gone.isOver(process, left.ranks.world())) {
      engine.peer(process).control(Header.LEFT, 0, context, 0);
    }
    return true;
  }

  /** Another rank has left a context that was given out here. */
  private void leftBy(long context) {
    if (owner != null && owner.owner(context) == engine.transport().rank()) {
      owner.left(context, 0);
    }
  }

  /** Waits until nothing of these ranks' context is under way from or to this one. */
  void settle(Peers ranks) {
    engine.waiting().await(new Cleared(() -> isSettled(ranks)));
  }

  private boolean isSettled(Peers ranks) {
    if (isAnyOwing(ranks.world())
        || !engine.contexts.queues(ranks.context()).isPostedEmpty()
        || engine.sending().announced.any(s -> s.isOf(ranks))
        || engine.matching.streamed.any(r -> r.isOf(ranks))) {
      return false;
    }
    for (Peer p : engine.met()) {
      if (p.incoming instanceof ReceiveOperation r && r.isOf(ranks)) {
        return false;
      }
    }
    return true;
  }
}
