package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The faults that are injected stay within the contract. */
abstract class FaultyTransportContract extends SharedMemoryContract {
  private static final int BUSY_PERCENT = 20;
  private static final int LATE_PERCENT = 30;

  /** Opens the transports that are made faulty. */
  protected abstract Job sound(int ranks);

  @Override
  protected Job open(int ranks) {
    Job sound = sound(ranks);
    List<Transport> faulty = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      faulty.add(new FaultyTransport(sound.rank(rank), SEED + rank, BUSY_PERCENT, LATE_PERCENT));
    }
    return new ListJob(faulty);
  }

  @Override
  protected boolean deliversAtOnce() {
    return false;
  }

  /** Transports in rank order. */
  record ListJob(List<Transport> all) implements Job {
    @Override
    public Transport rank(int rank) {
      return all.get(rank);
    }

    @Override
    public void close() {
      all.forEach(Transport::close);
    }
  }

  @Test
  void someOffersAreRefusedAndSomeFramesAreLate() {
    try (Job job = open(2)) {
      Source nothing = Cursor.over(new byte[0]);
      int refused = 0;
      int late = 0;
      for (int i = 0; i < 200; i++) {
        while (job.rank(0).endpoint(1).offer(i, 0, 0, nothing, 0) == Offer.BUSY) {
          refused++;
        }
        while (job.rank(1).poll((peer, w0, w1, w2, memory, offset, bytes) -> {}) == 0) {
          late++;
        }
      }
      assertThat(refused).isBetween(20, 120);
      assertThat(late).isBetween(30, 200);
    }
  }

  @Test
  void framesOfDifferentPeersOvertakeEachOther() {
    try (Job job = open(3)) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        offer(job.rank(1), 0, i, 0, 0, new byte[0]);
        offer(job.rank(2), 0, i, 0, 0, new byte[0]);
        while (order.size() < 2 * (i + 1)) {
          job.rank(0).poll((peer, w0, w1, w2, memory, offset, bytes) -> order.add(peer));
        }
      }
      List<Integer> firsts = new ArrayList<>();
      for (int i = 0; i < order.size(); i += 2) {
        firsts.add(order.get(i));
      }
      assertThat(firsts).as("who came first, seed %d", SEED).contains(1, 2);
    }
  }

  @Test
  void aPeerFailsWhenATestSaysSo() {
    try (Job job = open(3)) {
      ((FaultyTransport) job.rank(0)).fail(1);
      Source nothing = Cursor.over(new byte[0]);
      assertThat(job.rank(0).endpoint(1).offer(0, 0, 0, nothing, 0)).isEqualTo(Offer.FAILED);
      assertThat(job.rank(0).endpoint(2).offer(0, 0, 0, nothing, 0)).isNotEqualTo(Offer.FAILED);
    }
  }
}
