package org.purempi.pmi;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.os.Descriptor;
import org.purempi.os.Native;

/**
 * This process's connection to the launcher that started it. Any thread may call it, one call at a
 * time; a thread of its own reads, so the loss of the launcher is noticed at once, whatever the
 * rank is doing.
 */
public final class PmiClient {
  private static final int PMI_VERSION = 1;

  private final PmiConversation talk;
  private final int rank;
  private final int size;
  private final boolean spawned;
  private final PmiLimits limits;
  private final String kvsName;
  private @Nullable Integer appnum;
  private @Nullable Integer universeSize;

  private PmiClient(PmiConversation talk, Start start, boolean spawned) throws PmiException {
    this.talk = talk;
    this.spawned = spawned;
    this.rank = start.rank;
    this.size = start.size;
    if (size < 1 || rank < 0 || rank >= size) {
      throw new PmiException("the launcher says this is rank " + rank + " of " + size);
    }
    PmiLine init =
        PmiLine.of("init").with("pmi_version", PMI_VERSION).with("pmi_subversion", PMI_VERSION);
    if (start.reports) {
      init = init.with(ReportLines.CAPABLE, 1);
      onReport(() -> List.of(new RankReport(rank, -1, List.of("is joining the job (MPI init)"))));
    }
    succeed(talk.ask(init, "response_to_init"));
    PmiLine maxes = talk.ask(PmiLine.of("get_maxes"), "maxes");
    this.limits =
        new PmiLimits(
            maxes.requireInt("kvsname_max"),
            maxes.requireInt("keylen_max"),
            maxes.requireInt("vallen_max"));
    this.kvsName = talk.ask(PmiLine.of("get_my_kvsname"), "my_kvsname").require("kvsname");
  }

  private record Start(int rank, int size, boolean reports) {}

  /** Who answers, on a thread of its own, when the launcher asks what this process is doing. */
  public void onReport(Supplier<List<RankReport>> answer) {
    talk.onReport(answer);
  }

  /**
   * Joins the job whose launcher left its address in the environment: {@code PMI_FD}, else {@code
   * PMI_PORT} and {@code PMI_ID}. Nothing there: nothing returned, the process was started plainly
   * (but see {@link LaunchEnvironment#refusal}).
   *
   * @param onLauncherLost told what happened, on the reading thread, when the connection ends
   *     before {@link #finish}
   * @throws PmiException when the launcher cannot be reached or speaks something else
   */
  public static Optional<PmiClient> fromEnvironment(
      Map<String, String> environment, Consumer<String> onLauncherLost) throws PmiException {
    boolean spawned = "1".equals(environment.get("PMI_SPAWNED"));
    String descriptor = environment.get("PMI_FD");
    String port = environment.get("PMI_PORT");
    try {
      if (descriptor != null) {
        return Optional.of(viaDescriptor(descriptor, environment, spawned, onLauncherLost));
      }
      if (port != null) {
        String id = required(environment, "PMI_ID", "PMI_PORT");
        return Optional.of(viaPort(port, id, spawned, onLauncherLost));
      }
      return Optional.empty();
    } catch (PmiException e) {
      throw e;
    } catch (IOException e) {
      throw new PmiException("cannot reach the launcher: " + e.getMessage(), e);
    }
  }

  private static PmiClient viaDescriptor(
      String number,
      Map<String, String> environment,
      boolean spawned,
      Consumer<String> onLauncherLost)
      throws PmiException {
    int rank = number("PMI_RANK", required(environment, "PMI_RANK", "PMI_FD"));
    int size = number("PMI_SIZE", required(environment, "PMI_SIZE", "PMI_FD"));
    if (!Native.isAvailable()) {
      throw new PmiException(
          "the launcher passed its connection as descriptor PMI_FD="
              + number
              + ", which takes native access: add --enable-native-access=ALL-UNNAMED, start the"
              + " program by bin/purempi-java, or give the launcher the option -pmi-port");
    }
    var descriptor = new Descriptor(number("PMI_FD", number));
    var talk = new PmiConversation(descriptor.input(), descriptor.output(), onLauncherLost);
    return new PmiClient(talk, new Start(rank, size, false), spawned);
  }

  private static PmiClient viaPort(
      String address, String id, boolean spawned, Consumer<String> onLauncherLost)
      throws IOException {
    int colon = address.lastIndexOf(':');
    if (colon < 1) {
      throw new PmiException("PMI_PORT=" + address + " is not host:port");
    }
    int port = number("PMI_PORT", address.substring(colon + 1));
    // A channel starts faster than a Socket, which loads everything that proxies take.
    var channel = SocketChannel.open(new InetSocketAddress(address.substring(0, colon), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    var talk =
        new PmiConversation(
            Channels.newInputStream(channel), Channels.newOutputStream(channel), onLauncherLost);
    PmiLine ack = talk.ask(PmiLine.of("initack").with("pmiid", number("PMI_ID", id)), "initack");
    int size = 0;
    int rank = -1;
    for (boolean more = true; more; ) {
      PmiLine set = talk.next("set");
      size = set.get("size") == null ? size : set.requireInt("size");
      rank = set.get("rank") == null ? rank : set.requireInt("rank");
      more = set.get("debug") == null;
    }
    boolean reports = ack.get(ReportLines.CAPABLE) != null;
    return new PmiClient(talk, new Start(rank, size, reports), spawned);
  }

  private static String required(Map<String, String> environment, String name, String because)
      throws PmiException {
    String value = environment.get(name);
    if (value == null) {
      throw new PmiException(because + " is set but " + name + " is not; start it with mpiexec");
    }
    return value;
  }

  private static int number(String name, String text) throws PmiException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new PmiException(name + "=" + text + " is no number", e);
    }
  }

  /** This process's rank in the job, from 0. */
  public int rank() {
    return rank;
  }

  /** The number of processes of the job. */
  public int size() {
    return size;
  }

  /** Whether another job spawned this one. */
  public boolean spawned() {
    return spawned;
  }

  /** The name of this job's key-value space. */
  public String kvsName() {
    return kvsName;
  }

  /** The longest keys and values the launcher takes. */
  public PmiLimits limits() {
    return limits;
  }

  /** Which of the launcher's programs this is, from 0; -1 when the launcher does not say. */
  public synchronized int appnum() throws PmiException {
    Integer known = appnum;
    if (known == null) {
      known = talk.ask(PmiLine.of("get_appnum"), "appnum").requireInt("appnum");
      appnum = known;
    }
    return known;
  }

  /** How many processes the launcher could run in all; -1 when it does not say. */
  public synchronized int universeSize() throws PmiException {
    Integer known = universeSize;
    if (known == null) {
      known = talk.ask(PmiLine.of("get_universe_size"), "universe_size").requireInt("size");
      universeSize = known;
    }
    return known;
  }

  /** Publishes a pair to the job; others see it after the next {@link #barrier}. */
  public void put(String key, String value) throws PmiException {
    limits.check(key, value);
    PmiLine put = PmiLine.of("put").with("kvsname", kvsName).with("key", key).with("value", value);
    succeed(talk.ask(put, "put_result"));
  }

  /** The value some rank put under this key before the last barrier, if any. */
  public Optional<String> get(String key) throws PmiException {
    PmiLine get = PmiLine.of("get").with("kvsname", kvsName).with("key", key);
    PmiLine reply = talk.ask(get, "get_result");
    return succeeded(reply) ? Optional.of(reply.require("value")) : Optional.empty();
  }

  /** Waits until every rank of the job has called it. */
  public void barrier() throws PmiException {
    talk.ask(PmiLine.of("barrier_in"), "barrier_out");
  }

  /** Publishes a port under a service name that other jobs of this launcher can look up. */
  public void publish(String service, String port) throws PmiException {
    succeed(
        talk.ask(
            PmiLine.of("publish_name").with("service", service).with("port", port),
            "publish_result"));
  }

  /** The port published under a service name, if any. */
  public Optional<String> lookup(String service) throws PmiException {
    PmiLine reply = talk.ask(PmiLine.of("lookup_name").with("service", service), "lookup_result");
    return succeeded(reply) ? Optional.of(reply.require("port")) : Optional.empty();
  }

  /** Takes back a published service name. */
  public void unpublish(String service) throws PmiException {
    succeed(talk.ask(PmiLine.of("unpublish_name").with("service", service), "unpublish_result"));
  }

  /**
   * Asks the launcher to end the whole job with this exit code; it will kill this process too, so
   * the caller should end by itself right after.
   *
   * @param message shown to the user by our own launcher; others show their own words
   */
  public void abort(int exitCode, String message) throws PmiException {
    PmiLine abort = PmiLine.of("abort").with("exitcode", exitCode);
    // Other launchers split the line at spaces and would stumble over a text.
    boolean ours = kvsName.startsWith(PmiServer.NAME_PREFIX);
    talk.tell(ours && !message.isEmpty() ? abort.with("message", oneLine(message)) : abort);
  }

  private static String oneLine(String message) {
    int room = PmiLine.MAX_BYTES / 8;
    String line = message.replaceAll("\\s+", " ").strip();
    return line.length() <= room ? line : line.substring(0, room) + "…";
  }

  /** Takes leave: from now on this process may exit, and the launcher may go, without an error. */
  public void finish() throws PmiException {
    talk.last(PmiLine.of("finalize"), "finalize_ack");
  }

  private static boolean succeeded(PmiLine reply) {
    String code = reply.get("rc");
    return code == null || code.equals("0");
  }

  private static void succeed(PmiLine reply) throws PmiException {
    if (!succeeded(reply)) {
      throw new PmiException("the launcher refused: " + reply.format());
    }
  }
}
