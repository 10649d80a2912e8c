package org.purempi.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.check.MessageTrace.Event;
import org.purempi.check.MessageTrace.Kind;

/**
 * Plays a run again as if no message were buffered: each standard send waits for its receive, which
 * an implementation may do (section 3.5). If ranks wait for each other then, the program relies on
 * buffers. What else they wait for is taken not to wait, so nothing is found that is not there.
 *
 * <p>Receives get the messages that they got. If a stuck rank could have got another one, because a
 * receive of it takes from anybody, nothing is said.
 */
public final class SendReplay {
  private final MessageTrace[] traces;
  private final List<Map<Long, Integer>> receives = new ArrayList<>();
  private final int[] at;
  private final BitSet[] posted;
  private final Set<String> started = new HashSet<>();
  private final Map<String, Integer> arrived = new HashMap<>();
  private final Set<String> rooted = new HashSet<>();
  private final boolean[] hasArrived;

  /** Of all ranks' traces, as {@link MessageTrace#encoded} gives them. */
  public SendReplay(List<byte[]> encoded) {
    int size = encoded.size();
    traces = encoded.stream().map(MessageTrace::decoded).toArray(MessageTrace[]::new);
    at = new int[size];
    posted = new BitSet[size];
    hasArrived = new boolean[size];
    for (int i = 0; i < size; i++) {
      posted[i] = new BitSet();
      receives.add(traces[i].receivesByMessage());
    }
  }

  /** Which sends wait in a circle, the first line of the first one's place; null if none do. */
  public @Nullable Stuck find() {
    if (!isSound()) {
      return null;
    }
    boolean moves = true;
    while (moves) {
      moves = false;
      for (int rank = 0; rank < traces.length; rank++) {
        while (hasNext(rank) && pass(rank, next(rank))) {
          at[rank]++;
          hasArrived[rank] = false;
          moves = true;
        }
      }
    }
    return stuck();
  }

  /** Whether both ends of each pair have counted alike: some message may have been lost. */
  private boolean isSound() {
    for (int rank = 0; rank < traces.length; rank++) {
      for (int other = 0; other <= rank; other++) {
        if (!traces[rank].agrees(rank, other, traces[other])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean hasNext(int rank) {
    return at[rank] < traces[rank].events().size();
  }

  private Event next(int rank) {
    return traces[rank].events().get(at[rank]);
  }

  private static String message(int from, int to, int number) {
    return from + ">" + to + ":" + number;
  }

  /** Whether a rank gets over what comes next in it. */
  private boolean pass(int rank, Event event) {
    switch (event.kind()) {
      case SEND:
        started.add(message(rank, event.peer(), event.number()));
        return true;
      case WAIT_SEND:
        return isReceived(rank, event);
      case POST:
        posted[rank].set(event.number());
        return true;
      case WAIT_RECEIVE:
        long sent = traces[rank].messageOf(event.number());
        int sender = (int) (sent >>> Integer.SIZE);
        return sent < 0 || isBeyond(sender) || started.contains(message(sender, rank, (int) sent));
      default:
        return meets(rank, event);
    }
  }

  /** Whether its trace has ended before its time: then it may have done anything. */
  private boolean isBeyond(int rank) {
    return !hasNext(rank) && traces[rank].isCut();
  }

  private boolean isReceived(int rank, Event event) {
    Integer receive = receiveOf(rank, event);
    return receive == null || posted[event.peer()].get(receive) || isBeyond(event.peer());
  }

  private @Nullable Integer receiveOf(int rank, Event send) {
    if (send.peer() >= traces.length) {
      return null;
    }
    return receives.get(send.peer()).get((long) rank << Integer.SIZE | send.number());
  }

  private boolean meets(int rank, Event event) {
    String call = Math.abs(event.context()) + ":" + event.number();
    boolean isRoot = event.context() < 0;
    if (!hasArrived[rank]) {
      hasArrived[rank] = true;
      arrived.merge(call, 1, Integer::sum);
      if (isRoot) {
        rooted.add(call);
      }
    }
    boolean areAllHere = arrived.getOrDefault(call, 0) >= event.peer() || isAnyBeyond();
    return switch (event.kind()) {
      case FROM_ROOT -> isRoot || rooted.contains(call) || isAnyBeyond();
      case TO_ROOT -> !isRoot || areAllHere;
      default -> areAllHere;
    };
  }

  private boolean isAnyBeyond() {
    for (int i = 0; i < traces.length; i++) {
      if (isBeyond(i)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Stuck stuck() {
    List<String> sentences = new ArrayList<>();
    int first = -1;
    for (int rank = 0; rank < traces.length; rank++) {
      if (!hasNext(rank)) {
        continue;
      }
      Event event = next(rank);
      if (isUncertain(rank, event)) {
        return null;
      }
      if (event.kind() == Kind.WAIT_SEND && first < 0) {
        first = rank;
      }
      sentences.add(sentence(rank, event));
    }
    return first < 0 ? null : new Stuck(first, next(first).place(), String.join("; ", sentences));
  }

  /** Whether another message could have come, or this one to another receive. */
  private boolean isUncertain(int rank, Event event) {
    if (event.kind() == Kind.WAIT_SEND) {
      Integer receive = receiveOf(rank, event);
      return receive != null && traces[event.peer()].isWildcard(receive);
    }
    return event.kind() == Kind.WAIT_RECEIVE && traces[rank].isWildcard(event.number());
  }

  private String sentence(int rank, Event event) {
    String what =
        switch (event.kind()) {
          case WAIT_SEND -> "is in a send to rank " + event.peer();
          case WAIT_RECEIVE ->
              "waits for a message from rank "
                  + (traces[rank].messageOf(event.number()) >>> Integer.SIZE);
          default -> "is in a collective call";
        };
    String place = event.place().isEmpty() ? "" : " at " + event.place();
    return "rank " + rank + " " + what + place;
  }

  /**
   * Ranks that would wait for each other.
   *
   * @param rank one that is in a send
   * @param place where that is
   * @param what all of them, in words
   */
  public record Stuck(int rank, String place, String what) {}
}
