package org.purempi.os.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lines are fetched from anywhere in a segment, and from nowhere else. */
class PrefetchTest {
  private static final int BYTES = 1 << 16;

  private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 64);

  @BeforeEach
  void machineCodeIsBound() throws InterruptedException {
    while (Prefetch.isPending() && !Prefetch.isReady()) {
      Thread.sleep(10);
    }
    Assumptions.assumeTrue(Prefetch.isReady(), "there is no such machine code here");
  }

  @Test
  void whatIsFetchedStaysAsItIs() {
    memory.fill((byte) 7);
    for (int begin = 0; begin < BYTES; begin += 64) {
      Prefetch.forWriting(memory, begin, BYTES - begin);
      Prefetch.forWriting(memory, begin, 1);
    }
    assertThat(memory.mismatch(Arena.ofAuto().allocate(BYTES).fill((byte) 7))).isEqualTo(-1);
  }

  @Test
  void outsideTheSegmentNothingIsFetched() {
    assertThatThrownBy(() -> Prefetch.forWriting(memory, BYTES - 64, 65))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Prefetch.forWriting(memory, -64, 64))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
