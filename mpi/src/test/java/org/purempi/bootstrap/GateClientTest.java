package org.purempi.bootstrap;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.pmi.PmiLine;
import org.purempi.transport.tcp.Introduction;
import org.purempi.transport.tcp.JobKey;

/** A rank on its way to the gate, and what it calls again for. */
@Timeout(60)
class GateClientTest {
  private static final int CALLS = 30;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final JobKey key = JobKey.derived("no secret", GateLines.PURPOSE);

  /** As a gate does that too many call, if the time is bad. */
  private void hangUpOnAll(ServerSocketChannel door) {
    while (door.isOpen()) {
      try (SocketChannel channel = door.accept()) {
        channel.configureBlocking(false);
        long deadlineNanos = System.nanoTime() + LIMIT_NANOS;
        var introduction = Introduction.ofHost(channel, GateLines.PURPOSE, key, deadlineNanos);
        while (!introduction.advance()) {
          Thread.onSpinWait();
        }
      } catch (IOException e) {
        // The caller has gone, or the test is over.
      }
    }
  }

  @Test
  void whoHangsUpIsNotTakenForAnotherUser() throws Exception {
    try (ServerSocketChannel door = ServerSocketChannel.open()) {
      door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Thread.ofPlatform().daemon().start(() -> hangUpOnAll(door));
      int port = door.socket().getLocalPort();
      var me = PmiLine.of(GateLines.MEET).with("rank", 1);
      var client = new GateClient(me, key, false, LIMIT_NANOS);
      for (int i = 0; i < CALLS; i++) {
        assertThatThrownBy(() -> client.attempt("localhost", port, System.nanoTime() + LIMIT_NANOS))
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(GateClient.HopelessException.class);
      }
    }
  }
}
