package org.purempi.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;
import org.purempi.hang.Letter;
import org.purempi.hang.Need;
import org.purempi.hang.Situation.Entered;
import org.purempi.hang.Situation.Lock;
import org.purempi.progress.LongWait;
import org.purempi.tool.MessageState;
import org.purempi.tool.MessageState.Kind;
import org.purempi.tool.MessageState.Part;

/**
 * What waits, is under way and lies in one rank, read at one moment from its queues. Nothing is
 * recorded for it while messages flow.
 *
 * @param waits the waits that have become long
 * @param posted operations under way that no wait names
 * @param unexpected messages that no receive has taken, at most {@value #MOST_UNEXPECTED}
 * @param unexpectedCount how many there are in all
 * @param letters those of the program, as other ranks know them
 * @param entered the collective operations that have begun
 * @param locks the locks of windows that the rank holds
 */
public record Inspection(
    List<Wait> waits,
    List<MessageState> posted,
    List<MessageState> unexpected,
    long unexpectedCount,
    List<Letter> letters,
    List<Entered> entered,
    List<Lock> locks) {
  private static final int MOST_UNEXPECTED = 32;
  private static final long NO_SIZE = -1;

  /**
   * A long wait, and what it waits for as far as that can be named.
   *
   * @param isAny whether one of the needs is enough
   * @param needs the same as the messages, as other ranks know them, and more
   */
  public record Wait(LongWait of, List<MessageState> messages, boolean isAny, List<Need> needs) {}

  /** Reads everything; null if the lock could not be had within the time. */
  static @Nullable Inspection of(Engine m, long patienceNanos) {
    if (!m.progress.tryEnter(patienceNanos)) {
      return null;
    }
    try {
      return of(m);
    } finally {
      m.progress.leave();
    }
  }

  private static Inspection of(Engine m) {
    Set<Object> named = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Wait> waits = new ArrayList<>();
    var receives = new LinkedHashMap<ReceiveOperation, Long>();
    var unexpected = new ArrayList<MessageState>();
    var letters = new ArrayList<Letter>();
    var needs = new Needs(m, receives);
    long[] count = {0};
    m.contexts.forEach(
        (context, queues) -> {
          queues.forEachPosted(
              slot -> {
                if (!CallNotes.isNote(context, slot.tag)) {
                  receives.put(slot.operation, context);
                }
              });
          queues.forEachArrived(
              a -> {
                if (count[0]++ < MOST_UNEXPECTED) {
                  unexpected.add(arrival(m, context, a));
                  if (part(context) == Part.PROGRAM) {
                    letters.add(needs.letter(context, a));
                  }
                }
              });
        });
    for (LongWait w : m.progress.longWaits()) {
      List<Object> all = parts(w.what());
      boolean isAny = w.what() instanceof FirstOf;
      waits.add(
          new Wait(
              w,
              all.stream().flatMap(what -> messages(m, what, receives)).toList(),
              isAny,
              needs.of(all, isAny)));
      named.addAll(all);
    }
    List<MessageState> posted = new ArrayList<>();
    receives.forEach(
        (r, context) -> {
          if (!named.contains(r)) {
            posted.add(r.state(context));
          }
        });
    for (SendOperation send : sends(m)) {
      if (!named.contains(send)) {
        posted.add(send.state());
      }
    }
    return new Inspection(waits, posted, unexpected, count[0], letters, needs.entered(), m.locks());
  }

  /** Sends that are announced, and those that wait for room; each once. */
  static Set<SendOperation> sends(Engine m) {
    Set<SendOperation> all = new LinkedHashSet<>();
    all.addAll(m.sending().announced.all());
    m.met().forEach(peer -> all.addAll(peer.waiting()));
    return all;
  }

  private static List<Object> parts(Object what) {
    return switch (what) {
      case Together all -> all(all.parts());
      case FirstOf first -> all(first.underWay());
      case StagedOperation procedure -> List.copyOf(procedure.underWay());
      case Leaving.Cleared cleared -> List.copyOf(cleared.sends());
      default -> List.of(what);
    };
  }

  private static List<Object> all(List<Operation> operations) {
    return operations.stream()
        .filter(operation -> !operation.isDone())
        .flatMap(operation -> parts(operation).stream())
        .toList();
  }

  private static Stream<MessageState> messages(
      Engine m, Object what, Map<ReceiveOperation, Long> contexts) {
    return switch (what) {
      case SendOperation send -> Stream.of(send.state());
      case ReceiveOperation receive -> {
        Long context = contexts.get(receive);
        yield Stream.of(receive.state(context == null ? receive.peers().context() : context));
      }
      case Probe p -> {
        Peers known = m.contexts.known(base(p.context));
        yield Stream.of(message(Kind.PROBE, known, p.context, p.source, p.tag, NO_SIZE, 0));
      }
      default -> Stream.of();
    };
  }

  private static MessageState arrival(Engine m, long context, Arrival a) {
    Peers known = m.contexts.known(base(context));
    return message(Kind.UNEXPECTED, known, context, a.source, a.tag, a.totalBytes, 0);
  }

  private static long base(long context) {
    return context & ~(Peers.COLLECTIVE | Peers.CREATION);
  }

  /** What somebody waits for, in words that follow the communicator's name. */
  static String wanted(int source, int tag) {
    return " for a message from "
        + (source == Mpi.ANY_SOURCE ? "any rank" : "rank " + source)
        + (tag == Mpi.ANY_TAG ? "" : " with tag " + tag);
  }

  static MessageState message(
      Kind kind, @Nullable Peers peers, long context, int peer, int tag, long bytes, long moved) {
    String label = peers == null ? "a communicator not known here" : peers.label();
    return new MessageState(kind, part(context), label, peer, tag, bytes, moved);
  }

  static Part part(long context) {
    return (context & Peers.CREATION) != 0
        ? Part.CREATION
        : (context & Peers.COLLECTIVE) != 0 ? Part.COLLECTIVE : Part.PROGRAM;
  }
}
