package org.purempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.channel.PlainPipe;
import org.purempi.os.fast.DirectSocket;
import org.purempi.transport.Cursor;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Offer;

/**
 * Payloads that go from one array to another without a buffer between, among others that do not.
 */
@Timeout(120)
class LandingTest {
  private static final long SEED = 20_261_122;
  private static final int FRAMES = 3_000;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final List<SocketChannel> ends = new ArrayList<>();
  private Connection sender;
  private Connection receiver;

  /** Gives the payload of every second long frame a place, and notes what came. */
  private static final class Host implements FrameHandler {
    final List<Integer> hashes = new ArrayList<>();
    private byte[] place = {};
    private int landed;

    @Override
    public void frame(
        int peer, long word0, long word1, long word2, MemorySegment memory, long at, int bytes) {
      note(word1, memory.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE));
    }

    @Override
    public @Nullable MemorySegment landing(
        int peer, long word0, long word1, long word2, int bytes) {
      place = new byte[bytes];
      return word1 % 2 == 0 ? MemorySegment.ofArray(place) : null;
    }

    @Override
    public void landed(int peer, long word0, long word1, long word2, int bytes) {
      assertThat(bytes).isEqualTo(place.length);
      assertThat(word0).isEqualTo(~word2);
      landed++;
      note(word1, place);
    }

    private void note(long word1, byte[] payload) {
      assertThat(word1).isEqualTo(hashes.size());
      hashes.add(Arrays.hashCode(payload));
    }
  }

  @BeforeEach
  void connect() throws Exception {
    while (!DirectSocket.isReady() && DirectSocket.isPending()) {
      Thread.sleep(1);
    }
    assumeThat(DirectSocket.isReady()).as("native calls are possible here").isTrue();
    try (var door = ServerSocketChannel.open()) {
      door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      ends.add(SocketChannel.open(door.getLocalAddress()));
      ends.add(door.accept());
    }
    for (SocketChannel end : ends) {
      end.configureBlocking(false);
    }
    sender = new Connection(1, new PlainPipe(ends.get(0)), new Buffers());
    receiver = new Connection(0, new PlainPipe(ends.get(1)), new Buffers());
  }

  @AfterEach
  void hangUp() throws IOException {
    for (SocketChannel end : ends) {
      end.close();
    }
  }

  private byte[] payload() {
    int kind = random.nextInt(3);
    int most = Wire.MAX_PAYLOAD_BYTES;
    byte[] payload =
        new byte[kind == 0 ? random.nextInt(100) : kind == 1 ? most : random.nextInt(most)];
    random.nextBytes(payload);
    return payload;
  }

  @Test
  void framesComeInOrderWhereverTheirPayloadsGo() {
    Host host = new Host();
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < FRAMES; i++) {
      byte[] payload = payload();
      expected.add(Arrays.hashCode(payload));
      long word = random.nextLong();
      Cursor cursor = Cursor.over(payload);
      while (sender.offer(word, i, ~word, cursor, payload.length) != Offer.OK) {
        receiver.receive(host);
      }
      if (random.nextInt(3) == 0) {
        receiver.receive(host);
      }
    }
    while (host.hashes.size() < FRAMES) {
      sender.flush();
      receiver.receive(host);
    }
    assertThat(host.hashes).as("seed %d", SEED).isEqualTo(expected);
    assertThat(host.landed).isPositive();
    assertThat(sender.sendFailure()).isNull();
    assertThat(receiver.ending()).isNull();
  }

  @Test
  void streamsComeInOrderWhereverTheyGo() {
    ByteArrayOutputStream came = new ByteArrayOutputStream();
    int[] landed = new int[1];
    FrameHandler host =
        new FrameHandler() {
          private byte[] place = {};

          @Override
          public void frame(
              int peer, long w0, long w1, long w2, MemorySegment memory, long at, int bytes) {
            came.writeBytes(memory.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE));
          }

          @Override
          public @Nullable MemorySegment landing(
              int peer, long w0, long word1, long w2, int bytes) {
            place = new byte[bytes];
            return word1 % 2 == 0 ? MemorySegment.ofArray(place) : null;
          }

          @Override
          public void landed(int peer, long w0, long w1, long w2, int bytes) {
            landed[0] += bytes;
            came.writeBytes(place);
          }
        };
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int i = 0; i < 60; i++) {
      byte[] all = new byte[random.nextInt(3 << 20)];
      random.nextBytes(all);
      expected.writeBytes(all);
      Cursor cursor = Cursor.over(all);
      while (cursor.remainingBytes() > 0) {
        assertThat(sender.stream(0, i, 0, cursor, cursor.remainingBytes()))
            .isNotEqualTo(Endpoint.LOST);
        receiver.receive(host);
      }
    }
    while (came.size() < expected.size()) {
      sender.flush();
      receiver.receive(host);
    }
    assertThat(came.toByteArray()).as("seed %d", SEED).isEqualTo(expected.toByteArray());
    assertThat(landed[0]).isGreaterThan(expected.size() / 4);
    assertThat(receiver.ending()).isNull();
  }

  @Test
  void aHandlerThatThrowsLosesOneFrameAndNotTheBeginningOfTheNext() {
    int frames = Buffers.LARGE_BYTES / Wire.MAX_PAYLOAD_BYTES;
    byte[] most = new byte[Wire.MAX_PAYLOAD_BYTES];
    for (int i = 0; i < frames; i++) {
      assertThat(sender.offer(0, i, ~0, Cursor.over(most), most.length)).isEqualTo(Offer.OK);
    }
    List<Long> came = new ArrayList<>();
    FrameHandler thrower =
        (peer, w0, word1, w2, memory, at, bytes) -> {
          came.add(word1);
          throw new IllegalStateException("no");
        };
    while (came.size() < frames) {
      try {
        sender.flush();
        receiver.receive(thrower);
      } catch (IllegalStateException one) {
        assertThat(one).hasMessage("no");
      }
    }
    assertThat(came).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void aSenderThatLeavesInTheMiddleOfAFrameDoesNotSayGoodbye() {
    Cursor cursor = Cursor.over(new byte[64 << 20]);
    FrameHandler host = (peer, w0, w1, w2, memory, at, bytes) -> {};
    while (!sender.isMidFrame()) {
      sender.stream(0, 0, 0, cursor, cursor.remainingBytes());
    }
    assertThat(sender.offer(0, 0, 0, Cursor.over(new byte[8]), 8)).isEqualTo(Offer.BUSY);
    assertThat(sender.hasUnsent()).isTrue();
    sender.bye();
    assertThat(sender.hasUnsent()).isFalse();
    sender.giveUp();
    while (receiver.ending() == null) {
      receiver.receive(host);
    }
    assertThat(receiver.ending()).contains("died");
  }

  @Test
  void memoryThatIsClosedWhileItIsWrittenIsToldOnceAndDoesNotStopTheFramesBehind() {
    Arena arena = Arena.ofShared();
    List<Long> came = new ArrayList<>();
    FrameHandler host =
        new FrameHandler() {
          @Override
          public void frame(
              int peer, long w0, long word1, long w2, MemorySegment memory, long at, int bytes) {
            came.add(word1);
          }

          @Override
          public MemorySegment landing(int peer, long w0, long w1, long w2, int bytes) {
            return arena.allocate(bytes);
          }

          @Override
          public void landed(int peer, long w0, long word1, long w2, int bytes) {
            came.add(word1);
          }
        };
    byte[] most = new byte[Wire.MAX_PAYLOAD_BYTES];
    // The first tells the receiver that long frames come; of the second only the header is read.
    assertThat(sender.offer(0, 1, ~0, Cursor.over(most), most.length)).isEqualTo(Offer.OK);
    while (came.isEmpty()) {
      receiver.receive(host);
    }
    assertThat(sender.offer(0, 2, ~0, Cursor.over(most), most.length)).isEqualTo(Offer.OK);
    assertThat(sender.offer(0, 3, ~0, Cursor.over(new byte[8]), 8)).isEqualTo(Offer.OK);
    receiver.receive(host);
    arena.close();
    assertThatThrownBy(() -> receiver.receive(host)).isInstanceOf(IllegalStateException.class);
    while (came.size() < 3) {
      receiver.receive(host);
    }
    assertThat(came).containsExactly(1L, 2L, 3L);
  }
}
