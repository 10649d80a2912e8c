package org.purempi.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RankLockTest {
  private static final int OFTEN = 100_000;
  private static final int SELDOM = 5_000;
  private static final long A_MOMENT_NANOS = 50_000;

  /** Belongs to the lock: a turn that another thread comes between is lost. */
  private long turns;

  private void turn(RankLock lock) {
    lock.enter();
    turns++;
    lock.leave();
  }

  /** A turn that is easier to come in between. */
  private void longTurn(RankLock lock) {
    lock.enter();
    long before = turns;
    for (int i = 0; i < 20; i++) {
      Thread.onSpinWait();
    }
    turns = before + 1;
    lock.leave();
  }

  private static void runAll(List<Thread> threads) throws InterruptedException {
    threads.forEach(Thread::start);
    for (Thread t : threads) {
      t.join();
    }
  }

  @Test
  void aThreadThatComesInFindsNobodyInside() throws InterruptedException {
    var lock = new RankLock();
    var visitorsLeft = new AtomicInteger(2);
    long[] owners = {0};
    Runnable owner =
        () -> {
          while (visitorsLeft.get() > 0) {
            turn(lock);
            owners[0]++;
            if (lock.isWanted()) { // as Progress does between two polls
              LockSupport.parkNanos(1);
            }
          }
        };
    Runnable visitor =
        () -> {
          for (int i = 0; i < SELDOM; i++) {
            turn(lock);
            LockSupport.parkNanos(i % 2 == 0 ? 1 : A_MOMENT_NANOS);
          }
          visitorsLeft.decrementAndGet();
        };
    runAll(
        List.of(
            Thread.ofPlatform().unstarted(owner),
            Thread.ofPlatform().unstarted(visitor),
            Thread.ofVirtual().unstarted(visitor)));

    assertThat(turns).isEqualTo(owners[0] + 2L * SELDOM);
  }

  @Test
  void threadsTakeTurns() throws InterruptedException {
    var lock = new RankLock();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      var random = new Random(t);
      threads.add(
          Thread.ofPlatform()
              .unstarted(
                  () -> {
                    for (int i = 0; i < OFTEN; i++) {
                      longTurn(lock);
                      if (random.nextInt(50) == 0) {
                        LockSupport.parkNanos(1);
                      }
                    }
                  }));
    }
    runAll(threads);

    assertThat(turns).isEqualTo(4L * OFTEN);
  }

  @Test
  void whoGivesUpLeavesTheLockToWhoHasIt() throws InterruptedException {
    var lock = new RankLock();
    turn(lock);
    lock.enter();
    boolean[] entered = {true};
    runAll(List.of(Thread.ofPlatform().unstarted(() -> entered[0] = lock.tryEnter(1_000_000))));
    assertThat(entered[0]).isFalse();
    // Given up or not, the one inside is alone.
    runAll(List.of(Thread.ofPlatform().unstarted(() -> entered[0] = lock.tryEnter(0))));
    assertThat(entered[0]).isFalse();
    lock.leave();

    runAll(List.of(Thread.ofPlatform().unstarted(() -> entered[0] = lock.tryEnter(0))));
    assertThat(entered[0]).isTrue();
  }

  @Test
  void theLockKnowsWhetherOneThreadHasHadIt() throws InterruptedException {
    var lock = new RankLock();
    turn(lock);
    runAll(
        List.of(
            Thread.ofPlatform()
                .unstarted(
                    () -> {
                      assertThat(lock.tryEnter(0)).isTrue();
                      lock.leave();
                    })));
    assertThat(lock.hasOneThread()).as("a watcher does not count").isTrue();
    runAll(List.of(Thread.ofVirtual().unstarted(() -> turn(lock))));
    assertThat(lock.hasOneThread()).isFalse();
    turn(lock);
    assertThat(lock.hasOneThread()).isFalse();

    assertThat(turns).isEqualTo(3);
  }

  @Test
  void whoWaitsIsSeenByTheHolder() throws InterruptedException {
    var lock = new RankLock();
    turn(lock);
    lock.enter();
    assertThat(lock.isWanted()).isFalse();
    Thread other = Thread.ofPlatform().start(() -> turn(lock));
    while (!lock.isWanted()) {
      Thread.onSpinWait();
    }
    lock.leave();
    other.join();

    assertThat(lock.isWanted()).isFalse();
    assertThat(turns).isEqualTo(2);
  }
}
