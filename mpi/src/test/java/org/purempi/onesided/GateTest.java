package org.purempi.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gate of which ranks have died. */
@Timeout(20)
class GateTest {
  private final BitSet dead = new BitSet();

  private static MemorySegment words(int ranks) {
    return MemorySegment.ofArray(new long[Math.toIntExact(Gate.bytes(ranks) / Long.BYTES)]);
  }

  private Gate gate(MemorySegment words, int rank) {
    return new Gate(words, rank, dead::get);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 99, 299})
  void whoDiedWithItForItselfKeepsNobodyOut(int last) {
    MemorySegment words = words(last + 1);
    gate(words, last).take();
    dead.set(last);
    Gate other = gate(words, 0);
    other.enter();
    other.leave();
    gate(words, last).take();
    other.take();
    other.give();
    gate(words, 0).enter();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 99, 299})
  void whoDiedInsideIsInsideNoMore(int last) {
    MemorySegment words = words(last + 1);
    gate(words, last).enter();
    gate(words, last).enter();
    dead.set(last);
    Gate other = gate(words, 0);
    other.take();
    other.give();
  }

  /** Rank 75 of 300 shares a word with rank 0. */
  @Test
  void aRankThatLivesIsWaitedForThoughOneOfItsWordHasDied() throws InterruptedException {
    MemorySegment words = words(300);
    Gate living = gate(words, 75);
    living.enter();
    gate(words, 0).enter();
    dead.set(0);
    var taken = new CountDownLatch(1);
    Thread.ofPlatform()
        .start(
            () -> {
              gate(words, 1).take();
              taken.countDown();
            });
    assertThat(taken.await(200, TimeUnit.MILLISECONDS)).isFalse();
    living.leave();
    assertThat(taken.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
