package org.purempi.bootstrap;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Rendezvous;
import org.purempi.channel.Loopback;
import org.purempi.channel.PeerUser;
import org.purempi.pmi.LauncherWatch;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiLine;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.TcpSettings;

/**
 * One rank's way into its world.
 *
 * @param network where rank 0 listens if nothing else is said
 * @param silenceTurns see {@link Pulse}
 */
record Newcomer(Rendezvous where, TcpSettings network, LauncherWatch watch, int silenceTurns) {
  private static final String NO_SECRET = "no secret";
  private static final int RANDOM_BYTES = 32;
  private static final long PAUSE_NANOS = 100_000_000;

  Meeting join() throws IOException {
    Rendezvous.AllGather exchange = where.exchange();
    boolean isFirst = where.rank() == 0;
    if (exchange != null) {
      return isFirst ? invite(exchange) : follow(exchange);
    }
    GateClient client = client(where.secret(), "");
    return isFirst ? keep(client) : met(client, null, where.host(), where.port());
  }

  private GateClient client(@Nullable String secret, String token) {
    PmiLine me =
        PmiLine.of(GateLines.MEET)
            .with("version", GateLines.VERSION)
            .with("rank", where.rank())
            .with("size", where.size())
            .with("host", GateLines.printable(network.host()));
    return new GateClient(
        token.isEmpty() ? me : me.with("token", token),
        JobKey.derived(secret == null ? NO_SECRET : secret, GateLines.PURPOSE),
        secret != null,
        where.limit().toNanos());
  }

  private static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private Meeting met(GateClient client, @Nullable Gate gate, String host, int port)
      throws IOException {
    SocketChannel channel = client.meet(host, port);
    try {
      String rootIsGone = "rank 0 at " + host + ", which keeps the ranks together, has ended";
      LauncherWatch inWords =
          new LauncherWatch() {
            @Override
            public void lost(String why) {
              watch.lost(rootIsGone);
            }

            @Override
            public void ended(int exitCode, String why) {
              watch.ended(exitCode, why);
            }
          };
      PmiClient pmi = PmiClient.over(channel, where.rank(), inWords);
      new Pulse(pmi, watch, silenceTurns, host + " port " + port).start();
      JobKey key = client.secured() ? client.key().derive("transport " + pmi.kvsName()) : null;
      return new Meeting(pmi, key, gate);
    } catch (IOException e) {
      close(channel);
      throw e;
    }
  }

  // ---- Rank 0 keeps the gate

  private Meeting keep(GateClient plain) throws IOException {
    List<InetAddress> addresses = addresses();
    for (InetAddress address : addresses) {
      if (!plain.secured() && !address.isLoopbackAddress()) {
        throw new IOException(noSecret(where.host(), address));
      }
    }
    if (addresses.stream().allMatch(InetAddress::isLoopbackAddress)) {
      Loopback.require();
    }
    String token = random();
    GateClient client = client(where.secret(), token);
    return through(open(addresses, client, token), client);
  }

  /**
   * Those of this host's addresses that the place's name stands for. Where it stands for none of
   * them, or cannot be resolved yet, the one of this host's network.
   */
  private List<InetAddress> addresses() throws IOException {
    List<InetAddress> all = new ArrayList<>();
    boolean isReachable = false;
    try {
      for (InetAddress address : InetAddress.getAllByName(where.host())) {
        boolean isLoopback = address.isLoopbackAddress();
        // Every address of 127.0.0.0/8 is this host's, and the interface has but one.
        boolean isOwn = isLoopback && address instanceof Inet4Address;
        if (isOwn || NetworkInterface.getByInetAddress(address) != null) {
          all.add(address);
          isReachable |= !isLoopback;
        }
      }
    } catch (UnknownHostException notYet) {
      // Then nobody has been told a wrong address by it, either.
    }
    boolean isLocal = where.host().matches("localhost|127\\..*|::1|0:0:0:0:0:0:0:1");
    if (!isReachable && !(isLocal && !all.isEmpty())) {
      // Some systems give a host's own name a loopback address, which leads nobody else here.
      all.addFirst(network.address());
    }
    return all.stream().distinct().toList();
  }

  /** Opens the gate; waits for a port that an earlier world has not yet left. */
  private Gate open(List<InetAddress> addresses, GateClient client, String token)
      throws IOException {
    long deadlineNanos = System.nanoTime() + client.limitNanos();
    int port = where.port();
    while (true) {
      try {
        return Gate.open(addresses, port, port, where.size(), terms(client, token));
      } catch (BindException e) {
        String host = addresses.getFirst().getHostAddress();
        refuseIfTaken(client, host, port, deadlineNanos);
        if (System.nanoTime() - deadlineNanos > 0) {
          throw new IOException(
              "rank 0 cannot listen at %s port %d: %s; choose another port"
                  .formatted(host, port, e.getMessage()),
              e);
        }
        GateClient.pause(PAUSE_NANOS);
      }
    }
  }

  private Gate.Terms terms(GateClient client, String token) {
    return new Gate.Terms(client.key(), client.secured(), token, client.limitNanos(), silenceTurns);
  }

  /** Fails if who has the port is the rank 0 of a world that goes on. */
  private static void refuseIfTaken(GateClient client, String host, int port, long deadlineNanos)
      throws IOException {
    try {
      close(client.attempt(host, port, deadlineNanos));
    } catch (GateClient.HopelessException e) {
      throw new IOException(
          "rank 0 cannot listen at %s port %d, where another program does: %s"
              .formatted(host, port, e.getMessage()),
          e);
    } catch (InterruptedIOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
    } catch (IOException e) {
      // It may be gone soon.
    }
  }

  /** Rank 0 calls at its own gate, as all others do. */
  private Meeting through(Gate gate, GateClient client) throws IOException {
    boolean hasMet = false;
    gate.expect();
    try {
      InetSocketAddress at = gate.address();
      Meeting met = met(client, gate, at.getAddress().getHostAddress(), at.getPort());
      hasMet = true;
      return met;
    } finally {
      if (!hasMet) {
        gate.end(1, "rank 0 has given up");
      }
    }
  }

  /** In words that say what to do. */
  static String noSecret(String host, InetAddress address) {
    return """
    the ranks would meet on the network, at %s (%s), where anybody could join them: set \
    PUREMPI_SECRET_FILE to a file (or PUREMPI_SECRET to a text) of at least %d characters, the \
    same for all ranks; without a secret they meet at localhost only\
    """
        .formatted(host, address.getHostAddress(), Rendezvous.LEAST_SECRET_LENGTH);
  }

  /** In words that say what to do: somebody's process at the other end of a loopback connection. */
  static String strange(PeerUser user) {
    String what =
        user == PeerUser.UNTOLD
            ? "this system does not tell which user owns a connection to localhost"
            : "it is another user's process";
    return what
        + ", and without a secret everybody could join: set PUREMPI_SECRET_FILE to a file of at"
        + " least"
        + " %d characters, the same for all ranks".formatted(Rendezvous.LEAST_SECRET_LENGTH);
  }

  static String text(InetSocketAddress at) {
    String host = at.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + at.getPort();
  }

  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // Nobody needs it any more, and the other side will notice.
    }
  }

  // ---- The program tells where

  private Meeting invite(Rendezvous.AllGather exchange) throws IOException {
    String given = where.secret();
    String secret = given == null ? random() : given;
    String token = random();
    GateClient client = client(secret, token);
    InetAddress address = network.address();
    Gate gate =
        Gate.open(
            List.of(address),
            network.firstPort(),
            network.lastPort(),
            where.size(),
            terms(client, token));
    boolean isTold = false;
    try {
      String shown = given == null ? secret : "";
      String mine =
          new Invitation(address.getHostAddress(), gate.address().getPort(), shown).text();
      exchanged(exchange, mine);
      isTold = true;
    } finally {
      if (!isTold) {
        gate.end(1, "rank 0 has given up");
      }
    }
    return through(gate, client);
  }

  private Meeting follow(Rendezvous.AllGather exchange) throws IOException {
    Invitation there = Invitation.parse(exchanged(exchange, Invitation.OF_OTHERS));
    String given = where.secret();
    String shown = there.secret();
    if (given == null && shown.isEmpty()) {
      throw new IOException("rank 0 has a secret of its own, this rank has none: give it to all");
    }
    return met(client(given == null ? shown : given, ""), null, there.host(), there.port());
  }

  /** The word of rank 0. */
  private String exchanged(Rendezvous.AllGather exchange, String mine) throws IOException {
    String[] all;
    try {
      all = exchange.allGather(mine);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted in the exchange");
    } catch (Exception e) {
      throw new IOException("the exchange failed: " + e, e);
    }
    if (all.length != where.size()) {
      throw new IOException(
          "the exchange answers %d words for %d ranks".formatted(all.length, where.size()));
    }
    if (!mine.equals(all[where.rank()])) {
      throw new IOException(
          "the exchange does not answer this rank's word in place %d".formatted(where.rank()));
    }
    return all[0];
  }
}
