package org.purempi.launch.calls;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.record.CallRecord;

/**
 * Which receive got which send. Messages do not overtake each other (MPI 4.1, 3.5): of those from
 * one rank to another on one context with one tag, the first that was sent is in the receive that
 * was posted first of those that got one.
 */
public final class Messages {
  private static final int NONE = -1;

  /** Where messages of one rank to another are ordered, apart from tags. */
  private record Channel(int from, int to, int context) {}

  private final Recording recording;

  /** For each rank and each of its records, the one of the other side. */
  private final int[][] partners;

  private long matched;
  private long backwardsNanos;

  /** Puts them together. */
  public Messages(Recording recording) {
    this.recording = recording;
    partners = new int[recording.size()][];
    Map<Channel, Ints> sends = new HashMap<>();
    Map<Channel, Ints> receives = new HashMap<>();
    for (RankCalls rank : recording.ranks()) {
      int[] none = new int[rank.count()];
      Arrays.fill(none, NONE);
      partners[rank.rank()] = none;
      for (int i = 0; i < none.length; i++) {
        CallRecord call = rank.get(i);
        if (call != null && call.peer() >= 0 && call.order() >= 0 && call.communicator() >= 0) {
          list(rank, call, i, sends, receives);
        }
      }
    }
    sends.forEach((channel, list) -> match(channel, list, receives.get(channel)));
  }

  private void list(
      RankCalls rank,
      CallRecord call,
      int index,
      Map<Channel, Ints> sends,
      Map<Channel, Ints> receives) {
    int context = recording.names().group(call.communicator()).context();
    int me = rank.rank();
    switch (rank.family(call)) {
      case SEND, SENT ->
          sends
              .computeIfAbsent(new Channel(me, call.peer(), context), c -> new Ints())
              .add(index);
      case RECEIVE, RECEIVED, EXCHANGE ->
          receives
              .computeIfAbsent(new Channel(call.peer(), me, context), c -> new Ints())
              .add(index);
      default -> {
        // No message.
      }
    }
  }

  private void match(Channel channel, Ints sends, @Nullable Ints receives) {
    RankCalls from = recording.rank(channel.from);
    RankCalls to = recording.rank(channel.to);
    if (receives == null || from == null || to == null) {
      return;
    }
    int[] sent = ordered(from, sends);
    int[] received = ordered(to, receives);
    int s = 0;
    int r = 0;
    while (s < sent.length && r < received.length) {
      CallRecord send = from.get(sent[s]);
      CallRecord receive = to.get(received[r]);
      if (send == null || receive == null) {
        throw new AssertionError("it was there");
      }
      int compared = Integer.compare(send.tag(), receive.tag());
      if (compared == 0) {
        partners[channel.from][sent[s]] = received[r];
        partners[channel.to][received[r]] = sent[s];
        matched++;
        backwardsNanos = Math.max(backwardsNanos, send.begin() - receive.end());
      }
      s += compared <= 0 ? 1 : 0;
      r += compared >= 0 ? 1 : 0;
    }
  }

  /** By tag, and those of one tag by their order. */
  private static int[] ordered(RankCalls rank, Ints records) {
    int[] byOrder =
        Ints.sorted(
            records.toArray(),
            index -> {
              CallRecord call = rank.get(index);
              return call == null ? 0 : call.order();
            });
    return Ints.sorted(
        byOrder,
        index -> {
          CallRecord call = rank.get(index);
          return call == null ? 0 : call.tag();
        });
  }

  /**
   * The record of the message's other side, at the record's peer.
   *
   * @return −1 if there is none: no message, or what the other side has recorded is not there
   */
  public int partner(int rank, int index) {
    return partners[rank][index];
  }

  /** How many messages have both sides. */
  public long matched() {
    return matched;
  }

  /**
   * By how many nanoseconds a message seems to have come before it was sent, at worst: so well do
   * the clocks agree. 0: no message does.
   */
  public long backwardsNanos() {
    return backwardsNanos;
  }
}
