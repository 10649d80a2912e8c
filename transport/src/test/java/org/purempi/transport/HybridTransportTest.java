package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.purempi.transport.tcp.HybridTransport;
import org.purempi.transport.tcp.TcpSettings;
import org.purempi.transport.thread.ThreadHub;

/** Even ranks are one host, odd ranks another: the contract holds within and between. */
class HybridTransportTest extends TransportContract {
  private static final int HOSTS = 2;
  private static final int BUFFER_BYTES = 32 << 10;

  @Override
  protected Job open(int ranks) {
    TcpTransportTest.TcpJob sockets =
        TcpTransportTest.TcpJob.open(TcpSettings.loopback().withBufferBytes(BUFFER_BYTES), ranks);
    Transport[] all = new Transport[ranks];
    for (int host = 0; host < Math.min(HOSTS, ranks); host++) {
      int[] members = members(host, ranks);
      ThreadHub hub = new ThreadHub(members.length);
      for (int i = 0; i < members.length; i++) {
        all[members[i]] = new HybridTransport(hub.transport(i), members, sockets.rank(members[i]));
      }
    }
    return new FaultyTransportContract.ListJob(List.of(all));
  }

  private static int[] members(int host, int ranks) {
    return IntStream.range(0, ranks).filter(r -> r % HOSTS == host).toArray();
  }

  @Override
  protected boolean deliversAtOnce() {
    return false;
  }

  @Test
  void aSleeperHearsBothKindsOfPeers() throws Exception {
    try (Job job = open(3)) {
      Together.run(
          List.of(
              () -> {
                List<Integer> heard = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                  heard.add(nextAsleep(job.rank(0)).peer());
                }
                assertThat(heard).contains(1, 2);
                return null;
              },
              () -> send(job.rank(1)),
              () -> send(job.rank(2))));
    }
  }

  private static Void send(Transport from) throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      Thread.sleep(i % 4);
      offer(from, 0, i, 0, 0, new byte[8]);
    }
    return null;
  }

  @Test
  void onlyTheRanksOfOneHostShareMemory() {
    try (Job job = open(4)) {
      for (int peer = 0; peer < 4; peer++) {
        assertThat(job.rank(1).sharesMemory(peer)).isEqualTo(peer % HOSTS == 1);
      }
    }
  }

  @Test
  void aRankOfAnotherHostIsNotBesideThisOne() throws Exception {
    try (Job job = open(4)) {
      sitOn(0, job.rank(1).occupancy());
      boolean hasTwo = sitOn(1, job.rank(3).occupancy());
      sitOn(1, job.rank(0).occupancy());
      assertThat(job.rank(1).occupancy().isBeside(3)).isEqualTo(hasTwo);
      assertThat(job.rank(1).occupancy().isBeside(0)).isFalse();
      job.rank(3).occupancy().vacate();
      assertThat(job.rank(1).occupancy().isBeside(3)).isFalse();
    }
  }

  @Test
  void memoryIsReservedForTheRanksOfOneHost() {
    try (Job job = open(4)) {
      for (int rank = 0; rank < 2; rank++) {
        Region region = reserve(job.rank(rank), 1000);
        map(job.rank(rank), region).fill((byte) 5);
        assertThat(
                map(job.rank(rank + 2), region).get(java.lang.foreign.ValueLayout.JAVA_BYTE, 999))
            .isEqualTo((byte) 5);
        assertThat(job.rank(1 - rank).map(region)).isNull();
        job.rank(rank + 2).release(region);
      }
    }
  }
}
