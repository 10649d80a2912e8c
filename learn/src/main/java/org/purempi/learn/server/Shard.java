package org.purempi.learn.server;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;

/**
 * A key, or a range of one, on its server: values, the rule's state, the clocks of the workers, and
 * who waits for what.
 */
final class Shard {
  /** A request that is answered when the slowest worker's clock is so high. */
  private record Waiter(int worker, int tag, long clock) {}

  private final ServerTerms terms;
  private final BitSet here;
  private final Outbox outbox;
  private final int priority;
  private final long bytes;

  /** What workers want it to begin with, by rank. */
  private final TreeMap<Integer, MemorySegment> offers = new TreeMap<>();

  /** Null until it has begun. */
  private @Nullable Snapshot values;

  private final List<MemorySegment> state;
  private long step;

  /** How often each worker has pushed. */
  private final long[] clocks;

  /** With BSP what each worker has pushed for rounds that are not complete. */
  private final List<Deque<MemorySegment>> pushed;

  private final Deque<MemorySegment> spare = new ArrayDeque<>();
  private final List<Waiter> waiters = new ArrayList<>();

  /** Why its rule has failed; null if it has not. */
  private @Nullable String broken;

  /** A shard without values. {@code here} are the workers that live, kept by the server. */
  Shard(ServerTerms terms, BitSet here, int ranks, Outbox outbox, int priority, long bytes) {
    this.terms = terms;
    this.here = here;
    this.outbox = outbox;
    this.priority = priority;
    this.bytes = bytes;
    this.clocks = new long[ranks];
    this.pushed =
        Stream.generate(() -> (Deque<MemorySegment>) new ArrayDeque<MemorySegment>())
            .limit(ranks)
            .toList();
    this.state =
        Stream.generate(() -> room().fill((byte) 0)).limit(terms.rule().stateWidth()).toList();
  }

  /** Memory for a push, whose content is of no account. */
  MemorySegment room() {
    @Nullable MemorySegment free = spare.poll();
    return free != null ? free : Arena.ofAuto().allocate(bytes, Float.BYTES);
  }

  /** A worker says what it should begin with. */
  void offer(int worker, int tag, MemorySegment first) {
    offers.put(worker, first);
    waiters.add(new Waiter(worker, tag, 0));
    settle();
  }

  /** A worker has pushed, into memory from {@link #room}. */
  void push(int worker, MemorySegment numbers) {
    clocks[worker]++;
    if (terms.consistency().isSynchronous()) {
      pushed.get(worker).add(numbers);
    } else {
      apply(numbers);
      spare.add(numbers);
    }
  }

  /** A worker has pushed, and may go on if it is not too far ahead. */
  void awaitTurn(int worker, int tag) {
    waiters.add(new Waiter(worker, tag, clocks[worker] - terms.consistency().bound() - 1));
    settle();
  }

  /** A worker wants the values. */
  void awaitValues(int worker, int tag) {
    waiters.add(new Waiter(worker, tag, clocks[worker] - terms.consistency().bound()));
    settle();
  }

  /** A worker is no longer here; what it has pushed counts. */
  void forget(int worker) {
    waiters.removeIf(waiter -> waiter.worker == worker);
    settle();
  }

  /** Does what can be done now. */
  private void settle() {
    if (values == null && !begin()) {
      return;
    }
    while (isRoundComplete()) {
      applyRound();
    }
    long slowest = here.stream().mapToLong(worker -> clocks[worker]).min().orElse(Long.MAX_VALUE);
    waiters.removeIf(
        waiter -> {
          boolean isReady = broken != null || waiter.clock <= slowest;
          if (isReady) {
            answer(waiter);
          }
          return isReady;
        });
  }

  private boolean begin() {
    if (offers.isEmpty() || here.stream().anyMatch(worker -> !offers.containsKey(worker))) {
      return false;
    }
    values = new Snapshot(offers.firstEntry().getValue(), spare);
    offers.clear();
    return true;
  }

  private boolean isRoundComplete() {
    return here.stream().noneMatch(worker -> pushed.get(worker).isEmpty())
        && pushed.stream().anyMatch(queue -> !queue.isEmpty());
  }

  /** In the order of ranks: the same pushes always have the same sum. */
  private void applyRound() {
    List<MemorySegment> parts =
        pushed.stream().filter(queue -> !queue.isEmpty()).map(Deque::remove).toList();
    MemorySegment sum = parts.getFirst();
    parts.stream().skip(1).forEach(part -> Floats.add(sum, part));
    if (terms.averages()) {
      Floats.scale(sum, 1f / parts.size());
    }
    apply(sum);
    spare.addAll(parts);
  }

  private void apply(MemorySegment numbers) {
    if (broken != null) {
      return;
    }
    try {
      terms.rule().update(writable(), numbers, state, step + 1);
      step++;
    } catch (Throwable e) { // whatever a rule throws, the server lives
      broken = "the update rule has failed at step " + (step + 1) + ": " + e;
    }
  }

  private MemorySegment writable() {
    outbox.reap();
    Snapshot now = current();
    if (!now.isRead()) {
      return now.memory();
    }
    var copy = new Snapshot(room().copyFrom(now.memory()), spare);
    now.retire();
    values = copy;
    return copy.memory();
  }

  private Snapshot current() {
    @Nullable Snapshot now = values;
    if (now == null) {
      throw new IllegalStateException("a push came before the first values");
    }
    return now;
  }

  private void answer(Waiter waiter) {
    if (broken != null) {
      outbox.refuse(waiter.worker, waiter.tag, broken);
    } else if (Wire.kind(waiter.tag) == Wire.Kind.PUSH) {
      outbox.add(waiter.worker, waiter.tag, Buf.EMPTY);
    } else {
      outbox.add(waiter.worker, waiter.tag, priority, current());
    }
  }
}
