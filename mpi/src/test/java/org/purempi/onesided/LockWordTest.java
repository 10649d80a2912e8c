package org.purempi.onesided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.LockType.EXCLUSIVE;
import static org.purempi.LockType.SHARED;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** The word of a lock, and who has it. */
class LockWordTest {
  private final LockWord lock = new LockWord(MemorySegment.ofArray(new long[8]));

  @Test
  void itNamesTheRankThatHasItAlone() {
    assertThat(lock.owner()).isEqualTo(LockWord.NOBODY);
    assertThat(lock.tryLock(EXCLUSIVE, 7)).isTrue();
    assertThat(lock.owner()).isEqualTo(7);
    assertThat(lock.isShared()).isFalse();
    assertThat(lock.tryLock(SHARED, 1)).isFalse();
    lock.unlock(EXCLUSIVE);
    assertThat(lock.owner()).isEqualTo(LockWord.NOBODY);
  }

  @Test
  void thoseThatShareItAreCounted() {
    assertThat(lock.tryLock(SHARED, 0)).isTrue();
    assertThat(lock.tryLock(SHARED, 1)).isTrue();
    assertThat(lock.isShared()).isTrue();
    assertThat(lock.owner()).isEqualTo(LockWord.NOBODY);
    lock.unlock(SHARED);
    assertThat(lock.tryLock(EXCLUSIVE, 2)).isFalse();
    lock.unlock(SHARED);
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
    assertThat(lock.isShared()).isTrue();
  }
}
