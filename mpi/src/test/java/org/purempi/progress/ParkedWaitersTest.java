package org.purempi.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.transport.thread.ThreadHub;

/** Threads that wait while another thread of their rank polls. */
@Timeout(60)
class ParkedWaitersTest {
  private static final int ROUNDS = 31;
  private static final long AWHILE_NANOS = 3_000_000;

  /** A parked thread looks by itself after 20 ms: on average 10 ms after what it waits for. */
  private static final long SOON_NANOS = 5_000_000;

  private static final class Event extends Completion {}

  private final Progress progress =
      new Progress(
          new ThreadHub(1).transport(0),
          (peer, word0, word1, word2, memory, offset, bytes) -> {},
          new Patience(1, 0));

  private final Event end = new Event();
  private Thread poller;

  @BeforeEach
  void somebodyPolls() {
    poller = waiter(end);
  }

  @AfterEach
  void nobodyPollsAnyMore() throws InterruptedException {
    complete(end);
    poller.join();
  }

  private Thread waiter(Completion c) {
    return Thread.ofPlatform()
        .start(
            () -> {
              progress.enter();
              progress.await(c);
              progress.leave();
            });
  }

  private void complete(Completion c) {
    progress.enter();
    progress.complete(c);
    progress.leave();
  }

  @Test
  void allThatWaitForTheSameAreWoken() throws InterruptedException {
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      Event c = new Event();
      List<Thread> waiters = List.of(waiter(c), waiter(c), waiter(c));
      LockSupport.parkNanos(AWHILE_NANOS);
      long begin = System.nanoTime();
      complete(c);
      for (Thread t : waiters) {
        t.join();
      }
      delays.add(System.nanoTime() - begin);
    }
    delays.sort(null);
    // Who is not woken looks by itself, and takes long each time.
    assertThat(delays.get(ROUNDS / 6))
        .as(
            "one of the shortest of %s",
            delays.stream().map(TimeUnit.NANOSECONDS::toMicros).toList())
        .isLessThan(SOON_NANOS);
  }
}
