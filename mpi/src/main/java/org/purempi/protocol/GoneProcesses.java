package org.purempi.protocol;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.ProcessFailedException;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Transport;

/**
 * Processes from which nothing will come any more: they have failed, or have ended MPI. When one
 * fails, all that needs it fails at once, and every receive from any source among whose senders it
 * was. What is waited for from one that has ended MPI is left to {@link HopelessWaits}. Inside the
 * lock.
 */
final class GoneProcesses {
  /** A rank that fails often closes its MPI first: so long its own words have the precedence. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  static final String LEFT = " has ended MPI (close, MPI_Finalize)";

  private final Engine engine;

  /** Why, in words, each of those is gone that died. */
  private final Map<Integer, String> dead = new HashMap<>();

  private final Failures failures;

  /** Those whose processes have ended in peace. */
  private final BitSet left = new BitSet();

  /** How many worlds those have ended that have said so. */
  private final Map<Integer, Integer> farAway = new HashMap<>();

  /** When it was first seen, of those of which somebody waits for something, that they are over. */
  private final Map<Integer, Long> overSinceNanos = new HashMap<>();

  private final BitSet worldsEnded = new BitSet();

  GoneProcesses(Engine engine) {
    this.engine = engine;
    this.failures = engine.failures;
    engine.frames.register(
        Header.ENDED,
        (from, word0, word1, word2, memory, offset, bytes) -> farAway.put(from, (int) word1));
  }

  /** Whether nobody has died, and nothing is revoked. */
  boolean isEmpty() {
    return dead.isEmpty() && failures.isQuiet();
  }

  /** How many processes are known to have died. */
  int count() {
    return dead.size();
  }

  /** Whether a process is known to have died. */
  boolean isDead(int process) {
    return dead.containsKey(process);
  }

  /** This rank has ended a world: the others learn of it. */
  void end(int world) {
    worldsEnded.set(world);
    int all = worldsEnded.nextClearBit(0);
    Transport transport = engine.transport();
    transport.mark(all);
    for (Peer peer : engine.met()) {
      if (!transport.sharesMemory(peer.index) && !left.get(peer.index)) {
        peer.control(Header.ENDED, 0, all, 0);
      }
    }
    transport.push();
  }

  /** Whether a process takes no part any more in what belongs to a world. */
  boolean isOver(int process, int world) {
    return dead.containsKey(process) || hasEnded(process, world);
  }

  /** Whether a process has said that it ended a world. */
  private boolean hasEnded(int process, int world) {
    return left.get(process)
        || engine.transport().markOf(process) > world
        || farAway.getOrDefault(process, 0) > world;
  }

  /** As {@link #isOver}, and has been for a while. */
  boolean isLongOver(int process, int world) {
    if (!isOver(process, world)) {
      return false;
    }
    long now = System.nanoTime();
    Long since = overSinceNanos.putIfAbsent(process, now);
    return since != null && now - since > GRACE_NANOS;
  }

  // ---- Those that died, or whose process has ended

  /** A process is gone: fails all that waits for it. */
  void add(int process, String reason, boolean inPeace) {
    if (dead.containsKey(process)) {
      return; // the transport and the launcher both tell
    }
    Peer peer = engine.peer(process);
    if (inPeace) {
      left.set(process);
      peer.abandon();
    } else {
      dead.put(process, reason);
      engine.news.failed(process);
      peer.bury();
    }
    for (SendOperation send : engine.sending().announced.all()) {
      if (send.isTo(peer)) {
        send.lost();
      }
    }
    if (!inPeace) {
      failMatched(peer, reason);
      failures.add(process);
      failHopeless();
      engine.departures.tell(process);
    }
  }

  /** What has matched a message of a process that will not come whole. */
  private void failMatched(Peer peer, String reason) {
    List<ReceiveOperation> hopeless = new ArrayList<>();
    if (peer.incoming instanceof ReceiveOperation r) {
      hopeless.add(r);
    }
    peer.incoming = null;
    for (ReceiveOperation r : engine.matching.streamed.all()) {
      if (r.isMatchedWith(peer.index)) {
        engine.matching.streamed.remove(r.id);
        hopeless.add(r);
      }
    }
    for (ReceiveOperation r : hopeless) {
      fail(r, peer.index, reason);
    }
  }

  /** Fails the receives that wait for what will not come. */
  void failHopeless() {
    engine.contexts.forEach(
        (context, queues) -> {
          List<ReceiveOperation.Slot> waiting = new ArrayList<>();
          queues.forEachPosted(waiting::add);
          for (ReceiveOperation.Slot slot : waiting) {
            MpiException why = objection(context, slot.operation);
            if (why != null) {
              queues.remove(slot);
              end(slot.operation, why);
            }
          }
        });
  }

  /** Whether a receive that found no message can never get one: then it has failed now. */
  boolean fails(long context, ReceiveOperation receive) {
    MpiException why = objection(context, receive);
    if (why != null) {
      end(receive, why);
    }
    return why != null;
  }

  private @Nullable MpiException objection(long context, ReceiveOperation r) {
    return objection(r.peers(), context, r.slot.source, r.isRequest(), r.wanted());
  }

  /** Why no message will come from a rank, or from any; null if one may. */
  private @Nullable MpiException objection(
      Peers peers, long context, int source, boolean isRequest, String what) {
    if (failures.isOn()) {
      return failures.objection(peers, context, source, isRequest, what);
    }
    String reason = deathAmong(peers, source);
    return reason == null ? null : inVain(peers, what, reason);
  }

  private void end(ReceiveOperation receive, MpiException why) {
    if (why.errorClass() == ErrorClass.PROC_FAILED_PENDING) {
      failures.acknowledgements.suspend(receive);
    }
    receive.beginNothing();
    receive.fail(why);
    engine.progress.complete(receive);
  }

  /** Whether what has not come of a message will never come: then its receive has failed now. */
  boolean fails(Arrival arrival, ReceiveOperation receive) {
    int process = arrival.peer.index;
    String reason = dead.get(process);
    if (reason == null && left.get(process)) {
      reason = rank(receive.peers(), process) + LEFT;
    }
    if (reason != null) {
      fail(receive, process, reason);
    }
    return reason != null;
  }

  /** Throws if a message that has not come from a rank, or from any, never will: it died. */
  void check(long context, int source) {
    if (isEmpty()) {
      return;
    }
    Peers peers = engine.contexts.known(Peers.pointToPoint(context));
    if (peers != null) {
      String what = Inspection.wanted(source, Mpi.ANY_TAG);
      MpiException why = objection(peers, context, source, false, what);
      if (why != null) {
        throw why;
      }
    }
  }

  /** A receive that has taken what is no message: it has failed. */
  MalformedException lost(ReceiveOperation r, int process, String what) {
    r.beginNothing();
    fail(r, process, "process " + process + " sent bytes that are not a message (" + what + ")");
    return new MalformedException(what);
  }

  /** A process has sent what no rank sends: nothing is taken from it any more. */
  void reject(int process, MalformedException what) {
    engine.transport().reject(process, String.valueOf(what.getMessage()));
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
      return r.take(engine.transport().borrow(a.peer.index, a.descriptor));
    } catch (MalformedException e) {
      reject(a.peer.index, e);
      String why =
          "process " + a.peer.index + " lends an address that is not memory: " + e.getMessage();
      r.fail(inVain(r.peers(), r.wanted(), why));
      return true;
    }
  }

  /** Why a rank, or one of all, has died; null if it has not. */
  private @Nullable String deathAmong(Peers peers, int source) {
    if (source != Mpi.ANY_SOURCE) {
      return deathOf(peers, peers.process(source));
    }
    for (int process : dead.keySet()) {
      if (peers.rankOf(process) != Mpi.UNDEFINED && deathOf(peers, process) != null) {
        return dead.get(process);
      }
    }
    return null;
  }

  /** Null as well of one that had ended the world before its process ended. */
  private @Nullable String deathOf(Peers peers, int process) {
    boolean inPeace = engine.transport().sharesMemory(process) && hasEnded(process, peers.world());
    return inPeace ? null : dead.get(process);
  }

  // ---- In words

  private void fail(ReceiveOperation receive, int process, String reason) {
    Peers peers = receive.peers();
    receive.fail(lost(peers, process, inVain(peers, receive.wanted(), reason).getMessage()));
    engine.progress.complete(receive);
  }

  /** The error of an operation whose partner is gone. */
  MpiException lost(@Nullable Peers peers, int process, String message) {
    int[] rank = peers == null ? new int[0] : new int[] {peers.rankOf(process)};
    return failures.isOn()
        ? new ProcessFailedException(ErrorClass.PROC_FAILED, rank, message)
        : new MpiException(ErrorClass.PROC_ABORTED, message);
  }

  /** A wait that will never end. */
  static MpiException inVain(Peers peers, String what, String reason) {
    return new MpiException(
        ErrorClass.PROC_ABORTED,
        "rank " + peers.rank() + " waits in vain on " + peers.label() + what + ": " + reason);
  }

  private static String rank(@Nullable Peers peers, int process) {
    return peers == null ? "process " + process : "rank " + peers.rankOf(process);
  }

  /** Why nothing can be sent to a process; {@code failure} is what its endpoint says. */
  String whyNot(@Nullable Peers peers, int process, String failure) {
    int world = peers == null ? Peers.NO_WORLD : peers.world();
    String death = dead.get(process);
    if (death == null && isOver(process, world)) {
      return rank(peers, process) + LEFT;
    }
    return death != null ? death : failure.isEmpty() ? "it has ended or failed" : failure;
  }
}
