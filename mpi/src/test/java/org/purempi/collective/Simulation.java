package org.purempi.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.purempi.Buf;
import org.purempi.Op;

/**
 * Performs the recorded schedules of all ranks, one step at a time, in a random but repeatable
 * order, as unkindly as the rules allow: a send waits for its receive, data is delivered late, what
 * is being received is noise until then, and what is being sent must not change.
 */
final class Simulation {
  private final List<Recording> ranks;
  private final int[] position;
  private final int[] underWay;
  private final Map<Long, Deque<Message>> sends = new HashMap<>();
  private final Map<Long, Deque<Message>> receives = new HashMap<>();
  private final List<Long> matched = new ArrayList<>();
  private final Random random;
  private final String what;

  /** What was in a buffer when its send began, or the noise put where a receive will land. */
  private static final class Message {
    final Buf buf;
    final byte[] bytes;

    Message(Buf buf, byte[] bytes) {
      this.buf = buf;
      this.bytes = bytes;
    }
  }

  Simulation(List<Recording> ranks, long seed, String what) {
    this.ranks = ranks;
    this.position = new int[ranks.size()];
    this.underWay = new int[ranks.size()];
    this.random = new Random(seed);
    this.what = what + ", seed " + seed;
  }

  /** Performs all steps of all ranks. */
  void run() {
    runWithout(-1);
    for (int rank = 0; rank < ranks.size(); rank++) {
      if (!finished(rank)) {
        fail(
            "%s: deadlock; rank %d waits at step %d of %s"
                .formatted(what, rank, position[rank], ranks.get(rank).steps));
      }
    }
    assertThat(sends.values()).as("%s: sends without a receive", what).allMatch(Deque::isEmpty);
    assertThat(receives.values()).as("%s: receives without a send", what).allMatch(Deque::isEmpty);
  }

  /** Performs all that can happen while one rank does nothing. */
  void runWithout(int idle) {
    List<Integer> able = new ArrayList<>();
    do {
      able.clear();
      for (int rank = 0; rank < ranks.size(); rank++) {
        if (rank != idle && able(rank)) {
          able.add(rank);
        }
      }
      int choice = able.size() + matched.size();
      if (choice == 0) {
        return;
      }
      int chosen = random.nextInt(choice);
      if (chosen < able.size()) {
        step(able.get(chosen));
      } else {
        deliver(matched.remove(chosen - able.size()));
      }
    } while (true);
  }

  /** Whether a rank has nothing left to do. */
  boolean finished(int rank) {
    return position[rank] == ranks.get(rank).steps.size() && underWay[rank] == 0;
  }

  private boolean able(int rank) {
    List<Step> steps = ranks.get(rank).steps;
    return position[rank] < steps.size()
        && !(steps.get(position[rank]) instanceof Step.Round && underWay[rank] > 0);
  }

  private void step(int rank) {
    switch (ranks.get(rank).steps.get(position[rank]++)) {
      case Step.Send s ->
          post(sends, rank, s.peer(), new Message(s.buf(), Data.pack(s.buf())), rank);
      case Step.Receive r -> {
        byte[] noise = new byte[Math.toIntExact(r.buf().bytes())];
        random.nextBytes(noise);
        Data.unpack(noise, r.buf());
        post(receives, r.peer(), rank, new Message(r.buf(), noise), rank);
      }
      case Step.Round r -> {}
      case Step.Copy c -> Data.unpack(Data.pack(c.from()), c.to());
      case Step.Reduce r -> reduce(r.in(), r.inout(), r.op());
    }
  }

  private void post(Map<Long, Deque<Message>> where, int from, int to, Message m, int rank) {
    assertThat(from).as("%s: rank %d talks to itself", what, rank).isNotEqualTo(to);
    assertThat(Math.min(from, to)).isNotNegative();
    assertThat(Math.max(from, to)).isLessThan(ranks.size());
    long pair = (long) from << Integer.SIZE | to;
    var here = queue(where, pair);
    here.add(m);
    var there = queue(where == sends ? receives : sends, pair);
    if (there.size() >= here.size()) {
      matched.add(pair);
    }
    underWay[rank]++;
  }

  private static Deque<Message> queue(Map<Long, Deque<Message>> where, long pair) {
    return where.computeIfAbsent(pair, p -> new ArrayDeque<>());
  }

  private void deliver(long pair) {
    int from = (int) (pair >> Integer.SIZE);
    int to = (int) pair;
    Message sent = queue(sends, pair).remove();
    Message received = queue(receives, pair).remove();
    assertThat(Data.pack(sent.buf))
        .as("%s: rank %d changed what it was sending to %d", what, from, to)
        .isEqualTo(sent.bytes);
    assertThat(Data.pack(received.buf))
        .as("%s: rank %d wrote where it was receiving from %d", what, to, from)
        .isEqualTo(received.bytes);
    assertThat(sent.bytes)
        .as("%s: the length of what %d sent to %d", what, from, to)
        .hasSameSizeAs(received.bytes);
    Data.unpack(sent.bytes, received.buf);
    underWay[from]--;
    underWay[to]--;
  }

  private void reduce(Buf in, Buf inout, Op op) {
    assertThat(in.count()).as(what).isEqualTo(inout.count());
    if (op instanceof Op.OfBulk bulk) {
      bulk.f().apply(at(in), at(inout), in.count(), in.datatype());
    } else {
      throw new AssertionError("these tests use operations in bulk form");
    }
  }

  private static MemorySegment at(Buf buf) {
    return MemorySegment.ofArray((byte[]) buf.base()).asSlice(buf.offsetBytes());
  }
}
