package org.purempi.launch.calls;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.purempi.record.CallRecord;

/**
 * Which receive got which send. Messages do not overtake each other (MPI 4.1, 3.5): of those from
 * one rank to another on one context with one tag, the first that was sent is in the receive that
 * was posted first of those that got one.
 */
public final class Messages {
  private static final int NONE = -1;

  private final Recording recording;

  /** For each rank and each of its records, the one of the other side. */
  private final int[][] partners;

  private long matched;
  private long backwardsNanos;

  /** Puts them together. */
  public Messages(Recording recording) {
    this.recording = recording;
    partners = new int[recording.size()][];
    List<Map<Long, Ints>> sends = new ArrayList<>();
    List<Map<Long, Ints>> receives = new ArrayList<>();
    for (int number = 0; number < recording.size(); number++) {
      sends.add(new HashMap<>());
      receives.add(new HashMap<>());
      RankCalls rank = recording.rank(number);
      if (rank != null) {
        partners[number] = new int[rank.count()];
        Arrays.fill(partners[number], NONE);
        list(rank, sends.get(number), receives.get(number));
      }
    }
    for (RankCalls from : recording.ranks()) {
      sends.get(from.rank()).forEach((channel, list) -> match(from, list, channel, receives));
    }
  }

  /** Those of one peer and context lie in one channel, whose messages are ordered but for tags. */
  private static long channel(int peer, int context) {
    return ((long) peer << Integer.SIZE) | context;
  }

  private void list(RankCalls rank, Map<Long, Ints> sends, Map<Long, Ints> receives) {
    for (int i = 0; i < rank.count(); i++) {
      CallRecord call = rank.get(i);
      if (call == null || call.peer() < 0 || call.order() < 0 || call.communicator() < 0) {
        continue;
      }
      Map<Long, Ints> side =
          switch (rank.family(call)) {
            case SEND, SENT -> sends;
            case RECEIVE, RECEIVED, EXCHANGE -> receives;
            default -> null;
          };
      if (side != null) {
        int context = recording.names().group(call.communicator()).context();
        side.computeIfAbsent(channel(call.peer(), context), c -> new Ints()).add(i);
      }
    }
  }

  private void match(RankCalls from, Ints sends, long channel, List<Map<Long, Ints>> receives) {
    RankCalls to = recording.rank((int) (channel >> Integer.SIZE));
    Ints list =
        to == null ? null : receives.get(to.rank()).get(channel(from.rank(), (int) channel));
    if (to == null || list == null) {
      return;
    }
    int[] sent = ordered(from, sends);
    int[] received = ordered(to, list);
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
        partners[from.rank()][sent[s]] = received[r];
        partners[to.rank()][received[r]] = sent[s];
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
