package org.purempi.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sleeping on a word. */
@Timeout(60)
class FutexTest {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(50);

  private final MemorySegment memory = Arena.ofAuto().allocate(64, 64);

  @Test
  void aWordThatHasChangedDoesNotPutToSleep() {
    long start = System.nanoTime();
    new Futex().sleep(memory, 8, 1, LONG_NANOS);
    assertThat(System.nanoTime() - start).isLessThan(LONG_NANOS);
  }

  @Test
  void sleepEndsWhenItsTimeIsOver() {
    long start = System.nanoTime();
    new Futex().sleep(memory, 8, 0, TimeUnit.MILLISECONDS.toNanos(5));
    assertThat(System.nanoTime() - start).isBetween(TimeUnit.MILLISECONDS.toNanos(1), LONG_NANOS);
  }

  @Test
  void aSleeperIsWoken() throws InterruptedException {
    memory.set(ValueLayout.JAVA_INT, 8, 1);
    Thread sleeper =
        Thread.ofPlatform()
            .start(
                () -> {
                  Futex futex = new Futex();
                  while ((int) INT.getAcquire(memory, 8L) == 1) {
                    futex.sleep(memory, 8, 1, LONG_NANOS);
                  }
                });
    Thread.sleep(20);
    INT.setRelease(memory, 8L, 0);
    Futex.wake(memory, 8);
    sleeper.join(LONG_NANOS / 2_000_000);
    assertThat(sleeper.isAlive()).isFalse();
  }
}
