package org.purempi.os.fast;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory on huge pages. */
@Timeout(60)
class HugePagesTest {
  private static final long BYTES = 8 << 20;

  private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 4096);

  @Test
  void whatTheMemoryHoldsStays() {
    for (long at = 0; at < BYTES; at += Long.BYTES) {
      memory.set(ValueLayout.JAVA_LONG, at, 31 * at);
    }
    if (isReadySoon()) {
      HugePages.collapse(firstPage());
    }
    for (long at = 0; at < BYTES; at += Long.BYTES) {
      assertThat(memory.get(ValueLayout.JAVA_LONG, at)).isEqualTo(31 * at);
    }
  }

  @Test
  void wherePagesCannotBeTheAnswerIsNo() {
    // The first page of no program's memory.
    assertThat(isReadySoon() && HugePages.collapse(0)).isFalse();
  }

  @Test
  void aHugePageIsAsLongAsAPowerOfTwo() {
    assertThat(Long.bitCount(HugePages.bytes())).isOne();
  }

  /** That lies in the memory as a whole. */
  private long firstPage() {
    return (memory.address() + HugePages.bytes() - 1) & -HugePages.bytes();
  }

  /** Asking binds the call; false where the kernel or its settings give no huge pages. */
  private static boolean isReadySoon() {
    for (int tries = 0; tries < 1000 && !HugePages.isReady(); tries++) {
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return HugePages.isReady();
  }
}
