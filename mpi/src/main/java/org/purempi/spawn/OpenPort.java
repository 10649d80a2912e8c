package org.purempi.spawn;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.purempi.bootstrap.Wiring;
import org.purempi.channel.Strangers;
import org.purempi.transport.tcp.TcpListener;
import org.purempi.transport.tcp.TcpSettings;

/**
 * A port of this process: takes calls, and keeps those that have proved to know its name until they
 * are accepted. Any thread.
 */
final class OpenPort implements AutoCloseable {
  /** So many callers may say nothing; each has a virtual thread. */
  private static final int MOST_SILENT = 64;

  /** So many that have proved themselves may wait. */
  private static final int MOST_CALLS = 1024;

  private static final long PAUSE_NANOS = 50_000_000;

  private final ServerSocketChannel door;
  private final PortName name;
  private final Deque<Call> calls = new ArrayDeque<>();

  /** Whoever says something does so to a thread, which tells it. */
  private final Strangers<SocketChannel> strangers = new Strangers<>(one -> false);

  private boolean isClosed;

  private OpenPort(ServerSocketChannel door, PortName name) {
    this.door = door;
    this.name = name;
    Thread.ofPlatform().daemon().name("purempi port " + name.port()).start(this::takeCalls);
  }

  /** Opens one, for processes of any host. */
  static OpenPort open() throws IOException {
    TcpSettings settings = Wiring.settings(false);
    InetAddress address = settings.address();
    ServerSocketChannel door = ServerSocketChannel.open();
    try {
      TcpListener.bind(door, address, settings);
      return new OpenPort(door, PortName.at(address, door.socket().getLocalPort()));
    } catch (IOException e) {
      door.close();
      throw e;
    }
  }

  /** What others call it by. */
  String name() {
    return name.text();
  }

  PortName where() {
    return name;
  }

  private void takeCalls() {
    while (door.isOpen()) {
      try {
        SocketChannel channel = door.accept();
        if (admit(channel)) {
          Thread.ofVirtual().name("purempi caller").start(() -> meet(channel));
        } else {
          channel.close();
        }
      } catch (IOException e) {
        LockSupport.parkNanos(PAUSE_NANOS); // closed, or no descriptor is left
      }
    }
  }

  private synchronized boolean admit(SocketChannel channel) throws IOException {
    if (isClosed || calls.size() >= MOST_CALLS) {
      return false;
    }
    strangers.add(
        channel,
        (InetSocketAddress) channel.getRemoteAddress(),
        (InetSocketAddress) channel.getLocalAddress());
    strangers.makeRoom(MOST_SILENT, Strangers.MOST_TALKING, OpenPort::hangUp);
    return true;
  }

  private void meet(SocketChannel channel) {
    try {
      Call call = SocketCall.from(channel, name, () -> strangers.talks(channel));
      boolean hasStayed = strangers.remove(channel);
      synchronized (this) {
        if (hasStayed && !isClosed) {
          calls.add(call);
          notifyAll();
          return;
        }
      }
      call.close();
    } catch (IOException | RuntimeException e) {
      strangers.remove(channel);
      hangUp(channel);
    }
  }

  /**
   * The next call; null when the port has been closed, or the time is over. Blocks.
   *
   * @param deadlineNanos {@link Long#MAX_VALUE} stands for no deadline
   */
  synchronized @Nullable Call await(long deadlineNanos) throws InterruptedException {
    while (calls.isEmpty() && !isClosed) {
      if (deadlineNanos == Long.MAX_VALUE) {
        wait();
      } else {
        long millis = (deadlineNanos - System.nanoTime() + 999_999) / 1_000_000;
        if (millis <= 0) {
          return null;
        }
        wait(millis);
      }
    }
    return isClosed ? null : calls.poll();
  }

  synchronized boolean isClosed() {
    return isClosed;
  }

  /** Takes no more calls, and hangs up on those that wait. */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      notifyAll();
      strangers.takeAll().forEach(OpenPort::hangUp);
      calls.forEach(OpenPort::hangUp);
      calls.clear();
    }
    hangUp(door);
  }

  private static void hangUp(AutoCloseable what) {
    try {
      what.close();
    } catch (Exception e) {
      // Nothing is said over it any more.
    }
  }
}
