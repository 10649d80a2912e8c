package org.purempi.learn.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.purempi.Communicator;
import org.purempi.junit.Ranks;

/** Where keys lie. */
class SchedulerTest {
  @Test
  @Ranks(value = 1, seconds = 90)
  void rangesOfKeysAreBalancedOverServers(Communicator world) {
    int[] servers = {4, 5, 6};
    var scheduler = new Scheduler(new BitSet(), new Outbox(world), servers, 64);
    long[] bytes = new long[7];
    Set<Integer> shards = new HashSet<>();
    int ranges = 0;
    for (int key = 0; key < 50; key++) {
      long length = 4L * (1 + key * key % 97);
      int[] places = scheduler.place(length);
      int parts = places.length / 2;
      assertThat(parts).isEqualTo((int) Math.ceilDiv(length, 64L));
      for (int part = 0; part < parts; part++) {
        bytes[places[2 * part]] += length / parts;
        shards.add(places[2 * part + 1]);
        ranges++;
      }
    }
    assertThat(shards).hasSize(ranges);
    for (int server : servers) {
      assertThat(Math.abs(bytes[server] - bytes[servers[0]])).isLessThanOrEqualTo(64);
    }
  }
}
