package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.progress.Patience;
import org.purempi.transport.thread.ThreadHub;

@Timeout(20)
class PeerTableTest {
  @Test
  void peersAreFoundByNumberAndListedInOrder() {
    int ranks = 1000;
    var hub = new ThreadHub(ranks);
    var engine = new Engine(hub.transport(0), new Patience(1, 1), 1 << 20);
    var table = new PeerTable();
    assertThat(table.all()).isEmpty();
    int[] met = {999, 0, 64, 63, 128};
    for (int one : met) {
      assertThat(table.get(one)).isNull();
      table.put(one, new Peer(engine, one, hub.transport(0).endpoint(one)));
    }
    assertThat(table.all()).extracting(peer -> peer.index).containsExactly(0, 63, 64, 128, 999);
    for (int one : met) {
      assertThat(table.get(one)).extracting(peer -> peer.index).isEqualTo(one);
    }
    assertThat(table.get(500)).isNull();
  }
}
