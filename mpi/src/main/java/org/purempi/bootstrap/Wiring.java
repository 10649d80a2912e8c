package org.purempi.bootstrap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiException;
import org.purempi.setting.Setting;
import org.purempi.transport.Transport;
import org.purempi.transport.tcp.HybridTransport;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.TcpListener;
import org.purempi.transport.tcp.TcpSettings;
import org.purempi.transport.tcp.TcpTransport;

/**
 * How the ranks of a launched job find each other: those of one host through shared memory, which
 * the lowest of them makes; those of different hosts by TCP, at the addresses that each publishes
 * and that are asked for at the first word only.
 *
 * @param transport to all ranks
 * @param tcp the part of it that goes between hosts; null in a job of one host
 * @param neighbours the ranks with which this one shares memory, itself among them, ascending
 * @param ranksHere how many ranks share this host's cores
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
public record Wiring(
    Transport transport, @Nullable TcpTransport tcp, int[] neighbours, int ranksHere) {
  private static final String SEGMENT_KEY = "purempi-segment-";
  private static final String NO_SEGMENT_KEY = "purempi-no-segment-";
  private static final String CARD_KEY = "purempi-tcp-";
  private static final String HOST_KEY = "purempi-host-";
  private static final String SECRET_KEY = "purempi-secret";
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path SELF = Path.of("/proc/self");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /**
   * Meets the other ranks.
   *
   * @param key the job's secret, if this process knows it already
   */
  public static Wiring join(PmiClient pmi, @Nullable JobKey key) throws IOException {
    HostMap hosts = hosts(pmi);
    String transport = Setting.TRANSPORT.text();
    boolean mayShare = !"tcp".equals(transport);
    if (mayShare && hosts.isOneHost()) {
      return oneHost(new PmiBoard(pmi), Neighbourhood.PROCESSES);
    }
    if ("shm".equals(transport)) {
      throw new IOException("transport shm takes ranks of one host; these are on " + hosts);
    }
    JobKey its = key == null ? given() : key;
    return severalHosts(new PmiBoard(pmi), Neighbourhood.PROCESSES, hosts, mayShare, its);
  }

  /**
   * Wires processes of two jobs together.
   *
   * @param domains for each of them its {@link #domain}
   * @param key the secret of their link
   */
  public static Wiring join(Board board, Neighbourhood neighbourhood, String[] domains, JobKey key)
      throws IOException {
    HostMap hosts = HostMap.ofNames(domains);
    return hosts.isOneHost()
        ? oneHost(board, neighbourhood)
        : severalHosts(board, neighbourhood, hosts, true, key);
  }

  /**
   * What processes of different jobs have in common if they share memory, and only then.
   *
   * @param rank this process's in its job
   */
  public static String domain(int rank) {
    if ("tcp".equals(Setting.TRANSPORT.text())) {
      return UUID.randomUUID().toString();
    }
    String pretended = pretended();
    String[] names = pretended == null ? new String[0] : pretended.split(",", -1);
    return identity() + (rank < names.length ? "-" + names[rank] : "");
  }

  /** The hosts that ranks pretend to be on; those that are spawned pretend nothing. */
  private static @Nullable String pretended() {
    boolean isSpawned = "1".equals(System.getenv("PMI_SPAWNED"));
    return isSpawned ? null : Setting.HOSTS_OF_RANKS.text();
  }

  private static HostMap hosts(PmiClient pmi) throws IOException {
    String pretended = pretended();
    if (pretended != null) {
      String[] names = pretended.split(",", -1);
      if (names.length != pmi.size()) {
        throw new IOException(
            Setting.HOSTS_OF_RANKS.variable()
                + " names the hosts of "
                + names.length
                + " ranks; there are "
                + pmi.size());
      }
      return HostMap.ofNames(names);
    }
    Optional<String> mapping = pmi.processMapping();
    if (mapping.isPresent()) {
      try {
        return HostMap.ofMapping(mapping.get(), pmi.size());
      } catch (IllegalArgumentException unknownNotation) {
        return compared(pmi);
      }
    }
    return compared(pmi);
  }

  /** Where the launcher does not tell, the ranks tell each other. */
  private static HostMap compared(PmiClient pmi) throws IOException {
    pmi.put(HOST_KEY + pmi.rank(), identity());
    pmi.barrier();
    String[] names = new String[pmi.size()];
    for (int rank = 0; rank < names.length; rank++) {
      names[rank] = required(new PmiBoard(pmi), HOST_KEY + rank);
    }
    return HostMap.ofNames(names);
  }

  /**
   * What two processes have in common only if each can open the other's shared memory: the running
   * system, its shared memory, the processes that they see, and the user. Containers of one host
   * may differ.
   */
  private static String identity() {
    String all = HostName.get() + known(BOOT_ID) + link(PROCESSES);
    all += attribute(SHARED_MEMORY, "unix:dev") + attribute(SELF, "unix:uid");
    return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static String known(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException noLinux) {
      return "";
    }
  }

  private static String link(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException noLinux) {
      return "";
    }
  }

  private static String attribute(Path file, String name) {
    try {
      return String.valueOf(Files.getAttribute(file, name));
    } catch (IOException | UnsupportedOperationException noLinux) {
      return "";
    }
  }

  private static String required(Board board, String key) throws IOException {
    return board
        .get(key)
        .orElseThrow(
            () ->
                new PmiException(
                    "no rank has published '"
                        + key
                        + "': do all programs of this job use purempi?"));
  }

  private static Wiring oneHost(Board board, Neighbourhood neighbourhood) throws IOException {
    int[] all = new int[board.size()];
    Arrays.setAll(all, rank -> rank);
    boolean isFirst = board.rank() == 0;
    if (isFirst) {
      board.put(SEGMENT_KEY + 0, neighbourhood.create(board.size()));
    }
    board.barrier();
    Transport transport =
        neighbourhood.open(required(board, SEGMENT_KEY + 0), board.rank(), board.size());
    // Rank 0 must not end before all have opened its segment.
    board.barrier();
    return new Wiring(transport, null, all, all.length);
  }

  /** What the launcher has handed over. */
  private static @Nullable JobKey given() {
    String hex = Setting.JOB_KEY.text();
    return hex == null ? null : JobKey.of(hex);
  }

  private static Wiring severalHosts(
      Board board,
      Neighbourhood neighbourhood,
      HostMap hosts,
      boolean mayShare,
      @Nullable JobKey given)
      throws IOException {
    int[] near = mayShare ? hosts.sharingWith(board.rank()) : new int[] {board.rank()};
    boolean isShared = near.length > 1;
    boolean isLocal = hosts.isOneHost() || Setting.HOSTS_OF_RANKS.text() != null;
    TcpListener door = TcpListener.open(settings(isLocal));
    board.put(CARD_KEY + board.rank(), door.card());
    if (given == null && board.rank() == 0) {
      board.put(SECRET_KEY, JobKey.random().toHex());
    }
    if (isShared && near[0] == board.rank()) {
      board.put(SEGMENT_KEY + near[0], neighbourhood.create(near.length));
    }
    board.barrier();
    JobKey key = given == null ? JobKey.of(required(board, SECRET_KEY)) : given;
    TcpTransport tcp =
        TcpTransport.open(
            door,
            board.rank(),
            board.size(),
            board.name(),
            key,
            rank -> required(board, CARD_KEY + rank));
    Transport local = isShared ? local(board, neighbourhood, near) : null;
    board.barrier();
    if (isShared && board.get(NO_SEGMENT_KEY + near[0]).isPresent()) {
      if (local != null) {
        local.close();
      }
      neighbourhood.abandon(required(board, SEGMENT_KEY + near[0]));
      local = null;
      near = new int[] {board.rank()};
    }
    Transport all = local == null ? tcp : new HybridTransport(local, near, tcp);
    int ranksHere = isLocal ? board.size() : hosts.sharingWith(board.rank()).length;
    return new Wiring(all, tcp, near, ranksHere);
  }

  /**
   * Opens the segment of this host's ranks; null, and all of them are told, if that is impossible:
   * containers can share a name without sharing memory.
   */
  private static @Nullable Transport local(Board board, Neighbourhood neighbourhood, int[] near)
      throws IOException {
    try {
      int number = Arrays.binarySearch(near, board.rank());
      return neighbourhood.open(required(board, SEGMENT_KEY + near[0]), number, near.length);
    } catch (PmiException e) {
      throw e;
    } catch (IOException e) {
      System.err.println(
          "purempi: warning: the ranks on "
              + HostName.get()
              + " talk by TCP, which is slower than shared memory, because "
              + e.getMessage());
      board.put(NO_SEGMENT_KEY + near[0], String.valueOf(board.rank()));
      return null;
    }
  }

  /** Where this process listens. */
  public static TcpSettings settings(boolean isLocal) throws IOException {
    try {
      TcpSettings settings =
          new TcpSettings(
              isLocal, Setting.IFACE.text(), 0, 0, HostName.get(), 0, Setting.ENCRYPT.isOn());
      String ports = Setting.PORT_RANGE.text();
      return ports == null ? settings : settings.withPorts(ports);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** A number that only the ranks on this one's host have. */
  public int host() {
    return neighbours[0];
  }
}
