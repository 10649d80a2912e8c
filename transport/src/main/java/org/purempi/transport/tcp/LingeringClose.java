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
final class LingeringClose {
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Selector selector;
  private final List<Lingering> open = new ArrayList<>();
  private final Block scratch = new Block(Buffers.SMALL_BYTES);

  /** One connection. */
  static final class Lingering {
    private final Connection connection;
    private final long deadlineNanos = System.nanoTime() + LINGER_NANOS;
    private boolean hasSaid;

    private Lingering(Connection connection) {
      this.connection = connection;
    }
  }

  LingeringClose(Selector selector) {
    this.selector = selector;
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  void begin(List<Connection> live) {
    for (Connection connection : live) {
      connection.bye();
      Lingering one = new Lingering(connection);
      open.add(one);
      try {
        // Forgets cancelled keys: this connection's may be one.
        selector.selectNow();
        connection.pipe().channel().register(selector, SelectionKey.OP_WRITE, one);
        advance(one);
      } catch (IOException e) {
        forget(one); // the peer is gone
      }
    }
  }

  void advance(Lingering one) {
    Connection c = one.connection;
    Pipe pipe = c.pipe();
    SelectionKey key = pipe.channel().keyFor(selector);
    try {
      if (!c.flush()) {
        ConnectionManager.interest(key, SelectionKey.OP_WRITE);
        return;
      }
      if (!one.hasSaid) {
        one.hasSaid = true;
        pipe.shutdownOutput();
      }
      ConnectionManager.interest(key, SelectionKey.OP_READ);
      int bytes = 1;
      while (bytes > 0) {
        bytes = pipe.read(scratch.part(0, scratch.capacity()));
      }
      if (bytes < 0) {
        forget(one);
      }
    } catch (IOException e) {
      forget(one); // the peer is gone
    }
  }

  /** Gives up those that take too long. */
  void lookAtTheClock(long nowNanos) {
    for (Lingering one : List.copyOf(open)) {
      if (nowNanos - one.deadlineNanos > 0) {
        forget(one);
      }
    }
  }

  private void forget(Lingering one) {
    open.remove(one);
    ConnectionManager.close(one.connection.pipe());
  }
}
