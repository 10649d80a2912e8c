package org.purempi.launch.calls;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.purempi.record.CallLog;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/**
 * A job that never ran: its ranks have times of their own, compute, and call each other; what they
 * would have recorded is written. Hosts' clocks may differ.
 */
public final class SimulatedJob implements AutoCloseable {
  /** A message's way, and the least time of a call. */
  public static final long LATENCY = 1_000;

  private static final long START = 5_000_000_000L;
  private static final long MILLIS = 1_700_000_000_000L;
  private static final int WORLD = 1;

  /** A rank. */
  private static final class Rank {
    final CallLog log;
    long now = START;
    int sent;
    int received;
    int thread;
    double drift;
    long shift;
    final Map<Integer, Integer> collectives = new HashMap<>();

    Rank(CallLog log) {
      this.log = log;
    }

    /** What its clock shows at a moment. */
    long clock(long moment) {
      return shift + moment + Math.round(drift * (moment - START));
    }
  }

  private final List<Rank> ranks = new ArrayList<>();
  private final Map<String, Integer> whats = new HashMap<>();
  private final Map<String, Integer> sites = new HashMap<>();

  /** Begins; all ranks on one host, in the world, whose context is 0. */
  public SimulatedJob(Path folder, int size) {
    for (int i = 0; i < size; i++) {
      var rank = new Rank(new CallLog(folder, i));
      ranks.add(rank);
      rank.log.name("rank", i, size);
      rank.log.name("comm", WORLD, 0, "MPI_COMM_WORLD", size == 1 ? "0" : "0-" + (size - 1));
      rank.log.name("thread", 0, "main");
    }
    host(0, size, 0, 0, 0);
  }

  /** Puts ranks on a host whose clock is ahead by a shift, and gains. */
  public SimulatedJob host(int from, int to, int number, long shift, double drift) {
    for (Rank rank : ranks.subList(from, to)) {
      rank.log.name("host", "node" + number, number);
      rank.shift = shift;
      rank.drift = drift;
      rank.log.name("start", rank.clock(rank.now), MILLIS + rank.now / 1_000_000);
    }
    return this;
  }

  /** Compares a rank's clock with rank 0's. */
  public void compareClocks(int rank) {
    Rank its = ranks.get(rank);
    long shown = its.clock(its.now);
    its.log.name("clock", shown, ranks.getFirst().clock(its.now) - shown);
  }

  /** Another communicator, of ranks as {@code 0-3,7}, under a number. */
  public void communicator(int number, int context, String members, int... of) {
    for (int rank : of) {
      ranks.get(rank).log.name("comm", number, context, "part", members);
      ranks.get(rank).collectives.put(number, 0);
    }
  }

  /** A rank computes. */
  public void compute(int rank, long nanos) {
    ranks.get(rank).now += nanos;
  }

  /** From now on a rank's calls are by another thread. */
  public void thread(int rank, int number) {
    ranks.get(rank).thread = number;
  }

  private int what(Family family, String name) {
    return whats.computeIfAbsent(
        name,
        n -> {
          int number = whats.size();
          ranks.forEach(rank -> rank.log.name("what", number, family, name));
          return number;
        });
  }

  private int site(String place) {
    return sites.computeIfAbsent(
        place,
        p -> {
          int number = sites.size() + 1;
          String method = place.replaceFirst("\\..*", "") + ".step";
          ranks.forEach(rank -> rank.log.name("site", number, place, method));
          return number;
        });
  }

  private void add(
      Rank rank,
      Family family,
      String name,
      String place,
      long begin,
      long bytes,
      int peer,
      int tag,
      int order,
      int communicator) {
    rank.log.add(
        rank.clock(begin),
        rank.clock(rank.now),
        bytes,
        peer,
        tag,
        order,
        communicator,
        what(family, name),
        site(place),
        rank.thread);
  }

  /** A message that is buffered: nobody waits but the receiver. */
  public void message(int from, int to, int tag, long bytes, String sendsAt, String receivesAt) {
    long arrives = send(from, to, tag, bytes, sendsAt);
    receive(to, from, tag, bytes, receivesAt, arrives);
  }

  /** A rank sends; answers when it arrives. */
  public long send(int from, int to, int tag, long bytes, String at) {
    Rank rank = ranks.get(from);
    long begin = rank.now;
    rank.now += LATENCY;
    add(rank, Family.SEND, "send", at, begin, bytes, to, tag, rank.sent++, WORLD);
    return rank.now + LATENCY;
  }

  /** A rank receives what arrives at a time. */
  public void receive(int to, int from, int tag, long bytes, String at, long arrives) {
    Rank rank = ranks.get(to);
    long begin = rank.now;
    rank.now = Math.max(rank.now, arrives) + LATENCY;
    add(rank, Family.RECEIVE, "recv", at, begin, bytes, from, tag, rank.received++, WORLD);
  }

  /** A message whose send waits for its receive. */
  public void synchronous(int from, int to, int tag, long bytes, String sends, String receives) {
    Rank sender = ranks.get(from);
    Rank receiver = ranks.get(to);
    long sent = sender.now;
    long received = receiver.now;
    long end = Math.max(sent, received) + LATENCY;
    sender.now = end;
    receiver.now = end;
    add(sender, Family.SEND, "ssend", sends, sent, bytes, to, tag, sender.sent++, WORLD);
    add(
        receiver,
        Family.RECEIVE,
        "recv",
        receives,
        received,
        bytes,
        from,
        tag,
        receiver.received++,
        WORLD);
  }

  /** A rank posts a receive before; now it waits for the message that arrives at a time. */
  public void waitFor(int to, int from, int tag, long bytes, long posted, long arrives, String at) {
    Rank rank = ranks.get(to);
    long begin = rank.now;
    rank.now = Math.max(rank.now, arrives) + LATENCY;
    add(rank, Family.RECEIVED, "received", at, posted, bytes, from, tag, rank.received++, WORLD);
    add(rank, Family.WAIT, "wait", at, begin, -1, CallRecord.NONE, 0, CallRecord.NONE, WORLD);
  }

  /** All ranks meet in a collective operation of the world. */
  public void collective(Family family, String name, int root, long bytes, String at) {
    int[] all = new int[ranks.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i;
    }
    collective(WORLD, family, name, root, bytes, at, all);
  }

  /** Ranks meet in a collective operation. */
  public void collective(
      int number, Family family, String name, int root, long bytes, String at, int... members) {
    long last = 0;
    for (int member : members) {
      last = Math.max(last, ranks.get(member).now);
    }
    for (int member : members) {
      Rank rank = ranks.get(member);
      long begin = rank.now;
      boolean waits = family == Family.TO_ROOT ? member == root : family != Family.FROM_ROOT;
      rank.now = (waits ? last : begin) + LATENCY;
      if (family == Family.FROM_ROOT && member != root) {
        rank.now = Math.max(rank.now, ranks.get(root).now + LATENCY);
      }
      int order = rank.collectives.merge(number, 1, Integer::sum) - 1;
      add(rank, family, name, at, begin, bytes, root, 0, order, number);
    }
  }

  /** When a rank is, since the begin. */
  public long now(int rank) {
    return ranks.get(rank).now - START;
  }

  /** A rank's file of names and records, for what no job would write. */
  public CallLog log(int rank) {
    return ranks.get(rank).log;
  }

  /** A rank ends MPI. */
  public void end(int rank) {
    Rank its = ranks.get(rank);
    its.log.name("end", its.clock(its.now), 0);
    its.log.close();
  }

  @Override
  public void close() {
    for (int rank = 0; rank < ranks.size(); rank++) {
      end(rank);
    }
  }
}
