package org.purempi.launch.calls;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.record.CallRecord;

/**
 * How long ranks have waited in their calls, and for whom, in the terms of Scalasca's wait states:
 * late senders, late receivers, and imbalance at collective operations. A wait is the beginning of
 * its call.
 */
public final class Waits {
  /** Hears of each wait. */
  interface Listener {
    void waited(
        WaitKind kind, RankCalls rank, int index, CallRecord call, Cause cause, long nanos);
  }

  /** The call that somebody waited for. */
  record Cause(int rank, int index, long begin) {}

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
    /** The latest send of the messages that have come since its last call. */
    @Nullable Cause latest;

    /** The receive of what was sent within the exchange that it is in. */
    @Nullable Cause receiver;

    /** The probe that was its last call; −1: none. */
    int probe = -1;
  }

  private void messagesOf(RankCalls rank) {
    Map<Integer, Before> threads = new HashMap<>();
    for (int i = 0; i < rank.count(); i++) {
      CallRecord call = rank.get(i);
      if (call == null) {
        continue;
      }
      Before before = threads.computeIfAbsent(call.thread(), thread -> new Before());
      Cause other = other(rank, i, call);
      switch (rank.family(call)) {
        case RECEIVED -> {
          if (other != null && (before.latest == null || other.begin > before.latest.begin)) {
            before.latest = other;
          }
          continue; // the call in which it came is still to come
        }
        case SENT -> {
          before.receiver = other;
          continue;
        }
        case SEND -> {
          if (other != null && call.end() >= other.begin) { // else it was buffered
            add(WaitKind.LATE_RECEIVER, rank, i, call, other);
          }
        }
        case RECEIVE -> {
          add(WaitKind.LATE_SENDER, rank, i, call, other);
          probed(rank, before.probe, call, other);
        }
        case EXCHANGE -> {
          Cause receiver = before.receiver;
          boolean isReceiver =
              receiver != null && (other == null || receiver.begin > other.begin);
          add(
              isReceiver ? WaitKind.LATE_RECEIVER : WaitKind.LATE_SENDER,
              rank,
              i,
              call,
              isReceiver ? receiver : other);
        }
        case WAIT -> add(WaitKind.LATE_SENDER, rank, i, call, before.latest);
        default -> {
          // Whoever comes together is looked at elsewhere.
        }
      }
      before.latest = null;
      before.receiver = null;
      before.probe = rank.family(call) == org.purempi.record.Family.PROBE ? i : -1;
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
      kinds[its][index] = (byte) kind.ordinal();
      nanos[its][index] = waited;
      culprits[its][index] = cause.rank;
      listener.waited(kind, rank, index, call, cause, waited);
    }
  }

  /** Why a call has waited. */
  public WaitKind kind(int rank, int index) {
    return KINDS[kinds[rank][index]];
  }

  private static final WaitKind[] KINDS = WaitKind.values();

  /** How long it has waited, in nanoseconds since it began. */
  public long nanos(int rank, int index) {
    return (long) nanos[rank][index];
  }

  /** For which rank it has waited; means nothing unless it has. */
  public int culprit(int rank, int index) {
    return culprits[rank][index];
  }
}
