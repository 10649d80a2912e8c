package org.purempi.channel;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.util.Set;

/**
 * How often the system asks the other side of an idle connection whether it is still there, so that
 * a host that went down is noticed. Where the system cannot be told how often, it asks when it
 * likes.
 *
 * @param idleSeconds how long nothing comes before it asks
 * @param intervalSeconds how long it waits for an answer before it asks again
 * @param questions how many go unanswered before it gives up
 */
public record KeepAlive(int idleSeconds, int intervalSeconds, int questions) {
  /** A silent host is noticed within half a minute. */
  public static final KeepAlive USUAL = new KeepAlive(10, 5, 4);

  /** Asks on this connection. */
  public void on(NetworkChannel channel) throws IOException {
    set(channel.supportedOptions(), channel::setOption);
  }

  /** Asks on this connection. */
  public void on(Socket socket) throws IOException {
    set(socket.supportedOptions(), socket::setOption);
  }

  /** By their names, since a small Java may lack the module that has constants for them. */
  private void set(Set<SocketOption<?>> options, Target target) throws IOException {
    for (SocketOption<?> option : options) {
      if (option.equals(StandardSocketOptions.SO_KEEPALIVE)) {
        target.set(StandardSocketOptions.SO_KEEPALIVE, true);
      }
      int value =
          switch (option.name()) {
            case "TCP_KEEPIDLE" -> idleSeconds;
            case "TCP_KEEPINTERVAL" -> intervalSeconds;
            case "TCP_KEEPCOUNT" -> questions;
            default -> 0;
          };
      if (value != 0) {
        target.set(number(option), value);
      }
    }
  }

  @SuppressWarnings("unchecked") // these three take an Integer
  private static SocketOption<Integer> number(SocketOption<?> option) {
    return (SocketOption<Integer>) option;
  }

  /** What has options. */
  private interface Target {
    <T> Object set(SocketOption<T> option, T value) throws IOException;
  }
}
