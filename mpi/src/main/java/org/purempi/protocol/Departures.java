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
import org.purempi.progress.LongWait;
import org.purempi.progress.Lookout;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Transport;

/**
 * Processes from which nothing will come any more: what waits for them fails instead of waiting for
 * ever. Inside the lock.
 *
 * <p>When a process dies, all that needs it fails at once, and every receive from any source among
 * whose senders it was. A process that has ended MPI owed nothing: a receive that it never answered
 * may still be cancelled, so only what is <em>waited for</em> fails, when its thread is about to
 * sleep; one from any source when nobody is left who could send. Between ranks that share memory
 * that is also the moment at which it is noticed: nobody pays for it in a poll.
 */
final class Departures implements Lookout {
  /** Whoever waits for so long wants to know of the end of a process that it has never met. */
  private static final long WATCHED_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A rank that fails often closes its MPI first: so long its own words have the precedence. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  /** What a process has sent before its end comes in so many polls, or at another look. */
  private static final int MOST_POLLS = 1 << 14;

  /** Who asks in vain so often seems to wait. */
  private static final int QUESTIONS_PER_LOOK = 1 << 10;

  /** How the names of the threads begin that the library starts for itself. */
  private static final String OUR_THREADS = "purempi";

  private static final String LEFT = " has ended MPI (close, MPI_Finalize)";

  private final Engine engine;

  /** Why, in words, each of those is gone that died. */
  private final Map<Integer, String> dead = new HashMap<>();

  /** Those whose processes have ended in peace. */
  private final BitSet left = new BitSet();

  /** How many worlds those have ended that have said so. */
  private final Map<Integer, Integer> farAway = new HashMap<>();

  /** When it was first seen, of those of which somebody waits for something, that they are over. */
  private final Map<Integer, Long> overSinceNanos = new HashMap<>();

  private final BitSet worldsEnded = new BitSet();
  private int questionsInVain;

  Departures(Engine engine) {
    this.engine = engine;
    engine.frames.register(
        Header.ENDED,
        (from, word0, word1, word2, memory, offset, bytes) -> farAway.put(from, (int) word1));
  }

  /** Whether nobody has died. */
  boolean isEmpty() {
    return dead.isEmpty();
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
    return left.get(process)
        || engine.transport().markOf(process) > world
        || farAway.getOrDefault(process, 0) > world
        || dead.containsKey(process);
  }

  /** As {@link #isOver}, and has been for a while. */
  private boolean isLongOver(int process, int world) {
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
    Peer peer = engine.peer(process);
    if (inPeace) {
      left.set(process);
    } else {
      dead.put(process, reason);
    }
    peer.abandon();
    for (SendOperation send : engine.sending().announced.all()) {
      if (send.isTo(peer)) {
        send.lost();
      }
    }
    if (!inPeace) {
      failReceives(peer, reason);
    }
  }

  private void failReceives(Peer peer, String reason) {
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
    engine.contexts.forEach(
        (context, queues) -> {
          List<ReceiveOperation.Slot> waiting = new ArrayList<>();
          queues.forEachPosted(waiting::add);
          for (ReceiveOperation.Slot slot : waiting) {
            if (deathAmong(slot.operation.peers(), slot.source) != null) {
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
    String reason = deathAmong(receive.peers(), receive.slot.source);
    if (reason != null) {
      receive.beginNothing();
      fail(receive, reason);
    }
    return reason != null;
  }

  /** Whether what has not come of a message will never come: then its receive has failed now. */
  boolean fails(Arrival arrival, ReceiveOperation receive) {
    int process = arrival.peer.index;
    String reason = dead.get(process);
    if (reason == null && left.get(process)) {
      reason = rank(receive.peers(), process) + LEFT;
    }
    if (reason != null) {
      fail(receive, reason);
    }
    return reason != null;
  }

  /** Throws if a message that has not come from a rank, or from any, never will: it died. */
  void check(long context, int source) {
    if (dead.isEmpty()) {
      return;
    }
    Peers peers = engine.contexts.known(Peers.pointToPoint(context));
    String reason = peers == null ? null : deathAmong(peers, source);
    if (peers != null && reason != null) {
      throw inVain(peers, Inspection.wanted(source, Mpi.ANY_TAG), reason);
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
      String why = "process " + a.peer.index + " lends what is no memory: " + e.getMessage();
      r.fail(inVain(r.peers(), r.wanted(), why));
      return true;
    }
  }

  /** Why a rank, or one of all, has died; null if it has not. */
  private @Nullable String deathAmong(Peers peers, int source) {
    if (source != Mpi.ANY_SOURCE) {
      return dead.get(peers.process(source));
    }
    for (var entry : dead.entrySet()) {
      if (peers.rankOf(entry.getKey()) != Mpi.UNDEFINED) {
        return entry.getValue();
      }
    }
    return null;
  }

  // ---- Those that have ended MPI

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
    return switch (what) {
      case Together all -> anyOf(all.parts(), isWaiting, isLong);
      case Procedure procedure -> anyOf(procedure.underWay(), isWaiting, isLong);
      case FirstOf first -> {
        List<Operation> all = first.underWay();
        yield all.stream().allMatch(o -> isInVain(o, isWaiting)) && anyOf(all, isWaiting, isLong);
      }
      case SendOperation send -> {
        if (isLong) {
          engine.peer(send.process()).endpoint.watch();
        }
        yield isInVain(send, isWaiting) && end(send);
      }
      case ReceiveOperation receive -> {
        if (isLong && receive.slot.isQueued()) {
          watch(receive.peers(), receive.slot.source);
        }
        yield (isInVain(receive, isWaiting) && end(receive)) || isMistaken(receive);
      }
      case Probe probe -> {
        Peers peers = probe.peers();
        if (isLong && peers != null) {
          watch(peers, probe.source);
        }
        yield isInVain(probe, isWaiting) && end(probe);
      }
      case Leaving.Cleared cleared -> anyOf(cleared.sends(), isWaiting, isLong);
      default -> false;
    };
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
    return switch (what) {
      case SendOperation send -> isLongOver(send.process(), send.world());
      case ReceiveOperation r when r.slot.isQueued() ->
          isInVain(r.peers(), r.slot.source, isWaiting);
      case ReceiveOperation r ->
          r.isUnderWay() && isLongOver(r.peers().process(r.source()), r.peers().world());
      case Probe p -> {
        Peers peers = p.peers();
        yield peers != null && isInVain(peers, p.source, isWaiting);
      }
      case Together all ->
          all.parts().stream().anyMatch(o -> !o.isDone() && isInVain(o, isWaiting));
      case Procedure p ->
          p.underWay().stream().anyMatch(o -> !o.isDone() && isInVain(o, isWaiting));
      default -> false;
    };
  }

  /** Whether no message will come from a rank, or from any. */
  private boolean isInVain(Peers peers, int source, boolean isWaiting) {
    if (source != Mpi.ANY_SOURCE) {
      return isLongOver(peers.process(source), peers.world());
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
      if (process != me && !isLongOver(process, peers.world())) {
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
      engine.peer(peers.process(rank)).endpoint.watch();
    }
  }

  /** What a process has sent before its end is taken first; whether it has all come. */
  private boolean isAllHere() {
    for (int i = 0; i < MOST_POLLS; i++) {
      if (engine.progress.poll() == 0) {
        return true;
      }
    }
    return false;
  }

  private boolean end(SendOperation send) {
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
    String what = r.wanted();
    if (r.slot.withdraw()) {
      r.beginNothing();
    } else if (engine.matching.streamed.remove(r.id) == null) {
      return false;
    }
    r.fail(inVain(peers, what, whoLeft(peers, source)));
    engine.progress.complete(r);
    return true;
  }

  private boolean end(Probe probe) {
    if (isAllHere() && !probe.isThere() && isInVain(probe, true)) {
      Peers peers = probe.peers();
      if (peers != null) {
        String what = Inspection.wanted(probe.source, probe.tag);
        probe.fail(inVain(peers, what, whoLeft(peers, probe.source)));
        return true;
      }
    }
    return false;
  }

  private static String whoLeft(Peers peers, int source) {
    boolean others = peers.rankOf(peers.engine().transport().rank()) != Mpi.UNDEFINED;
    return source == Mpi.ANY_SOURCE
        ? (others ? "all other ranks have" : "all of them have") + LEFT.substring(" has".length())
        : "rank " + source + LEFT;
  }

  // ---- In words

  private void fail(ReceiveOperation receive, String reason) {
    receive.fail(inVain(receive.peers(), receive.wanted(), reason));
    engine.progress.complete(receive);
  }

  private static MpiException inVain(Peers peers, String what, String reason) {
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
