package org.purempi.transport.tcp;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.purempi.channel.Pipe;

/**
 * The connections of a rank that leaves: what is left is written, goodbye is said, and what the
 * peer still sends is read and thrown away until it hangs up, too. Closing before would make the
 * system reset the connection, and what the peer has not read would be lost.
 */
final class Farewells {
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Selector selector;
  private final List<Farewell> open = new ArrayList<>();
  private final Block scratch = new Block(Buffers.SMALL_BYTES);

  /** One connection. */
  static final class Farewell {
    private final Connection connection;
    private final long deadlineNanos = System.nanoTime() + LINGER_NANOS;
    private boolean hasSaid;

    private Farewell(Connection connection) {
      this.connection = connection;
    }
  }

  Farewells(Selector selector) {
    this.selector = selector;
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  void begin(List<Connection> live) {
    for (Connection connection : live) {
      connection.bye();
      Farewell farewell = new Farewell(connection);
      open.add(farewell);
      try {
        // Forgets cancelled keys: this connection's may be one.
        selector.selectNow();
        connection.pipe().channel().register(selector, SelectionKey.OP_WRITE, farewell);
        advance(farewell);
      } catch (IOException e) {
        forget(farewell); // the peer is gone
      }
    }
  }

  void advance(Farewell farewell) {
    Connection c = farewell.connection;
    Pipe pipe = c.pipe();
    SelectionKey key = pipe.channel().keyFor(selector);
    try {
      if (!c.flush()) {
        Doorkeeper.interest(key, SelectionKey.OP_WRITE);
        return;
      }
      if (!farewell.hasSaid) {
        farewell.hasSaid = true;
        pipe.shutdownOutput();
      }
      Doorkeeper.interest(key, SelectionKey.OP_READ);
      int bytes = 1;
      while (bytes > 0) {
        bytes = pipe.read(scratch.part(0, scratch.capacity()));
      }
      if (bytes < 0) {
        forget(farewell);
      }
    } catch (IOException e) {
      forget(farewell); // the peer is gone
    }
  }

  /** Gives up those that take too long. */
  void lookAtTheClock(long nowNanos) {
    for (Farewell farewell : List.copyOf(open)) {
      if (nowNanos - farewell.deadlineNanos > 0) {
        forget(farewell);
      }
    }
  }

  private void forget(Farewell farewell) {
    open.remove(farewell);
    Doorkeeper.close(farewell.connection.pipe());
  }
}
