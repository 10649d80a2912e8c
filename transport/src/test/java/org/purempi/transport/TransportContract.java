package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every transport promises. A subclass opens the ranks; the tests are the same for all. Those
 * whose ranks share memory promise more: {@link SharedMemoryContract}.
 */
@Timeout(60)
abstract class TransportContract extends FrameContract {
  @Test
  void ranksThatShareMemoryFormGroups() {
    int ranks = 4;
    try (Job job = open(ranks)) {
      for (int a = 0; a < ranks; a++) {
        assertThat(job.rank(a).sharesMemory(a)).isTrue();
        for (int b = 0; b < ranks; b++) {
          boolean together = job.rank(a).sharesMemory(b);
          assertThat(job.rank(b).sharesMemory(a)).isEqualTo(together);
          for (int c = 0; together && c < ranks; c++) {
            assertThat(job.rank(b).sharesMemory(c)).isEqualTo(job.rank(a).sharesMemory(c));
          }
        }
      }
    }
  }

  @Test
  void ranksThatShareMemoryCountTheSameCores() {
    try (Job job = open(4)) {
      for (int peer = 0; peer < 4; peer++) {
        assertThat(job.rank(peer).cores()).isPositive();
        if (job.rank(0).sharesMemory(peer)) {
          assertThat(job.rank(peer).cores()).isEqualTo(job.rank(0).cores());
          assertThat(job.rank(peer).sharesCores()).isEqualTo(job.rank(0).sharesCores());
        }
      }
    }
  }

  @Test
  void aHandlerMayOffer() {
    try (Job job = open(2)) {
      offer(job.rank(0), 1, 11, 0, 0, pattern(50, 1));
      pollUntil(
          job.rank(1),
          (peer, w0, w1, w2, memory, offset, bytes) ->
              offer(job.rank(1), peer, Cursor.over(memory.asSlice(offset, bytes)), bytes));
      assertThat(next(job.rank(0)).payload()).isEqualTo(pattern(50, 1));
    }
  }

  @Test
  void aFrameWhoseHandlerThrowsIsTakenAndTheNextOneFollows() {
    try (Job job = open(2)) {
      for (int i = 0; i < 3; i++) {
        offer(job.rank(0), 1, i, 0, 0, new byte[0]);
      }
      FrameHandler thrower =
          (peer, word0, w1, w2, memory, offset, bytes) -> {
            throw new IllegalStateException("frame " + word0);
          };
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> pollUntil(job.rank(1), thrower)).hasMessage("frame " + i);
      }
      assertThat(next(job.rank(1)).word0()).isEqualTo(2);
    }
  }

  @Test
  void aSourceThatThrowsSendsNothingAndBlocksNobody() {
    try (Job job = open(3)) {
      Source thrower = new ThrowingSource();
      for (int sender = 0; sender < 2; sender++) {
        Endpoint endpoint = job.rank(sender).endpoint(2);
        assertThatThrownBy(() -> offerUntilTaken(endpoint, thrower, 8))
            .hasMessage("the user's memory is gone");
        offer(job.rank(sender), 2, sender, 0, 0, pattern(8, sender));
      }
      List<Long> words = new ArrayList<>(List.of(next(job.rank(2)).word0()));
      words.add(next(job.rank(2)).word0());
      assertThat(words).containsExactlyInAnyOrder(0L, 1L);
    }
  }

  @Test
  void framesOfferedBeforeARankLeftStayReadable() {
    try (Job job = open(2)) {
      offer(job.rank(0), 1, 77, 0, 0, pattern(500, 2));
      job.rank(0).close();
      Frame frame = next(job.rank(1));
      assertThat(frame.word0()).isEqualTo(77);
      assertThat(frame.payload()).isEqualTo(pattern(500, 2));
    }
  }

  @Test
  void offersToARankThatLeftFailInsteadOfBeingBusyForEver() {
    try (Job job = open(2)) {
      job.rank(1).close();
      while (job.rank(0).endpoint(1).offer(0, 0, 0, NO_PAYLOAD, 0) != Offer.FAILED) {
        Together.pause();
      }
    }
  }

  @Test
  void aSleeperIsWokenByAFrame() throws Exception {
    int frames = 20;
    try (Job job = open(2)) {
      AtomicInteger woken = new AtomicInteger();
      Together.run(
          List.of(
              () -> {
                for (int i = 0; i < frames; i++) {
                  assertThat(nextAsleep(job.rank(1)).word0()).isEqualTo(i);
                  woken.incrementAndGet();
                }
                return null;
              },
              () -> {
                for (int i = 0; i < frames; i++) {
                  while (woken.get() < i) {
                    Together.pause();
                  }
                  Thread.sleep(i % 5);
                  offer(job.rank(0), 1, i, 0, 0, new byte[0]);
                }
                return null;
              }));
    }
  }

  @Test
  void aSleeperIsWokenByAFrameOfAnotherThreadOfItsRank() throws Exception {
    try (Job job = open(2)) {
      CountDownLatch armed = new CountDownLatch(1);
      long start = System.nanoTime();
      Thread sleeper =
          Thread.ofPlatform()
              .start(
                  () -> {
                    Doorbell bell = job.rank(0).doorbell();
                    bell.arm();
                    armed.countDown();
                    bell.sleep(TimeUnit.SECONDS.toNanos(50));
                    bell.disarm();
                  });
      armed.await();
      offer(job.rank(0), 0, 5, 0, 0, new byte[0]);
      sleeper.join();
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(40));
      assertThat(next(job.rank(0)).word0()).isEqualTo(5);
    }
  }

  @Test
  void aRingBeforeSleepMakesItReturnAtOnce() {
    try (Job job = open(2)) {
      Doorbell bell = job.rank(0).doorbell();
      bell.arm();
      bell.ring();
      long start = System.nanoTime();
      bell.sleep(TimeUnit.SECONDS.toNanos(50));
      bell.disarm();
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(40));
    }
  }

  @Test
  void anotherThreadOfTheRankCanRing() throws Exception {
    try (Job job = open(2)) {
      Doorbell bell = job.rank(0).doorbell();
      AtomicInteger rung = new AtomicInteger();
      Together.run(
          List.of(
              () -> {
                while (rung.get() == 0) {
                  bell.arm();
                  bell.sleep(TimeUnit.SECONDS.toNanos(50));
                  bell.disarm();
                }
                return null;
              },
              () -> {
                Thread.sleep(30);
                rung.set(1);
                bell.ring();
                return null;
              }));
    }
  }

  @Test
  void anInterruptedRankSleepsAndStaysInterrupted() {
    try (Job job = open(2)) {
      Doorbell bell = job.rank(0).doorbell();
      Thread.currentThread().interrupt();
      long start = System.nanoTime();
      int sleeps = 0;
      // A sleep may end early, but not each of them: that would be spinning.
      for (; System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(200); sleeps++) {
        bell.arm();
        bell.sleep(TimeUnit.MILLISECONDS.toNanos(100));
        bell.disarm();
      }
      assertThat(Thread.interrupted()).isTrue();
      assertThat(sleeps).isLessThan(100);
    }
  }

  @Test
  void sleepEndsWhenItsTimeIsOver() {
    try (Job job = open(2)) {
      Doorbell bell = job.rank(0).doorbell();
      bell.arm();
      bell.sleep(TimeUnit.MILLISECONDS.toNanos(3));
      bell.sleep(0);
      bell.disarm();
      assertThat(job.rank(0).poll(refuseAll())).isZero();
    }
  }

  private static final class ThrowingSource implements Source {
    @Override
    public long remainingBytes() {
      return 8;
    }

    @Override
    public void read(MemorySegment target, long targetOffset, long bytes) {
      throw new IllegalStateException("the user's memory is gone");
    }

    @Override
    public void position(long positionBytes) {
      throw new IllegalStateException("not to be moved");
    }

    @Override
    public MemorySegment contiguous() {
      throw new IllegalStateException("the user's memory is gone");
    }
  }
}
