package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;

/**
 * Lets the system ask the other side of an idle connection now and then whether it is still there,
 * so that a host that went down is noticed within half a minute. Where the system cannot be told
 * how often, it asks when it likes.
 */
final class KeepAlive {
  private static final int IDLE_SECONDS = 10;
  private static final int INTERVAL_SECONDS = 5;
  private static final int QUESTIONS = 4;

  private KeepAlive() {}

  static void set(SocketChannel channel) throws IOException {
    for (SocketOption<?> option : channel.supportedOptions()) {
      int value =
          switch (option.name()) {
            case "TCP_KEEPIDLE" -> IDLE_SECONDS;
            case "TCP_KEEPINTERVAL" -> INTERVAL_SECONDS;
            case "TCP_KEEPCOUNT" -> QUESTIONS;
            default -> 0;
          };
      if (value != 0) {
        set(channel, option, value);
      }
    }
  }

  @SuppressWarnings("unchecked") // these three take an Integer
  private static void set(SocketChannel channel, SocketOption<?> option, int value)
      throws IOException {
    channel.setOption((SocketOption<Integer>) option, value);
  }
}
