package org.purempi.transport.tcp;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which of a rank's connections have something to say. A single one is simply read; of several, the
 * selector tells, for half the price of a read that finds nothing. Guarded by the rank's {@link
 * TcpTransport}, but for {@link #wakeup}, and for {@link #await} while a thread of the rank sleeps:
 * then others of its threads may come by.
 */
final class ReadinessSet {
  private final Selector selector;
  private final List<Connection> all = new ArrayList<>();
  private final List<Connection> ready = new ArrayList<>();

  /** Connections with bytes that the kernel has not taken. */
  private final List<Connection> unsent = new ArrayList<>();

  /** Those of them that a sleeping thread watches. */
  private final List<Connection> awaitingRoom = new ArrayList<>();

  private boolean isAsleep;

  /** Somebody is in the selector, or about to be: nobody else may take his wake-up away. */
  private volatile boolean isAwaited;

  /** Frames wait in this process, of which the selector knows nothing. */
  private volatile boolean hasMore;

  private int first;

  ReadinessSet() throws IOException {
    this.selector = Selector.open();
  }

  void add(Connection connection) throws IOException {
    connection.pipe().channel().register(selector, SelectionKey.OP_READ, connection);
    all.add(connection);
    hasMore = true;
    if (isAsleep) {
      selector
          .wakeup(); // a sleeper does not hear what comes to it before it enters the selector again
    }
  }

  List<Connection> all() {
    return all;
  }

  /** Takes it out; it is closed, or another thread has it from now on. */
  void remove(Connection connection) throws IOException {
    all.remove(connection);
    unsent.remove(connection);
    SelectionKey key = connection.pipe().channel().keyFor(selector);
    if (key != null) {
      key.cancel();
    }
    // The system's descriptor is only given back when the selector has let go of it.
    if (isAsleep || isAwaited) {
      selector.wakeup();
    } else {
      selector.selectNow();
      selector.selectedKeys().clear();
    }
  }

  void noteUnsent(Connection connection) {
    if (!unsent.contains(connection)) {
      unsent.add(connection);
    }
  }

  boolean hasUnsent() {
    return !unsent.isEmpty();
  }

  /** Brings what waits on its way, as far as it goes. */
  void flush() {
    for (int i = unsent.size() - 1; i >= 0; i--) {
      Connection c = unsent.get(i);
      c.flush();
      if (!c.hasUnsent()) {
        unsent.remove(i);
      }
    }
  }

  /** The connections to read now, another one first each time; valid until the next call. */
  List<Connection> ready() throws IOException {
    // A thread that sleeps in the selector has it; this one, of the same rank, looks everywhere.
    if (all.size() <= 1 || hasMore || isAsleep || isAwaited) {
      hasMore = false;
      ready.clear();
      int count = all.size();
      first = first + 1 < count ? first + 1 : 0;
      for (int i = 0; i < count; i++) {
        int at = first + i;
        ready.add(all.get(at < count ? at : at - count));
      }
      return ready;
    }
    ready.clear();
    selector.selectNow(this::add);
    return ready;
  }

  private void add(SelectionKey key) {
    if (key.attachment() instanceof Connection c) {
      ready.add(c);
    }
  }

  /** A connection was read and may hold more frames. */
  void noteRead(Connection connection) {
    if (connection.hasMore()) {
      hasMore = true;
    }
  }

  /** Another turn must read all, whatever the selector says. */
  void rescan() {
    hasMore = true;
  }

  /** A thread of the rank is about to sleep: room to write is of interest, too. */
  void beginSleep() {
    isAsleep = true;
    awaitingRoom.addAll(unsent);
    interest(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
  }

  /** It is awake. */
  void endSleep() {
    interest(SelectionKey.OP_READ);
    awaitingRoom.clear();
    isAsleep = false;
  }

  /**
   * Waits until there is something to read or room to write, or for {@link #wakeup}; whether there
   * is. The one thing that another thread may do for the rank, between {@link #beginSleep} and
   * {@link #endSleep}.
   */
  boolean await(long millis) throws IOException {
    return await(millis, () -> true);
  }

  /** As {@link #await(long)}, by a thread that the rank has told to, and may just have told off. */
  boolean await(long millis, BooleanSupplier isWanted) throws IOException {
    isAwaited = true;
    try {
      // Asked after the others were warned: who says no from now on leaves the wake-up in place.
      return isWanted.getAsBoolean() && (hasMore || selector.select(key -> {}, millis) > 0);
    } finally {
      isAwaited = false;
    }
  }

  private void interest(int operations) {
    for (Connection c : awaitingRoom) {
      @Nullable SelectionKey key = c.pipe().channel().keyFor(selector);
      if (key != null && key.isValid()) {
        key.interestOps(operations);
      }
    }
  }

  /** Ends a sleep, or the next one. Any thread. */
  void wakeup() {
    selector.wakeup();
  }

  /** Lets go of all connections, without closing them. */
  void close() throws IOException {
    all.clear();
    unsent.clear();
    selector.close();
  }
}
