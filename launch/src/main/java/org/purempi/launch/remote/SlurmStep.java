package org.purempi.launch.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Networks;
import org.purempi.channel.Secret;
import org.purempi.launch.daemon.Callback;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.local.Guardian;
import org.purempi.launch.system.ExitStatus;
import org.purempi.launch.system.Waiting;

/**
 * The managers of all other hosts, started by one srun: as they share its streams, each calls back,
 * with a key that srun's standard input brings them. Any thread.
 */
final class SlurmStep implements AutoCloseable {
  private static final long LAST_WORDS_MILLIS = 1000;
  private static final int ANY_PORT = 9;

  private final ManagerStart start;
  private final Callback callback;
  private final Process srun;
  private final LauncherMessages words;
  private final long untilNanos;
  private final Map<String, Callback.Guest> guests = new HashMap<>();
  private int linked;
  private final int hosts;

  private SlurmStep(ManagerStart start, List<Host> hosts, ManagerStart.From from)
      throws IOException {
    this.start = start;
    this.hosts = hosts.size();
    this.untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(start.limitSeconds());
    NetworkChoice reach = start.reach();
    InetAddress address = address(reach.network(), hosts.getFirst());
    this.callback =
        Callback.open(address, reach.firstPort(), reach.lastPort(), key(), this::arrived);
    var line = new java.util.ArrayList<>(from.tools().newSession());
    line.addAll(
        start
            .launcher()
            .step(hosts, List.of(start.program(), ManagerStart.OPTION, ManagerStart.CALL_BACK)));
    try {
      this.srun = new ProcessBuilder(line).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      callback.close();
      throw e;
    }
    Guardian guardian = from.guardian();
    guardian.watch(srun.pid());
    var unused = srun.onExit().thenRun(() -> ended(guardian));
    this.words = LauncherMessages.of("srun", srun.getErrorStream(), start.loud(), from.say());
    try (var input = srun.getOutputStream()) {
      input.write(callback.invitation().getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // It has ended already, and says why.
    }
  }

  /** Begins to start managers on these hosts, one each. */
  static SlurmStep start(ManagerStart start, List<Host> hosts, ManagerStart.From from)
      throws IOException {
    return new SlurmStep(start, hosts, from);
  }

  /** The address by which a host of the job reaches this one; nothing is sent. */
  private static InetAddress address(@Nullable String network, Host host) throws IOException {
    if (network != null) {
      return Networks.choose(network);
    }
    var there = new InetSocketAddress(host.name(), ANY_PORT);
    if (there.isUnresolved()) {
      return Networks.choose(null);
    }
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.connect(there);
      return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
    }
  }

  private static Secret key() throws IOException {
    try (var random = Files.newInputStream(Path.of("/dev/urandom"))) {
      return new Secret(random.readNBytes(Secret.BYTES));
    }
  }

  private synchronized void ended(Guardian guardian) {
    try {
      guardian.reaped(srun.pid());
    } catch (IOException e) {
      // The guardian has gone before, and what it watched with it.
    }
    notifyAll();
  }

  private synchronized void arrived(Callback.Guest guest) {
    guests.put(guest.host(), guest);
    notifyAll();
  }

  /**
   * Waits until the manager of a host has called, and tells it who it is.
   *
   * @throws IOException naming the host, with srun's last words
   */
  ManagerLink link(Host host, int id, int parent, ManagerLink.Handler handler)
      throws IOException, InterruptedException {
    Callback.Guest guest = await(host);
    @Nullable String problem = ManagerStart.awaitGreeting(guest.in());
    if (problem != null) {
      throw new IOException("host %s: %s".formatted(host.name(), problem));
    }
    guest.out().write(ManagerStart.header(id, parent));
    guest.out().flush();
    synchronized (this) {
      linked++;
      if (linked == hosts) {
        words.greeted();
        callback.close();
      }
    }
    return new ManagerLink(host.name(), guest.in(), guest.out(), handler);
  }

  private synchronized Callback.Guest await(Host host) throws IOException, InterruptedException {
    long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
    Waiting.until(this, left, () -> guests.containsKey(host.name()) || !srun.isAlive());
    Callback.Guest guest = guests.get(host.name());
    if (guest == null) {
      throw failure(host);
    }
    return guest;
  }

  private IOException failure(Host host) throws InterruptedException {
    String what = "did not start within " + start.limitSeconds() + " s";
    if (!srun.isAlive()) {
      words.await(LAST_WORDS_MILLIS);
      what =
          "did not start: %s %s"
              .formatted(start.launcher().executable(), ExitStatus.describe(srun.exitValue()));
    }
    String last = words.last();
    return new IOException(
        "host %s: its manager %s%s"
            .formatted(host.name(), what, last.isEmpty() ? "" : ": " + last));
  }

  /** Expects nobody any more; waits a moment for srun, whose managers have been let go. */
  @Override
  public void close() throws IOException {
    callback.close();
    boolean isLinked;
    synchronized (this) {
      isLinked = linked == hosts;
    }
    try {
      if (isLinked) {
        boolean unused = srun.waitFor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
