package org.purempi.pmi;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.os.Descriptor;
import org.purempi.os.Native;
import org.purempi.setting.Setting;

/** Finds the launcher by what it left in the environment, and the version of PMI to speak to it. */
final class PmiStart {
  /** Slurm's plugin for PMI-2 sets it, and PMI-2 cannot do without it there. */
  static final String JOB = "PMI_JOBID";

  private static final int LARGEST_PORT = 65535;
  private static final long CALL_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Map<String, String> environment;
  private final LauncherWatch watch;

  PmiStart(Map<String, String> environment, LauncherWatch watch) {
    this.environment = environment;
    this.watch = watch;
  }

  /** A rank of a job, connected, with nothing said but who it is. */
  record Seat(int rank, int size, boolean reports, boolean spawned) {}

  Optional<PmiClient> client() throws PmiException {
    String descriptor = environment.get("PMI_FD");
    String port = environment.get("PMI_PORT");
    try {
      if (descriptor != null) {
        return Optional.of(viaDescriptor(descriptor));
      }
      return port == null ? Optional.empty() : Optional.of(viaPort(port));
    } catch (PmiException e) {
      throw e;
    } catch (IOException e) {
      throw new PmiException("cannot reach the launcher: " + PmiException.text(e), e);
    }
  }

  private PmiClient viaDescriptor(String number) throws PmiException {
    int rank = number("PMI_RANK", required("PMI_RANK", "PMI_FD"));
    int size = number("PMI_SIZE", required("PMI_SIZE", "PMI_FD"));
    if (!Native.isAvailable()) {
      throw new PmiException(
          "the launcher passed its connection as descriptor PMI_FD="
              + number
              + ", which takes native access: add --enable-native-access=ALL-UNNAMED, start the"
              + " program by bin/purempi-java, or give the launcher the option -pmi-port");
    }
    var descriptor = new Descriptor(number("PMI_FD", number));
    return speak(
        new PmiConversation(
            new PmiReader(descriptor.input()), descriptor.output(), watch, () -> {}),
        new Seat(rank, size, environment.containsKey(PmiServer.REPORTS), spawned()));
  }

  private PmiClient viaPort(String address) throws IOException {
    int colon = address.lastIndexOf(':');
    if (colon < 1) {
      throw new PmiException("PMI_PORT=" + address + " is not host:port");
    }
    int id = number("PMI_ID", required("PMI_ID", "PMI_PORT"));
    int port = number("PMI_PORT", address.substring(colon + 1));
    if (port < 1 || port > LARGEST_PORT) {
      throw new PmiException("PMI_PORT=" + address + ": there is no port " + port);
    }
    var where = new InetSocketAddress(address.substring(0, colon), port);
    if (where.isUnresolved()) {
      throw new PmiException("PMI_PORT=" + address + ": there is no such host");
    }
    return call(where, id);
  }

  /**
   * A server that has too many strangers at once hangs up on somebody who has not been heard; so
   * whoever is not answered calls again.
   */
  private PmiClient call(InetSocketAddress where, int id) throws IOException {
    long deadlineNanos = System.nanoTime() + CALL_NANOS;
    boolean interrupted = false;
    try {
      while (true) {
        // A channel starts faster than a Socket, which loads everything that proxies take.
        SocketChannel channel = Uninterrupted.use(() -> SocketChannel.open(where));
        try {
          return over(channel, id, channel);
        } catch (PmiException e) {
          channel.close();
          throw e;
        } catch (UnansweredException e) {
          channel.close();
          if (System.nanoTime() - deadlineNanos > 0) {
            throw e;
          }
          interrupted |= pause();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether it was interrupted. */
  private static boolean pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(PAUSE_NANOS);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  /** The server hung up before it had said anything. */
  private static final class UnansweredException extends IOException {
    private static final long serialVersionUID = 1L;

    UnansweredException(@Nullable Throwable cause) {
      super("the launcher closed the connection without an answer", cause);
    }
  }

  /** Speaks to a server by a connection that leads there. */
  PmiClient over(SocketChannel channel, int id, Closeable whenOver) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    var in = new PmiReader(Channels.newInputStream(channel));
    OutputStream out = Channels.newOutputStream(channel);
    Seat seat = Uninterrupted.use(() -> seat(in, out, id));
    return speak(new PmiConversation(in, out, watch, whenOver), seat);
  }

  private Seat seat(PmiReader in, OutputStream out, int id) throws IOException {
    PmiLine ack = introduce(in, out, id);
    if (!ack.command().equals("initack") || !PmiClient.succeeded(ack)) {
      throw new PmiException(
          "the launcher at PMI_PORT does not expect a process with PMI_ID=%d (any more): a job's "
                  .formatted(id)
              + "variables are good for one process each; start programs with mpiexec");
    }
    int size = 0;
    int rank = -1;
    for (boolean more = true; more; ) {
      PmiLine set = answer(in);
      size = set.get("size") == null ? size : set.requireInt("size");
      rank = set.get("rank") == null ? rank : set.requireInt("rank");
      more = set.get("debug") == null;
    }
    return new Seat(rank, size, ack.get(ReportLines.CAPABLE) != null, spawned());
  }

  private PmiLine introduce(PmiReader in, OutputStream out, int id) throws IOException {
    PmiLine me = PmiLine.of("initack").with("pmiid", id);
    String key = environment.get(PmiServer.KEY);
    try {
      out.write((key == null ? me : me.with(PmiDesk.KEY, key)).line());
      PmiLine ack = in.next();
      if (ack != null) {
        return ack;
      }
    } catch (PmiException e) {
      throw e;
    } catch (IOException e) {
      throw new UnansweredException(e);
    }
    throw new UnansweredException(null);
  }

  private static PmiLine answer(PmiReader in) throws IOException {
    PmiLine line = in.next();
    if (line == null) {
      throw new PmiException(
          "the launcher closed its connection (mpiexec has ended or was killed)");
    }
    return line;
  }

  private PmiClient speak(PmiConversation talk, Seat seat) throws PmiException {
    String job = environment.get(JOB);
    String wanted = Setting.PMI.text(environment);
    boolean second = wanted == null ? job != null : wanted.equals("2");
    return second ? new PmiTwo(talk, seat, job == null ? "0" : job) : new PmiOne(talk, seat);
  }

  private boolean spawned() {
    return "1".equals(environment.get("PMI_SPAWNED"));
  }

  private String required(String name, String because) throws PmiException {
    @Nullable String value = environment.get(name);
    if (value == null) {
      throw new PmiException(because + " is set but " + name + " is not; start it with mpiexec");
    }
    return value;
  }

  private static int number(String name, String text) throws PmiException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new PmiException(name + "=" + text + " is not a number", e);
    }
  }
}
