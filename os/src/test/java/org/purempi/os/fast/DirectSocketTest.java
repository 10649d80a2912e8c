package org.purempi.os.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Arrays through a socket without a buffer between. */
@Timeout(60)
class DirectSocketTest {
  private static final int BYTES = 3_000_000;

  private record Pair(SocketChannel near, SocketChannel far) implements AutoCloseable {
    static Pair open(String address) throws IOException {
      try (var door = ServerSocketChannel.open()) {
        door.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
        var pair = new Pair(SocketChannel.open(door.getLocalAddress()), door.accept());
        pair.near.configureBlocking(false);
        pair.far.configureBlocking(false);
        return pair;
      }
    }

    @Override
    public void close() throws IOException {
      near.close();
      far.close();
    }
  }

  @BeforeAll
  static void bind() throws InterruptedException {
    while (!DirectSocket.isReady() && DirectSocket.isPending()) {
      Thread.sleep(1);
    }
    assumeThat(DirectSocket.isReady()).as("native calls are possible here").isTrue();
  }

  private static DirectSocket of(SocketChannel channel) throws IOException {
    return Objects.requireNonNull(DirectSocket.of(channel), "the channel's socket is found");
  }

  private static void carry(Pair pair) throws IOException {
    byte[] sent = new byte[BYTES];
    new SplittableRandom(11).nextBytes(sent);
    byte[] received = new byte[BYTES];
    DirectSocket from = of(pair.near);
    DirectSocket to = of(pair.far);
    int out = 0;
    int in = 0;
    while (in < BYTES) {
      if (out < BYTES) {
        out += from.write(MemorySegment.ofArray(sent), out, BYTES - out, out % 2 == 0);
      }
      in += to.read(MemorySegment.ofArray(received), in, BYTES - in);
    }
    assertThat(Arrays.equals(sent, received)).isTrue();
  }

  @Test
  void anArrayArrivesInAnArray() throws IOException {
    try (Pair pair = Pair.open("127.0.0.1")) {
      carry(pair);
    }
  }

  @Test
  void soItDoesOverTheNewerInternetProtocol() throws IOException {
    try (Pair pair = Pair.open("::1")) {
      carry(pair);
    } catch (SocketException e) {
      assumeThat(false).as("this machine has no ::1: %s", e).isTrue();
    }
  }

  @Test
  void nothingIsNotTheEnd() throws IOException {
    byte[] memory = new byte[8];
    try (Pair pair = Pair.open("127.0.0.1")) {
      DirectSocket socket = of(pair.near);
      assertThat(socket.read(MemorySegment.ofArray(memory), 0, 8)).isZero();
      pair.far.close();
      int bytes = 0;
      while (bytes == 0) {
        bytes = socket.read(MemorySegment.ofArray(memory), 0, 8);
      }
      assertThat(bytes).isEqualTo(-1);
    }
  }

  @Test
  void aConnectionThatBreaksIsReported() throws IOException {
    byte[] memory = new byte[1 << 16];
    try (Pair pair = Pair.open("127.0.0.1")) {
      DirectSocket socket = of(pair.near);
      pair.far.setOption(StandardSocketOptions.SO_LINGER, 0); // resets
      pair.far.close();
      assertThatThrownBy(
              () -> {
                while (true) {
                  socket.write(MemorySegment.ofArray(memory), 0, memory.length, false);
                }
              })
          .isInstanceOf(SocketException.class)
          .message()
          .containsAnyOf("reset", "Broken pipe");
    }
  }
}
