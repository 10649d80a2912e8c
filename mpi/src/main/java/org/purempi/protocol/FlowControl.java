package org.purempi.protocol;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;

/**
 * What keeps a rank from more than it can hold. A sender whose unexpected data is too much is told
 * to ask first, until it is less. One whose announcements are too many keeps others back: they are
 * asked for when something here waits for a message that may be among them. So a rank that takes
 * its messages in the order in which they come has a bounded number of them, and one that takes
 * them in another order still finds each. Inside the rank's lock.
 */
final class FlowControl {
  private final Engine engine;

  /** How many peers keep some back. */
  private int withholders;

  FlowControl(Engine engine) {
    this.engine = engine;
    register(Header.HOLD, peer -> peer.held = true);
    register(Header.RESUME, Peer::resume);
    register(Header.WITHHELD, this::told);
    register(Header.ASK_ON, peer -> peer.announcements.mayGoOn());
  }

  private void register(int kind, Consumer<Peer> action) {
    engine.frames.register(
        kind,
        (from, word0, word1, word2, memory, offset, bytes) -> action.accept(engine.peer(from)));
  }

  /** As many messages as that may be announced to a peer that has answered none of them. */
  int mostUnanswered() {
    return (int) Math.max(1, engine.creditBytes / Arrival.OVERHEAD_BYTES);
  }

  /** A peer says that it keeps some back. */
  private void told(Peer by) {
    if (!by.withholds) {
      by.withholds = true;
      withholders++;
    }
    if (isWaitedFor(by)) {
      ask(by);
    }
  }

  private boolean isWaitedFor(Peer peer) {
    boolean[] isWaitedFor = {false};
    engine.contexts.forEach(
        (context, queues) ->
            queues.forEachPosted(
                slot -> isWaitedFor[0] |= isFrom(peer, slot.operation.peers(), slot.source)));
    return isWaitedFor[0];
  }

  private static boolean isFrom(Peer peer, Peers peers, int source) {
    return source == Mpi.ANY_SOURCE
        ? peers.rankOf(peer.index) != Mpi.UNDEFINED
        : peers.process(source) == peer.index;
  }

  /** A receive has found nothing. */
  void missedBy(ReceiveOperation receive) {
    if (withholders > 0) {
      missedBy(receive.peers(), receive.slot.source);
    }
  }

  /** A probe has found nothing. */
  void missedBy(long context, int source) {
    @Nullable Peers peers =
        withholders == 0 ? null : engine.contexts.known(Peers.pointToPoint(context));
    if (peers != null) {
      missedBy(peers, source);
    }
  }

  private void missedBy(Peers peers, int source) {
    for (Peer peer : engine.met()) {
      if (peer.withholds && isFrom(peer, peers, source)) {
        ask(peer);
      }
    }
  }

  private void ask(Peer peer) {
    peer.withholds = false;
    withholders--;
    peer.control(Header.ASK_ON, 0, 0, 0);
  }
}
