package org.purempi.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.purempi.checkpoint.ImageMemory.Stretch;

class ImageMemoryTest {
  private static boolean isOpen(Stretch stretch) {
    return stretch.arena().scope().isAlive();
  }

  @Test
  void whatIsGivenBackIsTakenAgain() {
    try (var memory = new ImageMemory()) {
      Stretch first = memory.take(1000);
      Stretch second = memory.take(1000);
      assertThat(second.segment().asOverlappingSlice(first.segment())).isEmpty();
      memory.giveBack(first);
      memory.giveBack(second); // one is enough
      assertThat(isOpen(first)).isTrue();
      assertThat(isOpen(second)).isFalse();
      assertThat(memory.take(600)).isSameAs(first);
    }
  }

  @Test
  void whatIsTooShortOrFarTooLongIsNotKept() {
    try (var memory = new ImageMemory()) {
      for (long bytes : new long[] {1001, 10, 0, 5}) {
        Stretch before = memory.take(bytes == 1001 ? 1000 : 100);
        memory.giveBack(before);
        Stretch now = memory.take(bytes);
        assertThat(isOpen(before)).isFalse();
        assertThat(now.segment().byteSize()).isEqualTo(bytes);
        memory.giveBack(now);
      }
    }
  }

  @Test
  void nothingIsLeftWhenItIsClosed() {
    var memory = new ImageMemory();
    Stretch kept = memory.take(100);
    Stretch used = memory.take(100);
    memory.giveBack(kept);
    memory.close();
    assertThat(isOpen(kept)).isFalse();
    assertThat(isOpen(used)).isTrue();
    memory.giveBack(used);
    assertThat(isOpen(used)).isFalse();
  }

  @Test
  void whereThereIsNoMemoryNothingIsLost() {
    try (var memory = new ImageMemory()) {
      assertThatThrownBy(() -> memory.take(Long.MAX_VALUE / 2))
          .isInstanceOf(OutOfMemoryError.class);
      MemorySegment next = memory.take(8).segment();
      assertThat(next.byteSize()).isEqualTo(8);
    }
  }
}
