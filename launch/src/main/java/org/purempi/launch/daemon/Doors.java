package org.purempi.launch.daemon;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Networks;

/**
 * Where a daemon listens, and to whom: on loopback, and on one network of this host if somebody
 * named it, or named the hosts that may call.
 *
 * @param port the port, or 0 for any that is free
 * @param network an interface, an address, a subnet, {@code all}; or null
 * @param hosts who may call from other hosts; empty: everybody
 */
public record Doors(int port, @Nullable String network, List<String> hosts) {
  private static final int ATTEMPTS = 20;
  private static final int WAITING_CALLS = 128;

  /** The word for all networks. */
  private static final String ALL = "all";

  /** Keeps a copy of the list. */
  public Doors {
    hosts = List.copyOf(hosts);
  }

  /** The same on a port that has been found, where any will do. */
  Doors orOnPort(int found) {
    return port == 0 ? new Doors(found, network, hosts) : this;
  }

  /**
   * Begins to listen.
   *
   * @throws IOException when the port is taken, or this host has no such network
   */
  List<ServerSocketChannel> open() throws IOException {
    var addresses = addresses();
    for (int attempt = 1; ; attempt++) {
      var open = new ArrayList<ServerSocketChannel>();
      try {
        int common = port;
        for (InetAddress address : addresses) {
          ServerSocketChannel door = ServerSocketChannel.open();
          open.add(door);
          door.setOption(StandardSocketOptions.SO_REUSEADDR, true);
          door.bind(new InetSocketAddress(address, common), WAITING_CALLS);
          door.configureBlocking(false);
          common = door.socket().getLocalPort();
        }
        return open;
      } catch (IOException e) {
        for (ServerSocketChannel door : open) {
          door.close();
        }
        if (port != 0 || attempt == ATTEMPTS) {
          throw e instanceof BindException
              ? new IOException(
                  "cannot listen on port %d: %s; is there a daemon already? -port N takes another"
                      .formatted(port, e.getMessage()),
                  e)
              : e;
        }
      }
    }
  }

  /** The addresses where it listens. */
  public Set<InetAddress> addresses() throws IOException {
    var all = new LinkedHashSet<InetAddress>();
    if (ALL.equals(network)) {
      all.add(new InetSocketAddress(0).getAddress());
      return all;
    }
    all.add(InetAddress.getLoopbackAddress());
    if (network != null) {
      all.add(Networks.choose(network));
    } else {
      for (String host : hosts) {
        all.add(towards(InetAddress.getByName(host)));
      }
    }
    return all;
  }

  /** The address by which this host reaches another; nothing is sent. */
  private static InetAddress towards(InetAddress other) throws IOException {
    int anyPort = 9;
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.connect(new InetSocketAddress(other, anyPort));
      return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
    }
  }

  /** The addresses of those who may call; null: everybody. */
  public @Nullable Set<InetAddress> guests() throws UnknownHostException {
    if (hosts.isEmpty()) {
      return null;
    }
    var all = new HashSet<InetAddress>();
    for (String host : hosts) {
      all.addAll(List.of(InetAddress.getAllByName(host)));
    }
    return all;
  }

  /** Whether a caller may call, who is of this host, or named. */
  public static boolean isWelcome(@Nullable Set<InetAddress> guests, InetAddress caller) {
    try {
      return guests == null
          || caller.isLoopbackAddress()
          || guests.contains(caller)
          || NetworkInterface.getByInetAddress(caller) != null;
    } catch (IOException e) {
      return false;
    }
  }
}
