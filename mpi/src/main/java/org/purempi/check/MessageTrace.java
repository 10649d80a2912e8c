package org.purempi.check;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one rank has sent, received and waited for, in its order, for {@link SendReplay}. A message
 * is known by its receiver and how many its sender sent there before. One thread at a time.
 */
public final class MessageTrace {
  /** What happens. */
  enum Kind {
    /** A message is sent. */
    SEND,
    /** A call may not return before a message is received. */
    WAIT_SEND,
    /** A receive is posted. */
    POST,
    /** A wait for a receive that was posted. */
    WAIT_RECEIVE,
    /** All ranks of a communicator wait for all. */
    ALL,
    /** The others wait for a root. */
    FROM_ROOT,
    /** A root waits for the others. */
    TO_ROOT
  }

  /**
   * One of them.
   *
   * @param peer of a send its receiver; of a collective call how many ranks there are
   * @param number of a send which one to that rank; of a receive which one of this rank; of a
   *     collective call which one of its communicator
   * @param context of a collective call its communicator; of a root's negative
   * @param place where in the program, as far as it is known
   */
  record Event(Kind kind, int peer, int number, long context, String place) {}

  /** Longer traces end here: what comes later is not looked at. */
  private static final int MOST_EVENTS = 1 << 16;

  /** So often the place in the program is looked up: it takes as long as a short message. */
  private static final int MOST_PLACES = 1000;

  private static final long NONE = -1;

  private final List<Event> events = new ArrayList<>();
  private long[] matches = new long[64];
  private boolean[] wildcards = new boolean[64];
  private int receives;
  private boolean isCut;
  private int[] sent = {};
  private int[] arrived = {};

  private void add(Kind kind, int peer, int number, long context) {
    if (events.size() >= MOST_EVENTS) {
      isCut = true;
      return;
    }
    String place =
        events.size() < MOST_PLACES && kind != Kind.POST && kind != Kind.SEND ? Check.place() : "";
    events.add(new Event(kind, peer, number, context, place));
  }

  /** Nothing that has happened is known to have been in this order. */
  public synchronized void spoil() {
    events.clear();
    isCut = true;
  }

  /** A message is sent. */
  public synchronized void sent(int receiver, int number) {
    add(Kind.SEND, receiver, number, 0);
  }

  /** A message that was sent is waited for. */
  public synchronized void waitedForSend(int receiver, int number) {
    add(Kind.WAIT_SEND, receiver, number, 0);
  }

  /** A receive is posted; its number. */
  public synchronized int posted(boolean isFromAny) {
    int number = receives++;
    if (number == matches.length) {
      matches = Arrays.copyOf(matches, 2 * number);
      wildcards = Arrays.copyOf(wildcards, 2 * number);
    }
    matches[number] = NONE;
    wildcards[number] = isFromAny;
    add(Kind.POST, 0, number, 0);
    return number;
  }

  /** It has got a message. */
  public synchronized void matched(int receive, int sender, int number) {
    matches[receive] = (long) sender << Integer.SIZE | number;
  }

  /** It is waited for. */
  public synchronized void waitedForReceive(int receive) {
    add(Kind.WAIT_RECEIVE, 0, receive, 0);
  }

  /**
   * A collective call that blocks.
   *
   * @param name as the program writes it
   * @param size of the communicator
   * @param isRoot whether this rank is the root, if there is one
   */
  public synchronized void called(String name, long context, int number, int size, boolean isRoot) {
    Kind kind =
        switch (name) {
          case "barrier", "allreduce", "allgather", "alltoall" -> Kind.ALL;
          case "bcast" -> Kind.FROM_ROOT;
          case "gather", "reduce" -> Kind.TO_ROOT;
          default -> Kind.POST;
        };
    if (kind != Kind.POST) {
      add(kind, size, number, isRoot ? -context : context);
    }
  }

  /** How many messages have been sent to each process, and how many have come from each. */
  public synchronized void counts(int[] sentTo, int[] arrivedFrom) {
    sent = sentTo.clone();
    arrived = arrivedFrom.clone();
  }

  /**
   * Whether this rank and another one, of which there is the trace, have counted the same messages
   * between them, but for the last ones, which may have come too late.
   */
  boolean agrees(int rank, int other, MessageTrace its) {
    return at(sent, other) >= at(its.arrived, rank) && at(arrived, other) <= at(its.sent, rank);
  }

  private static int at(int[] counts, int process) {
    return process < counts.length ? counts[process] : 0;
  }

  List<Event> events() {
    return events;
  }

  boolean isCut() {
    return isCut;
  }

  /** Whether a receive takes from any rank or with any tag. */
  boolean isWildcard(int receive) {
    return wildcards[receive];
  }

  /** The receives by their messages: sender and number, as one word. */
  Map<Long, Integer> receivesByMessage() {
    Map<Long, Integer> all = new HashMap<>();
    for (int i = 0; i < receives; i++) {
      if (matches[i] != NONE) {
        all.put(matches[i], i);
      }
    }
    return all;
  }

  /** The message of a receive, as one word; negative if it has none. */
  long messageOf(int receive) {
    return matches[receive];
  }

  /** The trace in a message. */
  public synchronized byte[] encoded() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeBoolean(isCut);
      write(out, sent);
      write(out, arrived);
      out.writeInt(receives);
      for (int i = 0; i < receives; i++) {
        out.writeLong(matches[i]);
        out.writeBoolean(wildcards[i]);
      }
      out.writeInt(events.size());
      for (Event event : events) {
        out.writeByte(event.kind.ordinal());
        out.writeInt(event.peer);
        out.writeInt(event.number);
        out.writeLong(event.context);
        out.writeUTF(event.place);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, int[] counts) throws IOException {
    out.writeInt(counts.length);
    for (int count : counts) {
      out.writeInt(count);
    }
  }

  private static int[] read(DataInputStream in) throws IOException {
    int[] counts = new int[in.readInt()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = in.readInt();
    }
    return counts;
  }

  /** The trace in such a message. */
  static MessageTrace decoded(byte[] message) {
    var trace = new MessageTrace();
    try (var in = new DataInputStream(new ByteArrayInputStream(message))) {
      trace.isCut = in.readBoolean();
      trace.sent = read(in);
      trace.arrived = read(in);
      trace.receives = in.readInt();
      trace.matches = new long[trace.receives];
      trace.wildcards = new boolean[trace.receives];
      for (int i = 0; i < trace.receives; i++) {
        trace.matches[i] = in.readLong();
        trace.wildcards[i] = in.readBoolean();
      }
      for (int left = in.readInt(); left > 0; left--) {
        Kind kind = Kind.values()[in.readByte()];
        trace.events.add(new Event(kind, in.readInt(), in.readInt(), in.readLong(), in.readUTF()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return trace;
  }
}
