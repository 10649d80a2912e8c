package org.purempi.world;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.RankBody;
import org.purempi.context.ContextIds;
import org.purempi.progress.Patience;
import org.purempi.protocol.Messenger;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/**
 * Ranks as threads of this JVM. A rank that fails ends the others: whoever is blocked is released
 * with an exception.
 */
public final class ThreadWorld implements Job {
  /** The first thing that went wrong. */
  private record Failure(int rank, Throwable cause) {}

  private final int size;
  private final List<Messenger> messengers;
  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
  private final AtomicReference<@Nullable MpiAbortException> aborted = new AtomicReference<>();

  private ThreadWorld(int size, UnaryOperator<Transport> wrap) {
    this.size = size;
    this.messengers = new ArrayList<>(size);
    ThreadHub hub = new ThreadHub(size);
    Patience patience = Patience.forRanks(size);
    for (int r = 0; r < size; r++) {
      Transport transport = wrap.apply(hub.transport(r));
      messengers.add(new Messenger(transport, patience, Credit.bytes(size)));
    }
  }

  /**
   * Runs {@code body} on {@code size} ranks; see {@link org.purempi.Mpi#runThreads(int, boolean,
   * RankBody)}.
   */
  public static void run(int size, boolean virtualThreads, RankBody body) {
    run(size, virtualThreads, UnaryOperator.identity(), body);
  }

  /** As above, each rank's transport wrapped: for tests that inject faults. */
  public static void run(
      int size, boolean virtualThreads, UnaryOperator<Transport> wrap, RankBody body) {
    if (size < 1) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "cannot run " + size + " ranks: at least one is needed");
    }
    new ThreadWorld(size, wrap).run(virtualThreads, body);
  }

  private void run(boolean virtualThreads, RankBody body) {
    Thread.Builder builder = virtualThreads ? Thread.ofVirtual() : Thread.ofPlatform();
    List<Thread> threads = new ArrayList<>(size);
    for (int r = 0; r < size; r++) {
      int rank = r;
      threads.add(builder.name("rank " + r).unstarted(() -> runRank(rank, body)));
    }
    threads.forEach(Thread::start);
    boolean interrupted = false;
    for (Thread t : threads) {
      interrupted |= join(t);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    report();
  }

  private boolean join(Thread t) {
    boolean interrupted = false;
    while (true) {
      try {
        t.join();
        return interrupted;
      } catch (InterruptedException e) {
        // Whoever interrupts the caller of run() wants it to end: so do the ranks.
        interrupted = true;
        abort(1, "run() was interrupted", e);
      }
    }
  }

  private void runRank(int rank, RankBody body) {
    try {
      Environment environment =
          new Environment(
              this, messengers.get(rank), new ContextIds(rank), ContextIds.world(0), new String[0]);
      body.run(environment.world());
      environment.close();
    } catch (Throwable t) {
      if (aborted.get() == null && failure.compareAndSet(null, new Failure(rank, t))) {
        String message = "rank " + rank + " failed: " + t;
        abort(1, message, t);
      }
    }
  }

  private void report() {
    Failure f = failure.get();
    if (f != null) {
      throw new MpiException(
          f.cause instanceof org.purempi.MpiError e ? e.errorClass() : ErrorClass.OTHER,
          "rank " + f.rank + " of " + size + " failed: " + f.cause,
          f.cause);
    }
    MpiAbortException a = aborted.get();
    if (a != null) {
      throw new MpiAbortException(a.errorCode(), a.getMessage(), a);
    }
  }

  @Override
  public MpiAbortException abort(int errorCode, String message, @Nullable Throwable cause) {
    MpiAbortException e =
        new MpiAbortException(errorCode, "the job was aborted: " + message, cause);
    if (aborted.compareAndSet(null, e)) {
      messengers.forEach(m -> m.progress().poison(e));
    }
    return e;
  }

  @Override
  public void ended() {}

  @Override
  public int appnum() {
    return 0;
  }

  @Override
  public int universeSize() {
    return size;
  }
}
