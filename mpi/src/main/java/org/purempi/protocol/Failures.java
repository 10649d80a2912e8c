package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.ProcessFailedException;
import org.purempi.RevokedException;
import org.purempi.matching.MatchQueues;
import org.purempi.setting.Setting;
import org.purempi.transport.MalformedException;

/**
 * What ranks know that survive others (user-level failure mitigation, ULFM): who has failed, which
 * of it each communicator has acknowledged, and which contexts are revoked. In a hopeless context
 * nothing is waited for: that of the collectives of ranks one of which has failed, since the others
 * may have left the operation, and all parts of a revoked one. There receives fail, and messages
 * that nobody will receive are refused, so that no sender waits either. In jobs that end with their
 * first rank nobody is here.
 */
public final class Failures {
  private static final int REFUSE = 1;
  private static final int REVOKE = 2;

  /** In place of a rank that has failed. */
  private static final int REVOKED = -1;

  private static final int NOBODY = -1;

  private static final int AGREE = 4;

  private static final int MOST_POLLS = 1 << 14;

  /** The verb is in the low bits of word 2. */
  private static final int VERB_BITS = 4;

  /** Takes what ranks tell each other to agree; inside the lock. */
  public interface Listener {
    /** Words of an agreement have come from a rank of a context. */
    void told(long context, int rank, long word, MemorySegment memory, long offset, int bytes);
  }

  private final Engine engine;
  private final boolean isOn = Setting.RECOVERY.isOn();
  private final FailureNews news;
  private final List<Integer> inOrder = new ArrayList<>();
  private final Set<Long> revoked = new HashSet<>();
  final Acknowledgements acknowledgements;
  private final ErrorRanges ranges;

  /** Who has told this rank of a revocation: should that one fail, it may have told no other. */
  private final Map<Long, Integer> revokers = new HashMap<>();

  /** Processes of which another one, the value, has said that they have failed. */
  private final Map<Integer, Integer> rumours = new LinkedHashMap<>();

  private volatile boolean anyRevoked;
  private @Nullable Listener listener;
  private final List<Early> early = new ArrayList<>();

  Failures(Engine engine) {
    this.engine = engine;
    this.acknowledgements = new Acknowledgements(engine);
    this.news = new FailureNews(engine);
    this.ranges = new ErrorRanges(engine.contexts);
    engine.frames.register(Header.SURVIVAL, this::frame);
  }

  /** Whether ranks survive the failure of others; any thread. */
  public boolean isOn() {
    return isOn;
  }

  /** Who hears of agreements, from now on, and of what has come before. Inside the lock. */
  public void listener(Listener its) {
    listener = its;
    early.forEach(e -> its.told(e.context, e.rank, e.word, e.words, 0, (int) e.words.byteSize()));
    early.clear();
  }

  private record Early(long context, int rank, long word, MemorySegment words) {}

  // ---- Failures

  /** The ranks that have failed, in the order in which this rank learned of it. Inside the lock. */
  public List<Integer> failed(Peers of) {
    var ranks = new ArrayList<Integer>();
    for (int process : inOrder) {
      int rank = of.rankOf(process);
      if (rank != Mpi.UNDEFINED) {
        ranks.add(rank);
      }
    }
    return ranks;
  }

  /** As {@link #failed}, any thread. */
  public List<Integer> known(Peers of) {
    var ranks = new ArrayList<Integer>();
    engine.locked(() -> ranks.addAll(failed(of)));
    return ranks;
  }

  /**
   * Acknowledges the first of the failures among these ranks; any thread.
   *
   * @return how many are acknowledged now
   */
  public int acknowledge(Peers of, int count) {
    int[] now = {0};
    engine.locked(
        () -> {
          List<Integer> failed = failed(of);
          now[0] = acknowledgements.add(of, failed.subList(0, Math.min(count, failed.size())));
        });
    return now[0];
  }

  /** The ranks whose failures are acknowledged, in the order of {@link #known}; any thread. */
  public List<Integer> acknowledged(Peers of) {
    var ranks = new ArrayList<Integer>();
    engine.locked(
        () -> failed(of).stream().filter(rank -> isAcknowledged(of, rank)).forEach(ranks::add));
    return ranks;
  }

  /** Whether a failure is acknowledged; inside the lock. */
  public boolean isAcknowledged(Peers of, int rank) {
    return acknowledgements.contains(of, rank);
  }

  /**
   * Another process says that one has failed; inside the lock. What that one has sent before comes
   * first.
   */
  public void believe(int process, int teller) {
    if (rumours.isEmpty()) {
      engine.progress.offerLater(this::believeRumours);
    }
    rumours.putIfAbsent(process, teller);
  }

  private boolean believeRumours() {
    for (int polls = 0; engine.transport().poll(engine.frames) > 0 && polls < MOST_POLLS; polls++) {
      // it may have sent a decision
    }
    var heard = new LinkedHashMap<>(rumours);
    rumours.clear();
    heard.forEach(
        (process, teller) ->
            engine.gone.add(process, "process " + teller + " has noticed it", false));
    return true;
  }

  /** A process has failed; inside the lock. */
  void add(int process) {
    if (!isOn) {
      return;
    }
    inOrder.add(process);
    news.tell(process);
    ranges.endedBy(process).forEach(context -> revoke(context, NOBODY));
    revokers.forEach(
        (context, by) -> {
          if (by == process) {
            tellOfRevocation(context);
          }
        });
    closeHopeless();
  }

  // ---- Contexts in which nothing can be waited for

  private static long base(long context) {
    return Peers.pointToPoint(context);
  }

  /**
   * Whether nobody has failed and nothing is revoked: then nothing is hopeless. Inside the lock.
   */
  boolean isQuiet() {
    return inOrder.isEmpty() && !anyRevoked;
  }

  /** Whether nothing is to be waited for in a context; inside the lock. */
  boolean isHopeless(long context) {
    if (isQuiet()) {
      return false;
    }
    Peers all = Peers.isOfCollectives(context) ? engine.contexts.everybody(base(context)) : null;
    return revoked.contains(base(context)) || (all != null && firstFailed(all) >= 0);
  }

  private int firstFailed(Peers among) {
    for (int process : inOrder) {
      if (among.rankOf(process) != Mpi.UNDEFINED) {
        return process;
      }
    }
    return -1;
  }

  /**
   * Why nothing can come from a rank, or from any; null if something may. Inside the lock.
   *
   * @param what is waited for, in words that follow the communicator's name
   * @param isRequest whether a request can wait for an acknowledgement
   */
  @Nullable MpiException objection(
      Peers peers, long context, int source, boolean isRequest, String what) {
    if (isQuiet()) {
      return null;
    }
    if (revoked.contains(base(context))) {
      return revoked(peers);
    }
    List<Integer> failed = failed(peers);
    if (Peers.isOfCollectives(context)) {
      return failed.isEmpty() ? null : failure(peers, failed, false, what);
    }
    if (source != Mpi.ANY_SOURCE) {
      return failed.contains(source) ? failure(peers, List.of(source), false, what) : null;
    }
    failed.removeIf(rank -> isAcknowledged(peers, rank));
    return failed.isEmpty() ? null : failure(peers, failed, isRequest, what);
  }

  /** The error of a call on a communicator that is revoked; any thread. */
  public MpiException revocation(Peers of, String where, String label) {
    String[] by = {""};
    engine.locked(() -> by[0] = by(of));
    return revoked(where, label, by[0]);
  }

  private MpiException revoked(Peers peers) {
    return revoked("rank " + peers.rank(), peers.label(), by(peers));
  }

  /** Which rank has told this one of a revocation, in words. */
  private String by(Peers peers) {
    int process = revokers.getOrDefault(base(peers.context()), NOBODY);
    if (process == NOBODY) {
      return " by a failure in its mpi_error_range";
    }
    int by = peers.rankOf(process);
    return by < 0 || by == peers.rank() ? "" : " by rank " + by;
  }

  private static MpiException revoked(String where, String label, String by) {
    return new RevokedException(
        "%s: %s has been revoked%s: only shrink, agree and close are left"
            .formatted(where, label, by));
  }

  private ProcessFailedException failure(
      Peers peers, List<Integer> failed, boolean isPending, String what) {
    int first = failed.getFirst();
    return new ProcessFailedException(
        isPending ? ErrorClass.PROC_FAILED_PENDING : ErrorClass.PROC_FAILED,
        failed.stream().mapToInt(Integer::intValue).toArray(),
        "rank %d waits in vain on %s%s: rank %d has failed: %s"
            .formatted(
                peers.rank(),
                peers.label(),
                what,
                first,
                engine.gone.whyNot(peers, peers.process(first), "")));
  }

  /** Receives in hopeless contexts fail, their messages are refused, and their sends end. */
  private void closeHopeless() {
    engine.contexts.forEach(
        (context, queues) -> {
          if (isHopeless(context)) {
            empty(context, queues);
          }
        });
    for (Peer peer : engine.met()) {
      for (SendOperation send : peer.waiting()) {
        if (send.isUntouched() && isHopeless(send.context()) && peer.withdraw(send)) {
          fail(send);
        }
      }
    }
  }

  private void empty(long context, MatchQueues<ReceiveOperation.Slot, Arrival> queues) {
    Arrival a = queues.takeArrived(Mpi.ANY_SOURCE, Mpi.ANY_TAG);
    while (a != null) {
      drop(context, a);
      a = queues.takeArrived(Mpi.ANY_SOURCE, Mpi.ANY_TAG);
    }
  }

  /** A message that nobody will receive: whoever waits for its receipt learns so, and why. */
  void drop(long context, Arrival a) {
    if (!a.isRequest()) {
      a.peer.unexpected.refund(a);
    }
    if (a.senderId != 0 && !engine.gone.isOver(a.peer.index, Peers.NO_WORLD)) {
      a.peer.control(Header.SURVIVAL, a.senderId, why(context), REFUSE);
    }
  }

  /** The first rank that has failed and made a context hopeless; or that it is revoked. */
  private int why(long context) {
    Peers all = engine.contexts.everybody(base(context));
    return all == null || revoked.contains(base(context)) ? REVOKED : all.rankOf(firstFailed(all));
  }

  /** A send in a hopeless context. */
  void fail(SendOperation send) {
    refused(send, why(send.context()));
  }

  /** The receiver has left, for {@code failed} has failed. */
  private void refused(SendOperation send, int failed) {
    Peers all = engine.contexts.everybody(base(send.context()));
    if (all == null) {
      int process = send.process();
      send.refused(
          revoked("a message", "its communicator", " by process " + process + " or others"));
    } else if (failed == REVOKED) {
      revoke(base(send.context()), send.process());
      send.refused(revoked(all));
    } else if (failed < 0 || failed >= all.size()) {
      throw new MalformedException("the failure of rank " + failed);
    } else {
      if (!failed(all).contains(failed)) {
        believe(all.process(failed), send.process());
      }
      String what = " for rank " + all.rankOf(send.process()) + " to take a message";
      send.refused(failure(all, List.of(failed), false, what));
    }
  }

  // ---- Revocation

  private boolean knowsRevocation(Peers of) {
    boolean[] is = {false};
    engine.locked(() -> is[0] = revoked.contains(base(of.context())));
    return is[0];
  }

  /**
   * Whether a context is revoked; any thread. Asked before each call: without one it costs a load.
   */
  public boolean isRevoked(Peers of) {
    return anyRevoked && knowsRevocation(of);
  }

  /**
   * Revokes a context on all ranks. A reliable broadcast: who has learned of it from a rank that
   * fails tells the others. Any thread.
   */
  public void revoke(Peers all) {
    engine.locked(
        () -> {
          revoke(base(all.context()), engine.transport().rank());
          tellOfRevocation(base(all.context()));
        });
    engine.progress.nudge();
  }

  /** From now on failures in a range revoke a context here, those that are known at once. */
  public void range(Peers all, ErrorRanges.Range range) {
    engine.locked(
        () -> {
          ranges.set(all, range);
          for (int process : List.copyOf(inOrder)) {
            ranges.endedBy(process).forEach(context -> revoke(context, NOBODY));
          }
        });
  }

  private void revoke(long context, int by) {
    if (!revoked.add(context)) {
      return;
    }
    anyRevoked = true;
    revokers.put(context, by);
    engine.gone.failHopeless();
    acknowledgements.take(context).forEach(r -> r.fail(revoked(r.peers())));
    closeHopeless();
  }

  private void tellOfRevocation(long context) {
    Peers all = engine.contexts.everybody(context);
    for (int rank = 0; all != null && rank < all.size(); rank++) {
      int process = all.process(rank);
      if (process != engine.transport().rank() && !engine.gone.isOver(process, Peers.NO_WORLD)) {
        engine.peer(process).control(Header.SURVIVAL, 0, context, REVOKE);
      }
    }
  }

  // ---- Agreements

  /** Tells a rank words of an agreement; inside the lock. */
  public void tell(Peers all, int rank, long word, long[] words) {
    Peer to = all.peer(rank);
    if (!engine.gone.isOver(to.index, Peers.NO_WORLD)) {
      long word1 = Header.word1(base(all.context()), all.rank());
      to.control(Header.SURVIVAL, word1, word << VERB_BITS | AGREE, words);
    }
  }

  private void frame(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    int verb = (int) word2 & ((1 << VERB_BITS) - 1);
    switch (verb) {
      case REFUSE -> {
        SendOperation send = engine.sending().announced.get(Header.id(word0));
        if (send != null && send.isTo(engine.peer(from))) {
          refused(send, (int) word1);
        }
      }
      case REVOKE -> revoke(base(Header.context(word1)), from);
      case FailureNews.FAILED, FailureNews.FAILED_IN -> {
        int process = news.heard(verb, word1);
        if (isOn && process >= 0 && process != engine.transport().rank()) {
          believe(process, from);
        }
      }
      case AGREE -> {
        Listener its = listener;
        long context = base(Header.context(word1));
        int rank = Header.source(word1);
        long word = word2 >>> VERB_BITS;
        if (its != null) {
          its.told(context, rank, word, memory, offset, bytes);
        } else {
          MemorySegment words = MemorySegment.ofArray(new long[bytes / Long.BYTES]);
          words.copyFrom(memory.asSlice(offset, words.byteSize()));
          early.add(new Early(context, rank, word, words));
        }
      }
      default -> throw new MalformedException("a message of unknown kind 0");
    }
  }
}
