package org.purempi.launch.calls;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/**
 * How long ranks have waited in their calls, and for whom, in the terms of Scalasca's wait states:
 * late senders, late receivers, and imbalance at collective operations. A wait is the beginning of
 * its call.
 */
public final class Waits {
  /** Hears of each wait. */
  interface Listener {
    void waited(WaitKind kind, RankCalls rank, int index, CallRecord call, Cause cause, long nanos);
  }

  /** The call that somebody waited for. */
  record Cause(int rank, int index, long begin) {}

  /** More that no call has learnt of are not looked for. */
  private static final int MOST_ARRIVALS = 256;

  private final Recording recording;
  private final Messages messages;
  private final Listener listener;
  private final byte[][] kinds;
  private final float[][] nanos;
  private final int[][] culprits;

  /** Finds them all. */
  Waits(Recording recording, Messages messages, Listener listener) {
    this.recording = recording;
    this.messages = messages;
    this.listener = listener;
    kinds = new byte[recording.size()][];
    nanos = new float[recording.size()][];
    culprits = new int[recording.size()][];
    for (RankCalls rank : recording.ranks()) {
      kinds[rank.rank()] = new byte[rank.count()];
      nanos[rank.rank()] = new float[rank.count()];
      culprits[rank.rank()] = new int[rank.count()];
    }
    recording.ranks().forEach(this::messagesOf);
    new Meetings(recording, this::add);
  }

  /** What one thread's calls up to now mean for its next one. */
  private static final class Before {
    /** The receive of what was sent within the exchange that it is in. */
    @Nullable Cause receiver;

    /** The probe that was its last call; −1: none. */
    int probe = -1;
  }

  /** A message for a receive that was posted before, of which a later call has learnt. */
  private record Arrival(long learnt, Cause sender) {}

  private void messagesOf(RankCalls rank) {
    Map<Integer, Before> threads = new HashMap<>();
    Deque<Arrival> arrivals = new ArrayDeque<>();
    for (int i = 0; i < rank.count(); i++) {
      CallRecord call = rank.get(i);
      if (call == null) {
        continue;
      }
      Family family = rank.family(call);
      Cause other = other(rank, i, call);
      if (family == Family.RECEIVED) {
        if (other != null) {
          arrivals.add(new Arrival(call.end(), other));
        }
        continue;
      }
      Before before = threads.computeIfAbsent(call.thread(), thread -> new Before());
      if (family == Family.SENT) {
        before.receiver = other;
        continue;
      }
      switch (family) {
        case SEND -> {
          if (other != null && call.end() >= other.begin) { // else it was buffered
            add(WaitKind.LATE_RECEIVER, rank, i, call, other);
          }
        }
        case RECEIVE -> {
          add(WaitKind.LATE_SENDER, rank, i, call, other);
          probed(rank, before.probe, call, other);
        }
        case EXCHANGE -> exchange(rank, i, call, other, before.receiver);
        case WAIT -> add(WaitKind.LATE_SENDER, rank, i, call, latest(arrivals, call));
        default -> {
          // Whoever comes together is looked at elsewhere.
        }
      }
      before.receiver = null;
      before.probe = family == Family.PROBE ? i : -1;
    }
  }

  /** Takes what has come in a call; answers the send that was last. */
  private static @Nullable Cause latest(Deque<Arrival> arrivals, CallRecord call) {
    Cause latest = null;
    for (var each = arrivals.iterator(); each.hasNext(); ) {
      Arrival arrival = each.next();
      if (arrival.learnt >= call.begin() && arrival.learnt <= call.end()) {
        each.remove();
        boolean isLater = latest == null || arrival.sender.begin > latest.begin;
        latest = isLater ? arrival.sender : latest;
      }
    }
    while (arrivals.size() > MOST_ARRIVALS) {
      arrivals.remove();
    }
    return latest;
  }

  /** It ends when its message has come, and when what it sends is received or buffered. */
  private void exchange(
      RankCalls rank,
      int index,
      CallRecord call,
      @Nullable Cause sender,
      @Nullable Cause receiver) {
    if (receiver != null
        && receiver.begin <= call.end()
        && (sender == null || receiver.begin > sender.begin)) {
      add(WaitKind.LATE_RECEIVER, rank, index, call, receiver);
    } else {
      add(WaitKind.LATE_SENDER, rank, index, call, sender);
    }
  }

  /** A probe has waited for the message that the next receive has got. */
  private void probed(RankCalls rank, int probe, CallRecord receive, @Nullable Cause sender) {
    CallRecord call = probe < 0 ? null : rank.get(probe);
    if (call != null && call.peer() == receive.peer() && call.tag() == receive.tag()) {
      add(WaitKind.LATE_SENDER, rank, probe, call, sender);
    }
  }

  /** The other side of a message. */
  private @Nullable Cause other(RankCalls rank, int index, CallRecord call) {
    int partner = messages.partner(rank.rank(), index);
    RankCalls peer = partner < 0 ? null : recording.rank(call.peer());
    CallRecord its = peer == null ? null : peer.get(partner);
    return its == null ? null : new Cause(call.peer(), partner, its.begin());
  }

  private void add(
      WaitKind kind, RankCalls rank, int index, CallRecord call, @Nullable Cause cause) {
    if (cause == null || cause.rank == rank.rank()) {
      return;
    }
    long waited = Math.min(cause.begin, call.end()) - call.begin();
    if (waited > 0) {
      int its = rank.rank();
      kinds[its][index] = (byte) kind.number();
      nanos[its][index] = waited;
      culprits[its][index] = cause.rank;
      listener.waited(kind, rank, index, call, cause, waited);
    }
  }

  /** Why a call has waited. */
  public WaitKind kind(int rank, int index) {
    return WaitKind.of(kinds[rank][index]);
  }

  /** How long it has waited, in nanoseconds since it began. */
  public long nanos(int rank, int index) {
    return (long) nanos[rank][index];
  }

  /** For which rank it has waited; means nothing unless it has. */
  public int culprit(int rank, int index) {
    return culprits[rank][index];
  }
}
