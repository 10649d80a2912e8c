package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Buf;
import org.purempi.Mpi;

/** A flood of sends that nobody waits for: rank 0 to rank 1, each with a tag of its own. */
@Timeout(60)
class FlowControlTest {
  private static final int KEPT = 64;
  private static final int FLOOD = 3_000;

  private final Peers sender;
  private final Peers receiver;

  FlowControlTest() {
    Pair pair = Pair.of((long) KEPT * Arrival.OVERHEAD_BYTES);
    sender = pair.zero();
    receiver = pair.one();
  }

  private static void flood(Peers from, int dest) {
    List<Operation> sends = new ArrayList<>();
    for (int i = 0; i < FLOOD; i++) {
      byte[] data = new byte[i % 3 == 0 ? 20_000 : 4];
      data[0] = (byte) i;
      data[1] = (byte) (i >> 8);
      sends.add(from.engine().sending().start(from, 0, Buf.of(data), dest, i));
    }
    sends.forEach(from.engine().waiting()::waitFor);
  }

  private void whileFlooded(int to, Runnable receives) throws Exception {
    FutureTask<Void> flood = new FutureTask<>(() -> flood(sender, to), null);
    Thread.ofPlatform().daemon().start(flood);
    receives.run();
    while (!flood.isDone()) { // answers may wait for room
      look();
    }
    flood.get();
  }

  private static void receive(Peers at, int source, int tag, int message) {
    byte[] into = new byte[20_000];
    assertThat(at.engine().receiving().receive(at, 0, into, 0, into.length, source, tag).tag())
        .isEqualTo(message);
    assertThat((into[0] & 0xFF) | (into[1] & 0xFF) << 8).isEqualTo(message);
  }

  private void receive(int tag, int message) {
    receive(receiver, 0, tag, message);
  }

  private long unexpected() {
    return Objects.requireNonNull(receiver.engine().inspect(Long.MAX_VALUE)).unexpectedCount();
  }

  @Test
  void whoAsksForNothingHasABoundedNumberAndThenGetsAllInOrder() throws Exception {
    whileFlooded(
        1,
        () -> {
          long seen = 0;
          for (int quiet = 0; quiet < 20; quiet++) {
            look();
            long now = unexpected();
            quiet = now == seen && seen > 0 ? quiet : -1;
            seen = now;
            pause();
          }
          assertThat(seen).isBetween((long) KEPT, 3L * KEPT);
          IntStream.range(0, FLOOD).forEach(i -> receive(Mpi.ANY_TAG, i));
        });
  }

  private void look() {
    receiver.engine().locked(receiver.engine().progress()::look);
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoReceivesInAnotherOrderFindsEach() throws Exception {
    IntConsumer byTag = i -> receive(i, i);
    whileFlooded(1, () -> IntStream.range(0, FLOOD).map(i -> FLOOD - 1 - i).forEach(byTag));
    assertThat(unexpected()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Mpi.ANY_SOURCE})
  void aReceiveThatWasThereBeforeGetsTheLastOne(int source) throws Exception {
    byte[] last = new byte[20_000];
    Engine m = receiver.engine();
    Operation early = m.receiving().start(receiver, 0, Buf.of(last), source, FLOOD - 1);
    whileFlooded(
        1,
        () -> {
          assertThat(m.waiting().waitFor(early).tag()).isEqualTo(FLOOD - 1);
          IntStream.range(0, FLOOD - 1).forEach(i -> receive(Mpi.ANY_TAG, i));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Mpi.ANY_SOURCE})
  void probesFindTheLastOne(int source) throws Exception {
    receiver.engine().contexts.introduce(receiver);
    Probes probes = receiver.engine().probes();
    whileFlooded(
        1,
        () -> {
          assertThat(probes.probe(0, source, FLOOD - 2).source()).isZero();
          while (probes.probeNow(0, source, FLOOD - 1) == null) {
            Thread.onSpinWait();
          }
          IntStream.range(0, FLOOD).forEach(i -> receive(Mpi.ANY_TAG, i));
        });
  }

  @Test
  void aRankThatFloodsItselfFindsEach() throws Exception {
    IntConsumer byTag = i -> receive(sender, 0, i, i);
    whileFlooded(0, () -> IntStream.range(0, FLOOD).map(i -> FLOOD - 1 - i).forEach(byTag));
  }

  @Test
  void afterAFloodTheNextOneIsBoundedAgain() throws Exception {
    whoReceivesInAnotherOrderFindsEach();
    whoAsksForNothingHasABoundedNumberAndThenGetsAllInOrder();
  }
}
