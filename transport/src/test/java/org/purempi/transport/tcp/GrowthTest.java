package org.purempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.transport.Cursor;
import org.purempi.transport.Offer;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/** A job to which ranks come later. */
@Timeout(60)
class GrowthTest {
  private static final JobKey KEY = JobKey.random();

  private final List<String> cards = new ArrayList<>();
  private final List<TcpTransport> ranks = new ArrayList<>();

  @AfterEach
  void close() {
    ranks.forEach(TcpTransport::close);
  }

  /** One more rank, of a job that is so large. */
  private TcpTransport join(int size) throws IOException {
    TcpListener listener = TcpListener.open(TcpSettings.loopback());
    cards.add(listener.card());
    var rank = TcpTransport.open(listener, ranks.size(), size, "job", KEY, cards::get);
    ranks.add(rank);
    return rank;
  }

  private static void exchange(Transport from, Transport to) {
    List<Integer> senders = new ArrayList<>();
    Offer offer = Offer.BUSY;
    while (senders.isEmpty()) {
      if (offer == Offer.BUSY) {
        offer = from.endpoint(to.rank()).offer(1, 2, 3, Cursor.over(new byte[8]), 8);
      }
      assertThat(offer).isNotEqualTo(Offer.FAILED);
      from.poll((peer, word0, word1, word2, memory, at, bytes) -> {});
      to.poll((peer, word0, word1, word2, memory, at, bytes) -> senders.add(peer));
    }
    assertThat(senders).containsExactly(from.rank());
  }

  @Test
  void aRankThatComesLaterCallsAndIsCalled() throws IOException {
    TcpTransport first = join(2);
    TcpTransport second = join(2);
    exchange(first, second);
    TcpTransport late = join(3);
    first.grow(3);
    second.grow(3);
    assertThat(first.size()).isEqualTo(3);
    exchange(late, first);
    exchange(first, late);
    exchange(second, late);
    exchange(late, second);
    exchange(second, first);
  }

  @Test
  void whoCallsBeforeItIsKnownIsLetInOnceItIs() throws Exception {
    TcpTransport first = join(1);
    TcpTransport late = join(2);
    assertThat(late.endpoint(0).offer(1, 2, 3, Cursor.over(new byte[8]), 8)).isEqualTo(Offer.BUSY);
    while (first.counters().refused() == 0) {
      late.poll((peer, word0, word1, word2, memory, at, bytes) -> {});
    }
    first.grow(2);
    exchange(late, first);
  }

  @Test
  void besideSharedMemoryWhoComesLaterComesByTcp() throws IOException {
    TcpTransport first = join(2);
    TcpTransport second = join(2);
    ThreadHub hub = new ThreadHub(2);
    int[] near = {0, 1};
    var firstOfHost = new HybridTransport(hub.transport(0), near, first);
    var secondOfHost = new HybridTransport(hub.transport(1), near, second);
    exchange(firstOfHost, secondOfHost);
    TcpTransport late = join(3);
    firstOfHost.grow(3);
    assertThat(firstOfHost.sharesMemory(1)).isTrue();
    assertThat(firstOfHost.sharesMemory(2)).isFalse();
    exchange(firstOfHost, late);
    exchange(late, firstOfHost);
    exchange(firstOfHost, secondOfHost);
  }

  @Test
  void aJobDoesNotShrink() throws IOException {
    TcpTransport first = join(2);
    assertThatThrownBy(() -> first.grow(1)).isInstanceOf(IllegalArgumentException.class);
  }
}
