package org.purempi.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.RankBody;
import org.purempi.context.ContextIds;
import org.purempi.pmi.RankReport;
import org.purempi.progress.Patience;
import org.purempi.protocol.Engine;
import org.purempi.spawn.Ports;
import org.purempi.tool.ThreadJob;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/**
 * Ranks as threads of this JVM. A rank that fails ends the others: whoever waits in a call is
 * released with an exception, whoever does not is interrupted after a while, and not waited for any
 * longer after another.
 */
public final class ThreadWorld extends JvmJob implements HangWatch.Ranks {
  private static final String HEADLINE =
      "every rank waits for another, and no message is under way:";

  /** When the job is to end: so long after the last rank's end the others are interrupted. */
  private static final long GRACE_NANOS = 1_000_000_000;

  /** So long after that, or another's end, they are given up. */
  private static final long LAST_GRACE_NANOS = 2_000_000_000;

  private static final Duration INTERVAL = Duration.ofMillis(HangWatch.INTERVAL_MILLIS);

  private final ThreadJob job;
  private final int size;
  private final boolean ownsJvm;

  /** What more ranks are started like; null: like this JVM. */
  private final @Nullable ThreadedProgram programs;

  private final Consumer<String> witness;
  private final EarlyEnd end;
  private final List<Engine> engines;
  private final List<ContextIds> ids;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  /** Of ranks whose programs make their environments themselves. */
  private final Map<Integer, Seat> seats = new ConcurrentHashMap<>();

  /** The threads that a rank starts are in its group, unless they are virtual. */
  private final List<ThreadGroup> groups;

  private final ThreadLosses losses;

  private final Badge.Helpers helpers = new Badge.Helpers();
  private final HangWatch hangWatch = new HangWatch(this);
  private final long startNanos = System.nanoTime();

  // Of the thread that waits for the ranks.
  private int waitedFor;
  private long graceUntilNanos;
  private boolean interruptedRanks;

  private ThreadWorld(
      ThreadJob job,
      boolean ownsJvm,
      @Nullable ThreadedProgram programs,
      Consumer<String> witness,
      UnaryOperator<Transport> wrap) {
    this(job, ownsJvm, programs, Collections.nCopies(job.ranks(), 0), null, witness, wrap);
  }

  private ThreadWorld(
      ThreadJob job,
      boolean ownsJvm,
      @Nullable ThreadedProgram programs,
      List<Integer> appnums,
      @Nullable String parentPort,
      Consumer<String> witness,
      UnaryOperator<Transport> wrap) {
    super(appnums, parentPort);
    this.job = job;
    this.size = job.ranks();
    this.ownsJvm = ownsJvm;
    this.programs = programs;
    this.witness = witness;
    this.engines = new ArrayList<>(size);
    this.losses = new ThreadLosses(engines, size);
    this.ids = new ArrayList<>(size);
    this.end =
        new EarlyEnd(size, witness, reason -> engines.forEach(m -> m.progress().poison(reason)));
    this.groups =
        job.virtual()
            ? List.of()
            : IntStream.range(0, size).mapToObj(r -> new ThreadGroup("rank " + r)).toList();
    ThreadHub hub = new ThreadHub(size);
    int cores = hub.transport(0).cores();
    Patience patience = Patience.forRanks(size, cores).ofSoundSleepers(size, cores);
    for (int r = 0; r < size; r++) {
      Transport transport = wrap.apply(hub.transport(r));
      ids.add(new ContextIds(r));
      engines.add(new Engine(transport, patience, Credit.bytes(size)));
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
    run(new ThreadJob(size, virtualThreads, null), wrap, body);
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
    OwnSettings.check();
    new ThreadWorld(job, false, null, words -> {}, wrap)
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

  /** Ranks whose programs make their environments themselves, in somebody's JVM. */
  static ThreadWorld ofPrograms(ThreadJob job, ThreadedProgram programs) {
    return new ThreadWorld(job, false, programs, words -> {}, UnaryOperator.identity());
  }

  /**
   * The same in a JVM that is there for them: it ends with them.
   *
   * @param witness hears at once, in words, what goes wrong
   */
  static ThreadWorld ofJvm(ThreadJob job, ThreadedProgram programs, Consumer<String> witness) {
    return new ThreadWorld(job, true, programs, witness, UnaryOperator.identity());
  }

  @Override
  ThreadWorld child(ThreadedProgram like, List<Integer> itsAppnums, @Nullable String port) {
    return new ThreadWorld(
        new ThreadJob(itsAppnums.size(), job.virtual(), null),
        ownsJvm,
        like,
        itsAppnums,
        port,
        witness,
        UnaryOperator.identity());
  }

  @Override
  ThreadedProgram programs() {
    ThreadedProgram its = programs;
    return its == null ? ThreadedProgram.ofThisJvm() : its;
  }

  @Override
  void childFailed(String space, String why) {
    System.err.println("purempi: a spawned world has failed: " + why);
    for (Engine engine : engines) {
      engine.room(Ports.class, its -> Ports.of(its, this::origin)).worldFailed(space, why);
    }
  }

  Environment environment(Job of, int rank, int earlier, String[] args) {
    return environment(of, rank, ContextIds.world(earlier), args);
  }

  Environment environmentOfSessions(Job of, int rank) {
    return environment(of, rank, Environment.NO_WORLD, new String[0]);
  }

  private Environment environment(Job of, int rank, long worldContext, String[] args) {
    return new Environment(of, engines.get(rank), ids.get(rank), worldContext, args);
  }

  /** Runs a program on every rank and waits for all. */
  void runPrograms(RankProgram body) {
    List<Thread> made = new ArrayList<>(size);
    for (int r = 0; r < size; r++) {
      int rank = r;
      made.add(builder(r).name("rank " + r).unstarted(() -> runRank(rank, body)));
    }
    threads.addAll(made);
    UncaughtExceptions.watch();
    try {
      start();
      awaitRanks();
    } finally {
      UncaughtExceptions.unwatch();
    }
    report();
  }

  private void start() {
    int rank = 0;
    try {
      for (Thread t : threads) {
        t.start();
        rank++;
      }
    } catch (OutOfMemoryError e) { // no more threads
      abort(1, "rank " + rank + " could not be started: " + e.getMessage(), e);
    }
  }

  private Thread.Builder builder(int rank) {
    if (job.virtual()) {
      return Thread.ofVirtual();
    }
    // In somebody's JVM a rank that cannot be ended must not keep it alive.
    return Thread.ofPlatform().group(groups.get(rank)).daemon(!ownsJvm);
  }

  /** Waits for the ranks, and watches over them meanwhile. */
  private void awaitRanks() {
    boolean interrupted = false;
    boolean goesOn = true;
    for (int r = 0; r < size && goesOn; r++) {
      while (isHere(r) && goesOn) {
        try {
          goesOn = threads.get(r).join(INTERVAL) || goesOn();
        } catch (InterruptedException e) {
          // Whoever interrupts the caller of run() wants it to end: so do the ranks.
          interrupted = true;
          abort(1, "run() was interrupted", e);
        }
      }
    }
    try {
      end.awaitTold(GRACE_NANOS);
      awaitGone();
      MpiAbortException early = end.reason();
      if (early != null) {
        launcher().abort(early.errorCode(), "the world that has spawned it was aborted");
      }
      launcher().await();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ranks may have left whose threads have not noticed; in a JVM of theirs nobody cares. */
  private void awaitGone() throws InterruptedException {
    long until = System.nanoTime() + GRACE_NANOS;
    for (Seat seat : ownsJvm ? List.<Seat>of() : seats.values()) {
      boolean unused = threads.get(seat.rank()).join(Duration.ofNanos(until - System.nanoTime()));
    }
  }

  /** Whether the ranks are to be waited for any longer. */
  private boolean goesOn() {
    if (end.reason() != null) {
      return !isGraceOver();
    }
    Duration limit = job.limit();
    if (limit != null && System.nanoTime() - startNanos > limit.toNanos()) {
      end.hung(hangWatch.exception("not done after " + limit.toMillis() / 1000.0 + " s:"));
    } else if (hangWatch.look()) {
      end.hung(hangWatch.exception(HEADLINE));
    }
    return true;
  }

  /** Each rank that ends shows that the others may only be slow. */
  private boolean isGraceOver() {
    int left = left().size();
    if (left != waitedFor) {
      waitedFor = left;
      graceUntilNanos = System.nanoTime() + (interruptedRanks ? LAST_GRACE_NANOS : GRACE_NANOS);
    }
    if (System.nanoTime() - graceUntilNanos < 0) {
      return false;
    }
    if (interruptedRanks) {
      return true;
    }
    interruptedRanks = true;
    graceUntilNanos = System.nanoTime() + LAST_GRACE_NANOS;
    end.interrupting();
    threads.forEach(Thread::interrupt);
    return false;
  }

  /** The ranks that have not ended. */
  private List<Integer> left() {
    return IntStream.range(0, size).filter(this::isHere).boxed().toList();
  }

  /** Throws what the job ended of before its time. */
  void report() {
    if (!ownsJvm) {
      end.over();
    }
    end.report(left(), this);
  }

  /** Whether the job ends before its time: its ranks, and what they have started. */
  boolean isEnding() {
    return end.reason() != null;
  }

  /** Whether the job ends because a rank left with an exit code, or without closing its Mpi. */
  boolean hasExited() {
    MpiAbortException reason = end.reason();
    return reason != null && reason.getCause() instanceof RankExit;
  }

  /**
   * Whether a thread is that of a rank that has left by an exit code, or has been started by it.
   */
  boolean isOfGone(Thread thread) {
    ThreadGroup its = thread.getThreadGroup();
    return its != null
        && seats.values().stream()
            .filter(seat -> seat.isGone() && seat.rank() < groups.size())
            .anyMatch(seat -> groups.get(seat.rank()).parentOf(its));
  }

  /** A rank's program is about to start. */
  Seat sit(int rank) {
    Seat seat = new Seat(this, rank);
    seats.put(rank, seat);
    return seat;
  }

  /** Where a rank's program runs; null if it is only a body of {@code Mpi.run}. */
  @Nullable Seat seat(int rank) {
    return seats.get(rank);
  }

  @Override
  public boolean isHere(int rank) {
    Seat seat = seats.get(rank);
    return threads.get(rank).isAlive() && (seat == null || !seat.isGone());
  }

  @Override
  public @Nullable ThreadGroup group(int rank) {
    return groups.isEmpty() ? null : groups.get(rank);
  }

  @Override
  public Badge.Helpers helpers() {
    return helpers;
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
    return new RankWatch(rank, engines.get(rank), threads.get(rank));
  }

  private void runRank(int rank, RankProgram body) {
    Badge.take(this, rank);
    try {
      body.run(this, rank);
    } catch (RankExit e) {
      // Has been told of by exits().
    } catch (Throwable t) {
      boolean unused = failed(rank, t);
    }
  }

  /** A thread of a rank has thrown this, and ends; false if the job is over. */
  boolean failed(int rank, Throwable thrown) {
    Seat seat = seats.get(rank);
    boolean isGone = seat != null && seat.isGone(); // in a process it would not have come so far
    return isGone || survives(rank, thrown) || end.failed(rank, thrown);
  }

  private boolean survives(int rank, Throwable thrown) {
    return end.reason() == null && losses.survives(rank, thrown);
  }

  /** A rank's program has come to its end, or ends by an exit code. */
  void exits(Seat seat, RankExit exit) {
    boolean isFailure = exit.status() != 0 || !seat.mayGo();
    if (isFailure && survives(seat.rank(), exit)) {
      return;
    }
    if (exit.status() != 0) {
      abort(exit.status(), "rank " + seat.rank() + " exited with code " + exit.status(), exit);
    } else if (!seat.mayGo()) {
      abort(1, "rank " + seat.rank() + " ended without closing its Mpi (finalize)", exit);
    }
  }

  /** What all ranks are doing, for a launcher that asks. */
  List<RankReport> reports() {
    boolean started = !threads.isEmpty();
    return started ? hangWatch.see().stream().map(RankWatch.Seen::report).toList() : List.of();
  }

  /** Where the programs of all ranks are, for a launcher that asks. */
  List<RankReport> stacks(boolean isFull) {
    return threads.isEmpty() ? List.of() : RankStacks.ofThreads(this, isFull);
  }

  @Override
  public MpiAbortException abort(int errorCode, String message, @Nullable Throwable cause) {
    return end.abort(errorCode, message, cause);
  }
}
