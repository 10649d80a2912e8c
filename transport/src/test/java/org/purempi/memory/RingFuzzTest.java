package org.purempi.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.transport.FrameHandler;

/** A ring into which its sender has written what no sender writes. */
@Timeout(60)
class RingFuzzTest {
  private static final Geometry GEOMETRY = new Geometry(64, 256, 8);
  private static final int ROUNDS = 20_000;

  @Test
  void aFrameIsInsideItsRingOrItsSenderIsNamed() {
    long seed = ThreadLocalRandom.current().nextLong();
    System.out.println("RingFuzzTest seed " + seed);
    var random = new Random(seed);
    long bytes = GEOMETRY.ringBytes();
    int[] frames = {0};
    List<String> rejected = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes, SharedWords.LINE_BYTES);
      FrameHandler inside =
          (peer, word0, word1, word2, payload, offset, length) -> {
            assertThat(offset).as("seed " + seed).isBetween(0L, bytes - length);
            frames[0]++;
          };
      for (int round = 0; round < ROUNDS; round++) {
        fill(memory, random);
        var receiver =
            new RingReceiver(memory, 0, GEOMETRY, 5, 0, (peer, what) -> rejected.add(peer + what));
        receiver.drain(inside, 16);
      }
    }
    assertThat(frames[0]).isPositive();
    assertThat(rejected)
        .isNotEmpty()
        .allSatisfy(what -> assertThat(what).startsWith("5a frame of"));
  }

  /** Random words, in which the next frame is always there. */
  private static void fill(MemorySegment memory, Random random) {
    for (int slot = 0; slot < GEOMETRY.slots(); slot++) {
      long at = RingSender.HEAD_BYTES + (long) slot * RingSender.SLOT_BYTES;
      memory.set(ValueLayout.JAVA_INT, at, slot + 1);
      int length = random.nextBoolean() ? random.nextInt() : random.nextInt(300);
      memory.set(ValueLayout.JAVA_INT, at + Integer.BYTES, length | random.nextInt(4) << 27);
    }
  }
}
