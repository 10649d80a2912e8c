package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/**
 * The socket on which one rank listens. Opened before the ranks know each other, so that its {@link
 * #card} can be published; {@link TcpTransport#open} takes it.
 */
public final class TcpListener implements AutoCloseable {
  private static final int BACKLOG = 4096;

  private final ServerSocketChannel channel;
  private final BusinessCard card;
  private final TcpSettings settings;

  private TcpListener(ServerSocketChannel channel, BusinessCard card, TcpSettings settings) {
    this.channel = channel;
    this.card = card;
    this.settings = settings;
  }

  /**
   * Begins to listen.
   *
   * @throws IOException when the network is not there, or no port of the range is free
   */
  public static TcpListener open(TcpSettings settings) throws IOException {
    Descriptors.prepare();
    InetAddress address = settings.address();
    ServerSocketChannel channel;
    try {
      channel = ServerSocketChannel.open();
    } catch (IOException e) {
      throw Descriptors.explain(e);
    }
    try {
      if (settings.bufferBytes() > 0) {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.bufferBytes());
      }
      bind(channel, address, settings);
      channel.configureBlocking(false);
      int port = channel.socket().getLocalPort();
      BusinessCard card = new BusinessCard(address, port, settings.host(), settings.isEncrypted());
      return new TcpListener(channel, card, settings);
    } catch (IOException failed) {
      channel.close();
      throw failed;
    }
  }

  /**
   * Lets a channel listen on the first port of the settings' range that is free.
   *
   * @throws IOException when none is
   */
  public static void bind(ServerSocketChannel channel, InetAddress address, TcpSettings settings)
      throws IOException {
    BindException last = null;
    for (int port = settings.firstPort(); port <= settings.lastPort(); port++) {
      try {
        channel.bind(new InetSocketAddress(address, port), BACKLOG);
        return;
      } catch (BindException taken) {
        last = taken;
      }
    }
    throw new IOException(
        "no port from "
            + settings.firstPort()
            + " to "
            + settings.lastPort()
            + " is free at "
            + address.getHostAddress()
            + ": give a wider range (PUREMPI_PORT_RANGE)",
        last);
  }

  /** How other ranks reach it: up to 200 printable characters without spaces. */
  public String card() {
    return card.text();
  }

  ServerSocketChannel channel() {
    return channel;
  }

  TcpSettings settings() {
    return settings;
  }

  /** Listens no longer. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
