package org.purempi.spawn;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.collective.Collective;
import org.purempi.context.Bridge;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.transport.tcp.RefusedException;

/** The ports of one process, and what it does with those of others (section 11.9). Any thread. */
public final class Ports {
  /** No deadline. */
  static final long FOREVER = Long.MAX_VALUE;

  private final Links links;
  private final Map<String, OpenPort> open = new HashMap<>();
  private final Set<String> closed = new HashSet<>();

  /** By the names of their key-value spaces, worlds that have been started and not come yet. */
  private final Map<String, OpenPort> awaited = new HashMap<>();

  /** Why worlds have failed. */
  private final Map<String, String> failed = new HashMap<>();

  private Ports(Links links) {
    this.links = links;
  }

  /**
   * The ports of the process with this engine.
   *
   * @param origin of a rank; asked when the process meets others
   */
  public static Ports of(Engine engine, IntFunction<Origin> origin) {
    return new Ports(new Links(engine, () -> origin.apply(engine.transport().rank())));
  }

  /** The links of this process. */
  public Links links() {
    return links;
  }

  /** Opens a port; answers its name ({@code MPI_Open_port}). */
  public String open() {
    try {
      OpenPort port = OpenPort.open();
      synchronized (this) {
        open.put(port.name(), port);
      }
      return port.name();
    } catch (IOException e) {
      throw new MpiException(
          ErrorClass.PORT, "openPort: no port can be opened: " + e.getMessage(), e);
    }
  }

  /** Closes a port ({@code MPI_Close_port}); once more does no harm. */
  public void close(String name) {
    OpenPort port;
    synchronized (this) {
      port = open.remove(name);
      if (port != null) {
        closed.add(name);
      } else if (closed.contains(name)) {
        return;
      }
    }
    if (port == null) {
      throw new MpiArgumentException(
          ErrorClass.PORT, "closePort: this process has not opened " + PortName.parse(name));
    }
    port.close();
  }

  /** Closes all ports. */
  public void closeAll() {
    synchronized (this) {
      open.values().forEach(OpenPort::close);
      open.clear();
    }
  }

  private synchronized OpenPort ours(String name) {
    OpenPort port = open.get(name);
    if (port == null) {
      PortName its = PortName.parse(name);
      throw new MpiArgumentException(
          ErrorClass.PORT,
          its
              + (closed.contains(name)
                  ? " has been closed"
                  : " is not one that the root's process has opened"));
    }
    return port;
  }

  /**
   * Waits for the root of another group ({@code MPI_Comm_accept}); collective.
   *
   * @param name matters at the root only
   * @param seconds how long it waits; null: for ever; matters at the root only
   */
  public Bridge accept(
      String name,
      Peers local,
      Collective collective,
      int root,
      @Nullable String seconds,
      String label) {
    var encounter = new Encounter(links, local, collective, root);
    return encounter.meet(
        () -> {
          long deadlineNanos = encounter.sides().until(deadlineNanos(seconds));
          return accepted(ours(name), deadlineNanos);
        },
        label);
  }

  private static Call accepted(OpenPort port, long deadlineNanos)
      throws InterruptedException, IOException {
    Call call = port.await(deadlineNanos);
    if (call != null) {
      return call;
    }
    if (port.isClosed()) {
      throw new MpiException(
          ErrorClass.PORT, port.where() + " was closed while this waited for a call");
    }
    throw new SocketTimeoutException("nobody called");
  }

  /**
   * Goes to the root of another group ({@code MPI_Comm_connect}); collective.
   *
   * @param name matters at the root only
   * @param seconds how long it waits; null: for ever; matters at the root only
   */
  public Bridge connect(
      String name,
      Peers local,
      Collective collective,
      int root,
      @Nullable String seconds,
      String label) {
    var encounter = new Encounter(links, local, collective, root);
    return encounter.meet(
        () -> {
          long unused = encounter.sides().until(deadlineNanos(seconds));
          return called(PortName.parse(name));
        },
        label);
  }

  private static Call called(PortName port) {
    try {
      return SocketCall.to(port);
    } catch (ConnectException e) {
      throw new MpiException(
          ErrorClass.PORT, "nobody listens at " + port + ": it has been closed", e);
    } catch (RefusedException e) {
      throw new MpiException(
          ErrorClass.PORT, "what listens at " + port + " is not what this name was given for", e);
    } catch (IOException e) {
      throw new MpiException(ErrorClass.PORT, port + " cannot be reached: " + e.getMessage(), e);
    }
  }

  /** Waits for a world that this process has let a launcher start. */
  Call awaitChild(OpenPort port, @Nullable String space) throws InterruptedException {
    if (space != null) {
      awaited(space, port);
    }
    try {
      Call call = port.await(FOREVER);
      if (call != null) {
        return call;
      }
      throw new MpiException(
          ErrorClass.SPAWN, "the new processes have ended before all had begun MPI" + why(space));
    } finally {
      if (space != null) {
        awaited(space, null);
      }
    }
  }

  private synchronized void awaited(String space, @Nullable OpenPort port) {
    if (port == null) {
      awaited.remove(space);
    } else if (failed.containsKey(space)) {
      port.close();
    } else {
      awaited.put(space, port);
    }
  }

  private synchronized String why(@Nullable String space) {
    String why = space == null ? null : failed.get(space);
    return why == null ? "" : ": " + why;
  }

  /** The launcher says that a world that this one is connected with has failed. */
  public void worldFailed(String space, String why) {
    synchronized (this) {
      failed.put(space, why);
      OpenPort port = awaited.get(space);
      if (port != null) {
        port.close();
      }
    }
    links.worldFailed(Origin.ofSpace(space), why);
  }

  /** Connects two groups whose leaders reach each other ({@code MPI_Intercomm_create}). */
  public Bridge bridge(
      Peers local,
      Collective collective,
      int leader,
      @Nullable Peers through,
      int remoteLeader,
      int tag,
      String label) {
    return new Encounter(links, local, collective, leader)
        .meet(() -> new MessageCall(Objects.requireNonNull(through), remoteLeader, tag), label);
  }

  /** Meets whoever is at the other end of a connection ({@code MPI_Comm_join}). */
  public Bridge join(SocketChannel channel, Peers self, Collective collective, String label) {
    return new Encounter(links, self, collective, 0).meet(() -> JoinedSocket.call(channel), label);
  }

  /** When a wait of so many seconds is over; null and an empty text stand for no limit. */
  private static long deadlineNanos(@Nullable String seconds) {
    if (seconds == null || seconds.isBlank()) {
      return FOREVER;
    }
    try {
      double wanted = Double.parseDouble(seconds.strip());
      if (wanted >= 0 && wanted < Long.MAX_VALUE / 4.0 / TimeUnit.SECONDS.toNanos(1)) {
        return System.nanoTime() + (long) (wanted * TimeUnit.SECONDS.toNanos(1));
      }
    } catch (NumberFormatException e) {
      throw noTime(seconds, e);
    }
    throw noTime(seconds, null);
  }

  private static MpiArgumentException noTime(String text, @Nullable NumberFormatException cause) {
    var e =
        new MpiArgumentException(
            ErrorClass.INFO_VALUE, "timeout=" + text + " is no number of seconds");
    if (cause != null) {
      e.initCause(cause);
    }
    return e;
  }
}
