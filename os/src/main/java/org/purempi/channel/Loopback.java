package org.purempi.channel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/** The interface by which processes of one host talk to each other. Any thread. */
public final class Loopback {
  private static final byte[] ADDRESS = {127, 0, 0, 1};
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long PAUSE_MILLIS = 10;

  private Loopback() {}

  /** {@code 127.0.0.1}, whatever the system's files of names say. */
  public static InetAddress address() throws IOException {
    return InetAddress.getByAddress(ADDRESS);
  }

  /**
   * Makes sure that it carries bytes: a new network namespace has one that is down, and then the
   * system itself tries for minutes.
   *
   * @throws IOException saying what to do
   */
  public static void require() throws IOException {
    try (var door = ServerSocketChannel.open();
        var caller = SocketChannel.open()) {
      door.bind(new InetSocketAddress(address(), 0), 1);
      caller.configureBlocking(false);
      long deadlineNanos = System.nanoTime() + LIMIT_NANOS;
      boolean isThere = caller.connect(door.getLocalAddress());
      while (!isThere) {
        if (System.nanoTime() - deadlineNanos > 0) {
          throw new SocketTimeoutException("no answer");
        }
        Thread.sleep(PAUSE_MILLIS);
        isThere = caller.finishConnect();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // whoever uses it next finds out
    } catch (IOException e) {
      throw new IOException(
          "127.0.0.1 does not work here ("
              + e.getMessage()
              + "), over which the processes of one host talk: is the loopback interface down? turn"
              + " it on with 'ip link set lo up', as root of this network namespace",
          e);
    }
  }
}
