package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.TcpListener;
import org.purempi.transport.tcp.TcpSettings;
import org.purempi.transport.tcp.TcpTransport;

/** Nobody who does not know the job's key gets in, or keeps those out who do. */
@Timeout(60)
class TcpStrangersTest {
  private static final Source NO_PAYLOAD = Cursor.over(new byte[0]);

  private static Offer finalAnswer(TcpTransport from, int to) {
    Offer answer = Offer.BUSY;
    while (answer == Offer.BUSY) {
      answer = from.endpoint(to).offer(1, 2, 3, NO_PAYLOAD, 0);
      Together.pause();
    }
    return answer;
  }

  @Test
  void aRankWithAnotherKeyCannotTalkToUs() throws IOException {
    TcpListener mine = TcpListener.open(TcpSettings.loopback());
    TcpListener its = TcpListener.open(TcpSettings.loopback());
    List<String> cards = List.of(mine.card(), its.card());
    try (TcpTransport me = TcpTransport.open(mine, 0, 2, "job", JobKey.random(), cards::get);
        TcpTransport it = TcpTransport.open(its, 1, 2, "job", JobKey.random(), cards::get)) {
      assertThat(finalAnswer(it, 0)).isEqualTo(Offer.FAILED);
      assertThat(it.endpoint(0).failure())
          .contains("rank 0")
          .contains("localhost")
          .contains("does not know the job's key");
      assertThat(me.counters().connections()).isZero();
    }
  }

  @Test
  void aFloodOfStrangersKeepsNobodyOut() throws IOException {
    TcpListener door = TcpListener.open(TcpSettings.loopback());
    TcpListener other = TcpListener.open(TcpSettings.loopback());
    List<String> cards = List.of(door.card(), other.card());
    JobKey key = JobKey.random();
    List<SocketChannel> strangers = new ArrayList<>();
    try (TcpTransport zero = TcpTransport.open(door, 0, 2, "job", key, cards::get);
        TcpTransport one = TcpTransport.open(other, 1, 2, "job", key, cards::get)) {
      flood(strangers, port(cards.get(0)));
      assertThat(finalAnswer(one, 0)).isEqualTo(Offer.OK);
      int[] frames = new int[1];
      while (frames[0] == 0) {
        zero.poll((peer, w0, w1, w2, memory, offset, bytes) -> frames[0]++);
        Together.pause();
      }
      assertThat(zero.counters().connections()).isEqualTo(1);
      assertThat(zero.counters().refused()).as("strangers turned away").isGreaterThan(100);
    } finally {
      for (SocketChannel stranger : strangers) {
        stranger.close();
      }
    }
  }

  /** Some say nothing, some talk nonsense, some begin well. */
  private static void flood(List<SocketChannel> strangers, int port) throws IOException {
    for (int i = 0; i < 300; i++) {
      SocketChannel stranger =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      strangers.add(stranger);
      byte[] words =
          switch (i % 3) {
            case 0 -> new byte[0];
            case 1 ->
                "GET / HTTP/1.1\r\nHost: somebody who is wrong here by mistake\r\n\r\n\r\n"
                    .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            default -> new byte[] {'P', 'U', 'R', 'E', 'M', 'P', 'I', 1};
          };
      stranger.write(ByteBuffer.wrap(words));
    }
  }

  @Test
  void encryptedRanksTalkAndOneThatIsNotEncryptedIsRefused() throws IOException {
    TcpSettings encrypted = TcpSettings.loopback().withEncryption(true);
    try (TcpTransportTest.TcpJob job = TcpTransportTest.TcpJob.open(encrypted, 2)) {
      assertThat(finalAnswer(job.rank(0), 1)).isEqualTo(Offer.OK);
      byte[] payload = TransportRig.pattern(60_000, 3);
      for (int i = 0; i < 20; i++) {
        TransportRig.offer(job.rank(0), 1, i, 0, 0, payload);
      }
      int[] frames = new int[1];
      while (frames[0] < 21) {
        job.rank(1)
            .poll(
                (peer, w0, w1, w2, memory, offset, bytes) -> {
                  frames[0]++;
                  boolean isSame =
                      bytes == 0
                          || memory.asSlice(offset, bytes).mismatch(MemorySegment.ofArray(payload))
                              < 0;
                  assertThat(isSame).isTrue();
                });
        job.rank(0).poll((peer, w0, w1, w2, memory, offset, bytes) -> {});
      }
    }
    TcpListener door = TcpListener.open(encrypted);
    List<String> cards = List.of(door.card(), "");
    try (TcpTransport zero = TcpTransport.open(door, 0, 2, "job", JobKey.random(), cards::get);
        SocketChannel plain =
            SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port(cards.get(0))))) {
      plain.write(ByteBuffer.wrap(new byte[] {'P', 'U', 'R', 'E', 'M', 'P', 'I', 1, 0, 0, 0, 0}));
      while (zero.counters().refused() == 0) {
        Together.pause();
      }
    }
  }

  private static int port(String card) {
    return Integer.parseInt(card.split(",", -1)[1]);
  }

  @Test
  void aRankThatNobodyAnswersForFailsWithItsAddress() throws IOException {
    TcpListener mine = TcpListener.open(TcpSettings.loopback());
    TcpListener gone = TcpListener.open(TcpSettings.loopback());
    List<String> cards = List.of(mine.card(), gone.card());
    gone.close();
    try (TcpTransport me = TcpTransport.open(mine, 0, 2, "job", JobKey.random(), cards::get)) {
      assertThat(finalAnswer(me, 1)).isEqualTo(Offer.FAILED);
      assertThat(me.endpoint(1).failure())
          .contains("rank 1")
          .contains("host localhost (127.0.0.1:" + port(cards.get(1)) + ")")
          .contains("refused");
    }
  }

  @Test
  void aRankWithoutAnAddressFailsWithTheReason() throws IOException {
    TcpListener mine = TcpListener.open(TcpSettings.loopback());
    try (TcpTransport me =
        TcpTransport.open(
            mine,
            0,
            2,
            "job",
            JobKey.random(),
            rank -> {
              throw new IOException("no rank has published it");
            })) {
      assertThat(finalAnswer(me, 1)).isEqualTo(Offer.FAILED);
      assertThat(me.endpoint(1).failure()).contains("no rank has published it");
    }
  }
}
