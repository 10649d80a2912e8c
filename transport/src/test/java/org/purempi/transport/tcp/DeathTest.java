package org.purempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.channel.PlainPipe;
import org.purempi.transport.Cursor;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Offer;

/** A rank dies without a goodbye, or begins to talk nonsense: the other one is told, once. */
@Timeout(60)
class DeathTest {
  private static final JobKey KEY = JobKey.random();

  private static final class Witness implements FrameHandler {
    final List<String> obituaries = new ArrayList<>();
    int frames;

    @Override
    public void frame(
        int peer,
        long word0,
        long word1,
        long word2,
        MemorySegment memory,
        long offset,
        int bytes) {
      frames++;
    }

    @Override
    public void gone(int peer, String reason, boolean inPeace) {
      assertThat(inPeace).isFalse();
      obituaries.add(reason);
    }

    void watch(TcpTransport transport) {
      while (obituaries.isEmpty()) {
        transport.poll(this);
        Thread.onSpinWait();
      }
      for (int i = 0; i < 10; i++) {
        transport.poll(this);
      }
      assertThat(obituaries).hasSize(1);
    }
  }

  /** Rank 1 of 2, as far as the proof. */
  private static SocketChannel connect(String card) throws IOException {
    SocketChannel channel = SocketChannel.open(BusinessCard.parse(card).socket());
    channel.configureBlocking(false);
    Handshake handshake =
        new Handshake(
            new PlainPipe(channel), new Handshake.Identity(1, 2, "job", KEY), 0, Long.MAX_VALUE);
    while (!handshake.advance(peer -> true)) {
      Thread.onSpinWait();
    }
    assertThat(handshake.verdict()).isEqualTo(Handshake.WELCOME);
    channel.configureBlocking(true);
    return channel;
  }

  private static ByteBuffer frame(int length) {
    byte[] frame = new byte[Wire.frameBytes(length)];
    Wire.frame(MemorySegment.ofArray(frame), 0, 1, 2, 3, Cursor.over(new byte[length]), length);
    return ByteBuffer.wrap(frame);
  }

  private static TcpTransport open(TcpListener door) throws IOException {
    List<String> cards = List.of(door.card(), "");
    return TcpTransport.open(door, 0, 2, "job", KEY, cards::get);
  }

  @Test
  void aRankThatDiesAfterAFrameIsDeadAfterIt() throws IOException {
    for (boolean isReset : new boolean[] {false, true}) {
      TcpListener door = TcpListener.open(TcpSettings.loopback());
      try (TcpTransport transport = open(door)) {
        SocketChannel peer = connect(door.card());
        peer.write(frame(100));
        Witness witness = new Witness();
        while (witness.frames == 0) {
          transport.poll(witness);
        }
        // Half a frame more: never completed.
        peer.write(frame(100).limit(50));
        if (isReset) {
          peer.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        peer.close();
        witness.watch(transport);
        assertThat(witness.frames).isEqualTo(1);
        assertThat(witness.obituaries.getFirst()).matches("rank 1 on host \\S+ has died: .*");
        assertThat(transport.endpoint(1).offer(0, 0, 0, Cursor.over(new byte[0]), 0))
            .isEqualTo(Offer.FAILED);
        assertThat(transport.endpoint(1).failure()).contains("has died");
      }
    }
  }

  @Test
  void nonsenseClosesThatConnectionAndIsCounted() throws IOException {
    TcpListener door = TcpListener.open(TcpSettings.loopback());
    try (TcpTransport transport = open(door);
        SocketChannel peer = connect(door.card())) {
      ByteBuffer nonsense = ByteBuffer.allocate(64).putLong(0, -1);
      peer.write(nonsense);
      Witness witness = new Witness();
      witness.watch(transport);
      assertThat(witness.obituaries.getFirst()).contains("not a frame of purempi");
      assertThat(transport.counters().malformed()).isEqualTo(1);
      // The socket is closed at once, not some time later.
      assertThat(peer.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    } catch (IOException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }

  @Test
  void aSecondConnectionOfAPairIsNotWelcome() throws IOException {
    TcpListener door = TcpListener.open(TcpSettings.loopback());
    try (TcpTransport transport = open(door);
        SocketChannel first = connect(door.card());
        SocketChannel second = SocketChannel.open(BusinessCard.parse(door.card()).socket())) {
      second.configureBlocking(false);
      Handshake again =
          new Handshake(
              new PlainPipe(second), new Handshake.Identity(1, 2, "job", KEY), 0, Long.MAX_VALUE);
      while (!again.advance(peer -> true)) {
        Thread.onSpinWait();
      }
      assertThat(again.verdict()).isEqualTo(Handshake.CROSSED);
      first.write(frame(8));
      Witness witness = new Witness();
      while (witness.frames == 0) {
        transport.poll(witness);
      }
      assertThat(transport.counters().connections()).isEqualTo(1);
    }
  }

  @Test
  @Tag("full")
  void aRankThatLivesAndReadsNothingForLongIsNotGivenUp() throws Exception {
    TcpListener door = TcpListener.open(TcpSettings.loopback());
    try (TcpTransport transport = open(door);
        SocketChannel peer = connect(door.card())) {
      peer.write(frame(8));
      Witness witness = new Witness();
      while (witness.frames == 0) {
        transport.poll(witness);
      }
      byte[] much = new byte[Wire.MAX_PAYLOAD_BYTES];
      while (transport.endpoint(1).offer(0, 0, 0, Cursor.over(much), much.length) == Offer.OK) {
        // The peer's buffer fills.
      }
      for (int seconds = 0; seconds < 35; seconds++) {
        transport.poll(witness);
        TimeUnit.SECONDS.sleep(1);
      }
      assertThat(witness.obituaries).isEmpty();
    }
  }
}
