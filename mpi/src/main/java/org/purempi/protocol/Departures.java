package org.purempi.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.transport.MalformedException;

/**
 * Processes from which nothing will come any more: what waits for them fails instead of waiting for
 * ever. A receive from any source fails only when a process died that might have sent to it; one
 * that took its leave owed nothing. Inside the lock.
 */
final class Departures {
  private record Departure(String reason, boolean inPeace) {}

  private final Messenger messenger;
  private final Map<Integer, Departure> gone = new HashMap<>();

  Departures(Messenger messenger) {
    this.messenger = messenger;
  }

  boolean isEmpty() {
    return gone.isEmpty();
  }

  /** A process is gone: fails all that waits for it. */
  void add(int process, String reason, boolean inPeace) {
    gone.put(process, new Departure(reason, inPeace));
    Peer peer = messenger.peer(process);
    peer.abandon();
    for (SendOperation send : messenger.sends.all()) {
      if (send.isTo(peer)) {
        send.lost();
      }
    }
    List<ReceiveOperation> hopeless = new ArrayList<>();
    if (peer.incoming instanceof ReceiveOperation r) {
      hopeless.add(r);
    }
    peer.incoming = null;
    for (ReceiveOperation r : messenger.receives.all()) {
      if (r.isMatchedWith(process)) {
        messenger.receives.remove(r.id);
        hopeless.add(r);
      }
    }
    messenger
        .contexts()
        .forEach(
            (context, queues) -> {
              List<ReceiveOperation.Slot> waiting = new ArrayList<>();
              queues.forEachPosted(waiting::add);
              for (ReceiveOperation.Slot slot : waiting) {
                if (reason(slot.operation.peers(), slot.source, true) != null) {
                  queues.remove(slot);
                  slot.operation.beginNothing();
                  hopeless.add(slot.operation);
                }
              }
            });
    for (ReceiveOperation r : hopeless) {
      fail(r, reason);
    }
  }

  /** Whether a receive that found no message can never get one: then it has failed now. */
  boolean fails(ReceiveOperation receive) {
    String reason = reason(receive.peers(), receive.slot.source, true);
    if (reason != null) {
      receive.beginNothing();
      fail(receive, reason);
    }
    return reason != null;
  }

  /** Whether what has not come of a message will never come: then its receive has failed now. */
  boolean fails(Arrival arrival, ReceiveOperation receive) {
    Departure departure = gone.get(arrival.peer.index);
    if (departure != null) {
      fail(receive, departure.reason);
    }
    return departure != null;
  }

  /**
   * Throws if a message that has not come from a rank, or from any, never will.
   *
   * @param waits whether it is waited for; who only looks may look at those who took their leave
   */
  void check(long context, int source, boolean waits) {
    if (gone.isEmpty()) {
      return;
    }
    Peers peers = messenger.known(Peers.pointToPoint(context));
    String reason = peers == null ? null : reason(peers, source, waits);
    if (peers != null && reason != null) {
      throw new MpiException(ErrorClass.PROC_ABORTED, text(peers, reason));
    }
  }

  /** A receive that has taken what is no message: it has failed. */
  MalformedException lost(ReceiveOperation r, int process, String what) {
    r.beginNothing();
    fail(r, "process " + process + " sent bytes that are no message (" + what + ")");
    return new MalformedException(what);
  }

  /** A process has sent what no rank sends: nothing is taken from it any more. */
  void reject(int process, MalformedException what) {
    messenger.transport().reject(process, String.valueOf(what.getMessage()));
  }

  /** Whether what has arrived can be no message for a receive, which has failed now. */
  boolean refuses(Arrival a, ReceiveOperation r) {
    boolean isNone = !r.canBeFrom(a.source);
    if (isNone) {
      reject(a.peer.index, lost(r, a.peer.index, "a message from rank " + a.source));
    }
    return isNone;
  }

  /** Copies what a sender lends; true also if it lends nothing, and then the receive has failed. */
  boolean take(Arrival a, ReceiveOperation r) {
    try {
      return r.take(messenger.transport().borrow(a.peer.index, a.descriptor));
    } catch (MalformedException e) {
      reject(a.peer.index, e);
      String why = "process " + a.peer.index + " lends what is no memory: " + e.getMessage();
      r.fail(new MpiException(ErrorClass.PROC_ABORTED, text(r.peers(), why)));
      return true;
    }
  }

  private void fail(ReceiveOperation receive, String reason) {
    receive.fail(new MpiException(ErrorClass.PROC_ABORTED, text(receive.peers(), reason)));
    messenger.progress.complete(receive);
  }

  private static String text(Peers peers, String reason) {
    return "rank " + peers.rank() + " waits in vain on " + peers.label() + ": " + reason;
  }

  /** Why no message will come from a rank, or from any; null if one may. */
  private @Nullable String reason(Peers peers, int source, boolean waits) {
    if (source != Mpi.ANY_SOURCE) {
      Departure departure = gone.get(peers.process(source));
      return departure == null || (departure.inPeace && !waits) ? null : departure.reason;
    }
    for (var entry : gone.entrySet()) {
      if (!entry.getValue().inPeace && peers.rankOf(entry.getKey()) != Mpi.UNDEFINED) {
        return entry.getValue().reason;
      }
    }
    return null;
  }
}
