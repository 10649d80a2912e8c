package org.purempi.world;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.bootstrap.Meeting;
import org.purempi.transport.tcp.TcpTransport;

/**
 * Keeps a process that ends for as long as other ranks need it: until they have read what it has
 * sent, and, where it is rank 0 that keeps a world together, until they have left.
 */
final class Linger {
  /** So long an ending process waits for others to read what it has sent them. */
  private static final long FAREWELL_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** So long the others' processes take to hear that the world has ended. */
  private static final long LAST_WORD_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Longer than any transport's farewell. */
  private static final long ALL_FAREWELLS_NANOS = TimeUnit.MINUTES.toNanos(2);

  private static final Set<Linger> LIVE = ConcurrentHashMap.newKeySet();
  private static boolean hasHook;

  private final @Nullable Meeting meeting;
  private final @Nullable TcpTransport tcp;
  private final BooleanSupplier leaves;

  private Linger(@Nullable Meeting meeting, @Nullable TcpTransport tcp, BooleanSupplier leaves) {
    this.meeting = meeting;
    this.tcp = tcp;
    this.leaves = leaves;
  }

  /**
   * A rank of this process.
   *
   * @param leaves takes the rank's leave, if it may be taken now; whether it is taken
   */
  static Linger of(@Nullable Meeting meeting, @Nullable TcpTransport tcp, BooleanSupplier leaves) {
    Linger linger = new Linger(meeting, tcp, leaves);
    if (meeting != null || tcp != null) {
      LIVE.add(linger);
      addHook();
    }
    return linger;
  }

  private static synchronized void addHook() {
    if (!hasHook) {
      hasHook = true;
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> LIVE.forEach(Linger::processEnds), "purempi farewell"));
    }
  }

  private void processEnds() {
    boolean isEnded = meeting == null && isSignalled();
    if (isEnded || ProcessEnd.hasBegun()) {
      return; // the job is over: nobody reads, and hooks of the program may still send
    }
    try {
      TcpTransport t = tcp;
      if (t != null) {
        t.close();
        // Those that are busy for longer are left to the system, which goes on sending.
        boolean unused = t.awaitLeft(FAREWELL_NANOS);
      }
      Meeting m = meeting;
      if (m == null) {
        return;
      }
      if (!leaves.getAsBoolean()) {
        m.end(1, "the process of rank 0 has ended before its rank had closed its Mpi");
      } else if (isSignalled()) {
        m.end(1, "the process of rank 0, which keeps the ranks together, was ended by a signal");
      } else {
        // Each of them leaves, or its connection ends, which is noticed.
        boolean unused = m.awaitOthers(Long.MAX_VALUE);
      }
      boolean unused = m.awaitOthers(LAST_WORD_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a signal ends this process, and not the end of its program. */
  private static boolean isSignalled() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(t -> t.getName().matches("SIG[A-Z0-9]+ handler"));
  }

  /** The rank has left, and the process goes on: forgets it as soon as nobody needs it. */
  void rankHasLeft() {
    if (LIVE.contains(this)) {
      Thread.ofVirtual().name("purempi farewell").start(this::forget);
    }
  }

  private void forget() {
    try {
      TcpTransport t = tcp;
      Meeting m = meeting;
      boolean unused = t != null && t.awaitLeft(ALL_FAREWELLS_NANOS);
      boolean unused2 = m != null && m.awaitOthers(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LIVE.remove(this);
  }
}
