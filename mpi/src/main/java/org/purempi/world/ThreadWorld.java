package org.purempi.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.RankBody;
import org.purempi.context.ContextIds;
import org.purempi.pmi.RankReport;
import org.purempi.progress.Patience;
import org.purempi.protocol.Messenger;
import org.purempi.tool.HangException;
import org.purempi.tool.ThreadJob;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/**
 * Ranks as threads of this JVM. A rank that fails ends the others: whoever is blocked is released
 * with an exception.
 */
public final class ThreadWorld implements Job, HangWatch.Ranks {
  private static final String HEADLINE =
      "every rank waits for another, and no message is under way:";

  /** The first thing that went wrong. */
  private record Failure(int rank, Throwable cause) {}

  /** So long ranks may take to notice that the job was aborted, before they are interrupted. */
  private static final long GRACE_NANOS = 1_000_000_000;

  private final ThreadJob job;
  private final int size;
  private final List<Messenger> messengers;
  private final List<ContextIds> ids;
  private final List<Thread> threads;
  private final HangWatch hangWatch = new HangWatch(this);
  private final long startNanos = System.nanoTime();
  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
  private final AtomicReference<@Nullable MpiAbortException> aborted = new AtomicReference<>();
  private @Nullable HangException hung;
  private long graceUntilNanos;
  private boolean interruptedRanks;

  private ThreadWorld(ThreadJob job, UnaryOperator<Transport> wrap) {
    this.job = job;
    this.size = job.ranks();
    this.messengers = new ArrayList<>(size);
    this.ids = new ArrayList<>(size);
    this.threads = new CopyOnWriteArrayList<>();
    ThreadHub hub = new ThreadHub(size);
    Patience patience = Patience.forRanks(size, hub.transport(0).cores());
    for (int r = 0; r < size; r++) {
      Transport transport = wrap.apply(hub.transport(r));
      ids.add(new ContextIds(r));
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
    run(new ThreadJob(size, virtualThreads, null, false), wrap, body);
  }

  /** Runs {@code body} as a job asks for. */
  static void run(ThreadJob job, RankBody body) {
    run(job, UnaryOperator.identity(), body);
  }

  private static void run(ThreadJob job, UnaryOperator<Transport> wrap, RankBody body) {
    if (job.ranks() < 1) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "cannot run " + job.ranks() + " ranks: at least one is needed");
    }
    new ThreadWorld(job, wrap)
        .runPrograms(
            (world, rank) -> {
              Environment environment = world.environment(world, rank, 0, new String[0]);
              body.run(environment.world());
              environment.close();
            });
  }

  /** What a rank's thread runs. */
  interface RankProgram {
    void run(ThreadWorld world, int rank) throws Throwable;
  }

  /** Ranks whose programs make their environments themselves. */
  static ThreadWorld ofPrograms(ThreadJob job) {
    return new ThreadWorld(job, UnaryOperator.identity());
  }

  Environment environment(Job of, int rank, int earlier, String[] args) {
    return environment(of, rank, ContextIds.world(earlier), args);
  }

  Environment environmentOfSessions(Job of, int rank) {
    return environment(of, rank, Environment.NO_WORLD, new String[0]);
  }

  private Environment environment(Job of, int rank, long worldContext, String[] args) {
    return new Environment(of, messengers.get(rank), ids.get(rank), worldContext, args);
  }

  /** Runs a program on every rank and waits for all. */
  void runPrograms(RankProgram body) {
    List<Thread> made = new ArrayList<>(size);
    for (int r = 0; r < size; r++) {
      int rank = r;
      made.add(builder(r).name("rank " + r).unstarted(() -> runRank(rank, body)));
    }
    threads.addAll(made);
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

  private Thread.Builder builder(int rank) {
    if (job.virtual()) {
      return Thread.ofVirtual();
    }
    // The threads that a rank starts are in its group: they may still act when the rank waits.
    var builder = Thread.ofPlatform().group(new ThreadGroup("rank " + rank));
    return job.limit() == null ? builder : builder.daemon();
  }

  /** Waits for a rank, and watches over all meanwhile; whether the caller was interrupted. */
  private boolean join(Thread t) {
    boolean interrupted = false;
    while (t.isAlive()) {
      try {
        if (!t.join(Duration.ofMillis(HangWatch.INTERVAL_MILLIS)) && !goesOn()) {
          return interrupted;
        }
      } catch (InterruptedException e) {
        // Whoever interrupts the caller of run() wants it to end: so do the ranks.
        interrupted = true;
        abort(1, "run() was interrupted", e);
      }
    }
    return interrupted;
  }

  /** Looks whether the ranks hang; false if they cannot even be ended. */
  private boolean goesOn() {
    if (hung != null) {
      return !isGraceOver();
    }
    Duration limit = job.limit();
    if (limit != null && System.nanoTime() - startNanos > limit.toNanos()) {
      end(hangWatch.exception("not done after " + limit.toMillis() / 1000.0 + " s:"));
    } else if (aborted.get() == null && hangWatch.look()) {
      if (job.endIfHung()) {
        end(hangWatch.exception(HEADLINE));
      } else {
        System.err.print("purempi: " + HEADLINE + "\n" + HangWatch.text(hangWatch.states()));
      }
    }
    return true;
  }

  private void end(HangException e) {
    hung = e;
    graceUntilNanos = System.nanoTime() + GRACE_NANOS;
    abort(1, "the ranks hang", e);
  }

  private boolean isGraceOver() {
    if (System.nanoTime() - graceUntilNanos < 0) {
      return false;
    }
    if (interruptedRanks) {
      return true;
    }
    interruptedRanks = true;
    graceUntilNanos = System.nanoTime() + GRACE_NANOS;
    threads.forEach(Thread::interrupt);
    return false;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Thread thread(int rank) {
    return threads.get(rank);
  }

  @Override
  public RankWatch watch(int rank) {
    return new RankWatch(rank, messengers.get(rank), threads.get(rank));
  }

  private void runRank(int rank, RankProgram body) {
    try {
      body.run(this, rank);
    } catch (RankExit e) {
      // Has been told of by exits().
    } catch (Throwable t) {
      if (aborted.get() == null && failure.compareAndSet(null, new Failure(rank, t))) {
        String message = "rank " + rank + " failed: " + t;
        abort(1, message, t);
      }
    }
  }

  /** A rank's program has come to its end, or ends by an exit code. */
  void exits(Seat seat, int code) {
    if (code != 0) {
      String text = "rank " + seat.rank() + " exited with code " + code;
      abort(code, text, null);
    } else if (!seat.mayGo()) {
      abort(1, "rank " + seat.rank() + " ended without closing its Mpi (finalize)", null);
    }
  }

  /** What all ranks are doing, for a launcher that asks. */
  List<RankReport> reports() {
    boolean started = !threads.isEmpty();
    return started ? hangWatch.states().stream().map(RankWatch::report).toList() : List.of();
  }

  private void report() {
    Failure f = failure.get();
    if (f != null) {
      throw new MpiException(
          f.cause instanceof org.purempi.MpiError e ? e.errorClass() : ErrorClass.OTHER,
          "rank " + f.rank + " of " + size + " failed: " + f.cause,
          f.cause);
    }
    HangException h = hung;
    if (h != null) {
      throw h;
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
  public void ended(boolean ofWorld) {}

  @Override
  public int host() {
    return 0;
  }

  @Override
  public int appnum() {
    return 0;
  }

  @Override
  public int universeSize() {
    return size;
  }
}
