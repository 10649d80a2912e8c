package org.purempi.onesided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.LockType.EXCLUSIVE;
import static org.purempi.LockType.SHARED;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** The word of a lock, and who has it. */
class LockWordTest {
  private final LockWord lock = new LockWord(MemorySegment.ofArray(new long[8]), true);

  @Test
  void itNamesTheRankThatHasItAlone() {
    assertThat(lock.owner()).isEqualTo(LockWord.NOBODY);
    assertThat(lock.tryLock(EXCLUSIVE, 7)).isTrue();
    assertThat(lock.owner()).isEqualTo(7);
    assertThat(lock.hasUnknownSharers()).isFalse();
    assertThat(lock.tryLock(SHARED, 1)).isFalse();
    lock.unlock(EXCLUSIVE, 6);
    assertThat(lock.owner()).isEqualTo(7);
    lock.unlock(EXCLUSIVE, 7);
    assertThat(lock.owner()).isEqualTo(LockWord.NOBODY);
  }

  @Test
  void thoseThatShareItAreCounted() {
    assertThat(lock.tryLock(SHARED, 0)).isTrue();
    assertThat(lock.tryLock(SHARED, 1)).isTrue();
    assertThat(lock.owner()).isEqualTo(LockWord.NOBODY);
    lock.unlock(SHARED, 0);
    assertThat(lock.tryLock(EXCLUSIVE, 2)).isFalse();
    lock.unlock(SHARED, 1);
    assertThat(lock.tryLock(EXCLUSIVE, 2)).isTrue();
  }

  @Test
  void onlyWhatTheFailedRankHasIsReleased() {
    assertThat(lock.tryLock(EXCLUSIVE, 0)).isTrue();
    lock.release(1);
    assertThat(lock.owner()).isZero();
    lock.release(0);
    lock.release(0);
    assertThat(lock.tryLock(SHARED, 1)).isTrue();
    lock.release(0);
    assertThat(lock.tryLock(EXCLUSIVE, 0)).isFalse();
  }

  @Test
  void whatAFailedRankSharesIsReleasedOnce() {
    for (int rank : new int[] {1, 63, 64, 447}) {
      assertThat(lock.tryLock(SHARED, rank)).isTrue();
      assertThat(lock.tryLock(SHARED, 2)).isTrue();
      lock.release(rank);
      lock.release(rank);
      lock.unlock(SHARED, rank); // it lives after all
      assertThat(lock.tryLock(EXCLUSIVE, 0)).as("%d: rank 2 shares it", rank).isFalse();
      lock.unlock(SHARED, 2);
      assertThat(lock.tryLock(EXCLUSIVE, 0)).as("%d", rank).isTrue();
      lock.unlock(EXCLUSIVE, 0);
    }
  }

  @Test
  void whoIsNotNotedIsUnknown() {
    assertThat(lock.tryLock(SHARED, 447)).isTrue();
    assertThat(lock.hasUnknownSharers()).isFalse();
    assertThat(lock.tryLock(SHARED, 448)).isTrue();
    assertThat(lock.hasUnknownSharers()).isTrue();
    lock.release(448);
    assertThat(lock.hasUnknownSharers()).isTrue();
    lock.unlock(SHARED, 448);
    assertThat(lock.hasUnknownSharers()).isFalse();
  }
}
