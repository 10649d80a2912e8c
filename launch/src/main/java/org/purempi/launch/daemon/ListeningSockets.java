package org.purempi.launch.daemon;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Where a daemon listens: takes calls as long as the system lets it, and a moment later when it
 * does not. Used by the daemon's thread.
 */
final class ListeningSockets {
  private static final long BREATHER_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Takes a call. */
  interface Taker {
    void take(SocketChannel caller) throws IOException;
  }

  private final Selector selector;
  private final Taker taker;
  private final Consumer<String> note;
  private List<ServerSocketChannel> doors = List.of();
  private long deafUntilNanos;

  /**
   * @param note takes a line for the log
   */
  ListeningSockets(Selector selector, Taker taker, Consumer<String> note) {
    this.selector = selector;
    this.taker = taker;
    this.note = note;
  }

  /**
   * Begins to listen.
   *
   * @throws IOException when the port is taken
   */
  void open(Doors wanted) throws IOException {
    List<ServerSocketChannel> open = wanted.open();
    for (ServerSocketChannel door : open) {
      Daemon.Attachment callers = () -> accept(door);
      door.register(selector, SelectionKey.OP_ACCEPT, callers);
    }
    doors = open;
  }

  int port() {
    return doors.getFirst().socket().getLocalPort();
  }

  String addresses() {
    return doors.stream()
        .map(d -> d.socket().getInetAddress().getHostAddress() + ":" + d.socket().getLocalPort())
        .collect(Collectors.joining(" and "));
  }

  /** Whether calls are not taken for a moment. */
  boolean isDeaf() {
    return deafUntilNanos != 0;
  }

  private void accept(ServerSocketChannel door) {
    try {
      SocketChannel caller = door.accept();
      if (caller != null) {
        taker.take(caller);
      }
    } catch (IOException e) {
      note.accept("cannot accept a connection: " + e.getMessage() + "; waiting a second");
      deafUntilNanos = System.nanoTime() + BREATHER_NANOS;
      interest(0);
    }
  }

  /** What the doors wait for. */
  private void interest(int operations) {
    for (ServerSocketChannel door : doors) {
      SelectionKey its = door.keyFor(selector);
      if (its != null && its.isValid()) {
        its.interestOps(operations);
      }
    }
  }

  /** Takes calls again once that moment is over. */
  void listenAgain(long nowNanos) {
    if (deafUntilNanos != 0 && nowNanos - deafUntilNanos >= 0) {
      deafUntilNanos = 0;
      interest(SelectionKey.OP_ACCEPT);
    }
  }

  void close() {
    for (ServerSocketChannel door : doors) {
      try {
        door.close();
      } catch (IOException e) {
        note.accept("a listening socket does not close: " + e.getMessage());
      }
    }
  }
}
