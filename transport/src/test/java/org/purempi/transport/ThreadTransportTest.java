package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.purempi.transport.thread.ThreadHub;

/** Ranks as threads keep the contract, a thousand of them too. */
class ThreadTransportTest extends SharedMemoryContract {
  private static final Source NO_PAYLOAD = Cursor.over(new byte[0]);
  private static final long NAP_NANOS = 20_000;

  @Override
  protected Job open(int ranks) {
    return new ThreadJob(new ThreadHub(ranks), ranks);
  }

  @Override
  protected boolean lendsHeapMemory() {
    return true;
  }

  private record ThreadJob(ThreadHub hub, int ranks) implements Job {
    @Override
    public Transport rank(int rank) {
      return hub.transport(rank);
    }

    @Override
    public void close() {
      for (int rank = 0; rank < ranks; rank++) {
        hub.transport(rank).close();
      }
    }
  }

  @Test
  void aHubWithoutRanksIsRefused() {
    assertThatThrownBy(() -> new ThreadHub(0)).hasMessageContaining("at least one rank, not 0");
  }

  @Test
  void aDescriptorThatWasReclaimedCannotBeBorrowed() {
    ThreadHub hub = new ThreadHub(2);
    long descriptor = hub.transport(0).endpoint(1).lend(Cursor.over(new byte[10]));
    hub.transport(0).endpoint(1).reclaim(descriptor);
    assertThatThrownBy(() -> hub.transport(1).borrow(0, descriptor))
        .hasMessageContaining("not lent");
  }

  @Test
  void aThousandVirtualThreadsTalkToTwentyPeersEachAndSleepInBetween() throws Exception {
    int ranks = 1000;
    int peers = 20;
    ThreadHub hub = new ThreadHub(ranks);
    CountDownLatch done = new CountDownLatch(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      Transport mine = hub.transport(rank);
      Thread.ofVirtual().start(() -> talk(mine, peers, done));
    }
    assertThat(done.await(50, TimeUnit.SECONDS)).as("%d ranks left", done.getCount()).isTrue();
  }

  /**
   * Sends one frame to each of the next ranks, twice, and waits for as many. Where there is no room
   * it sleeps a little: two virtual threads that only yield to each other can keep their carrier
   * from all those that have not begun yet, among them the one that would make room.
   */
  private static void talk(Transport mine, int peers, CountDownLatch done) {
    AtomicInteger got = new AtomicInteger();
    for (int round = 1; round <= 2; round++) {
      for (int i = 1; i <= peers; i++) {
        int peer = (mine.rank() + i) % mine.size();
        while (mine.endpoint(peer).offer(round, 0, 0, NO_PAYLOAD, 0) == Offer.BUSY) {
          mine.poll((from, w0, w1, w2, memory, offset, bytes) -> got.incrementAndGet());
          LockSupport.parkNanos(NAP_NANOS);
        }
      }
      while (got.get() < round * peers) {
        pollOrSleep(mine, got);
      }
    }
    done.countDown();
  }

  private static void pollOrSleep(Transport mine, AtomicInteger got) {
    Doorbell bell = mine.doorbell();
    bell.arm();
    if (mine.poll((from, w0, w1, w2, memory, offset, bytes) -> got.incrementAndGet()) == 0) {
      bell.sleep(TimeUnit.SECONDS.toNanos(40));
    }
    bell.disarm();
  }
}
