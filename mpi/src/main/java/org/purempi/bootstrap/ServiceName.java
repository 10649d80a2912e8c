package org.purempi.bootstrap;

import java.io.IOException;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.Rendezvous;

/**
 * A name that stands for the addresses of all ranks, one each: a service of docker compose with
 * replicas, a headless service of Kubernetes. Ranks are numbered in the order of their addresses,
 * and meet at the lowest.
 */
public final class ServiceName {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  /** Looks up names; a test's stands for the system's. */
  interface Names {
    InetAddress[] addresses(String name) throws UnknownHostException;

    boolean isOurs(InetAddress address) throws IOException;
  }

  private static final Names SYSTEM =
      new Names() {
        @Override
        public InetAddress[] addresses(String name) throws UnknownHostException {
          return InetAddress.getAllByName(name);
        }

        @Override
        public boolean isOurs(InetAddress address) throws IOException {
          return NetworkInterface.getByInetAddress(address) != null;
        }
      };

  private final String name;
  private final int port;
  private final Names names;

  ServiceName(String name, int port, Names names) {
    this.name = name;
    this.port = port;
    this.names = names;
  }

  /** A name, with a port behind a colon if it is not the usual one. */
  public static ServiceName of(String text) {
    Rendezvous parsed = Rendezvous.at(text, 0, 1);
    return new ServiceName(parsed.host(), parsed.port(), SYSTEM);
  }

  /**
   * Waits until the name stands for as many addresses as there are ranks.
   *
   * @param limit how long; null for as long as ranks wait for each other
   * @throws IOException saying how many there are instead
   */
  public Rendezvous rendezvous(int size, @Nullable Duration limit) throws IOException {
    Rendezvous any = Rendezvous.at("localhost", 0, Math.max(size, 1));
    long limitNanos = (limit == null ? any.limit() : limit).toNanos();
    long deadlineNanos = System.nanoTime() + limitNanos;
    while (true) {
      List<InetAddress> all = addresses();
      List<InetAddress> old = all.stream().filter(Inet4Address.class::isInstance).toList();
      if (old.size() == size) {
        all = old; // each host has an address of either kind
      }
      if (all.size() == size) {
        return Rendezvous.at(text(all.getFirst()), own(all), size);
      }
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IOException(
            "'%s' stands for %d addresses %s after %s s, there should be %d, one a rank"
                .formatted(name, all.size(), all, GateClient.seconds(limitNanos), size));
      }
      GateClient.pause(PAUSE_NANOS);
    }
  }

  private List<InetAddress> addresses() {
    try {
      List<InetAddress> all = new ArrayList<>(List.of(names.addresses(name)));
      Comparator<InetAddress> byLength = Comparator.comparing(a -> a.getAddress().length);
      all.sort(byLength.thenComparing(a -> new BigInteger(1, a.getAddress())));
      return all.stream().distinct().toList();
    } catch (UnknownHostException notYet) {
      return List.of();
    }
  }

  private int own(List<InetAddress> all) throws IOException {
    for (int rank = 0; rank < all.size(); rank++) {
      if (names.isOurs(all.get(rank))) {
        return rank;
      }
    }
    throw new IOException("'" + name + "' stands for " + all + ", none of which is this host's");
  }

  private String text(InetAddress address) {
    String host = address.getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
