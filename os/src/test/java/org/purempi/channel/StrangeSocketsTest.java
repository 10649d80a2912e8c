package org.purempi.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class StrangeSocketsTest {
  /** Silent, and cannot be closed. */
  private static final class Stuck extends Socket {
    private static final SocketAddress SOMEWHERE =
        new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 1);

    @Override
    public SocketAddress getRemoteSocketAddress() {
      return SOMEWHERE;
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
      return SOMEWHERE;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(new byte[0]);
    }

    @Override
    public void close() throws IOException {
      throw new IOException("stuck");
    }
  }

  /** Has no descriptor left at first, then only callers that cannot be closed. */
  private static final class Door extends ServerSocket {
    private int calls;

    Door() throws IOException {}

    @Override
    public Socket accept() throws IOException {
      if (calls++ == 0) {
        throw new IOException("Too many open files");
      }
      return new Stuck();
    }
  }

  @Test
  @SuppressWarnings("try") // it is closed before
  void noTroubleOfOneEndsTheListening() throws IOException {
    var strangers = new StrangeSockets();
    @Nullable Socket first;
    try (var door = new Door()) {
      first = strangers.next(door);
      for (int i = 0; i < StrangeSockets.MOST_SILENT; i++) {
        assertThat(strangers.next(door)).isNotNull();
      }
      door.close();
      assertThat(strangers.next(door)).isNull();
    }
    assertThat(strangers.remove(Objects.requireNonNull(first)))
        .as("the eldest had to leave")
        .isFalse();
  }
}
