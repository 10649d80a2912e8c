package org.purempi.world;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;
import org.purempi.RankBody;
import org.purempi.Session;
import org.purempi.spawn.Launcher;
import org.purempi.spawn.Origin;

/**
 * The place of one rank in a JVM that runs a program on many: what the launch record is to a
 * process. The classes of the rank's program know it by their loader, and so does whoever they
 * call.
 */
final class Seat implements Job {
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final ThreadWorld world;
  private final int rank;
  private boolean initialized;
  private boolean finalized;
  private int worlds;
  private final AtomicBoolean left = new AtomicBoolean();
  private volatile boolean gone;

  Seat(ThreadWorld world, int rank) {
    this.world = world;
    this.rank = rank;
  }

  /**
   * The seat of the rank that the current thread acts for: that of the rank that has started the
   * thread, else of the program whose code it executes, as threads of shared pools do; null if it
   * belongs to none.
   */
  static @Nullable Seat mine() {
    Badge badge = Badge.mine();
    Seat seat = badge == null ? null : badge.world().seat(badge.rank());
    return badge == null ? ofCaller() : seat;
  }

  private static @Nullable Seat ofCaller() {
    return WALKER.walk(
        frames ->
            frames
                .map(frame -> frame.getDeclaringClass().getClassLoader())
                .filter(RankClassLoader.class::isInstance)
                .findFirst()
                .map(loader -> ((RankClassLoader) loader).seat())
                .orElse(null));
  }

  int rank() {
    return rank;
  }

  synchronized Environment init(String[] args) {
    if (initialized) {
      throw new MpiException(
          ErrorClass.OTHER,
          "Mpi.init was called before in this rank: MPI starts once (section 11.2.1)");
    }
    initialized = true;
    return environment(args);
  }

  private synchronized Environment environment(String[] args) {
    return world.environment(this, rank, worlds++, args);
  }

  /** Opens a session of this rank, with or without a world. */
  Session session(Info info, ErrorHandler errorHandler) {
    Environment environment = world.environmentOfSessions(this, rank);
    return environment.session(info, errorHandler, environment::close);
  }

  /** Runs a body once on the world; the number of ranks is the launcher's. */
  void run(int ranks, RankBody body) {
    if (ranks != world.size() && rank == 0) {
      System.err.println(
          "purempi: the program asks for "
              + ranks
              + " ranks, the launcher started "
              + world.size()
              + ": "
              + world.size()
              + " it is");
    }
    Environment environment = environment(new String[0]);
    try {
      body.run(environment.world());
    } catch (Exception e) {
      throw fail(e); // as in a process, the program's main has no say in it
    }
    environment.close();
  }

  private MpiAbortException fail(Exception e) {
    boolean unused = world.failed(rank, e);
    return new MpiAbortException(1, "the job was aborted: rank " + rank + " failed: " + e, e);
  }

  synchronized boolean initialized() {
    return initialized;
  }

  synchronized boolean finalizedOnce() {
    return finalized;
  }

  /** Whether the rank may go without harm to others. */
  synchronized boolean mayGo() {
    return finalized || worlds == 0;
  }

  /** The program has come to its end. */
  void returns() {
    world.exits(this, new RankExit(0));
  }

  /** The program ends this rank; the first exit counts. */
  RankExit leaves(RankExit exit) {
    if (left.compareAndSet(false, true)) {
      world.exits(this, exit);
      gone = true;
      Thread main = world.thread(rank);
      if (main != Thread.currentThread()) {
        main.interrupt();
      }
    }
    return exit;
  }

  /** Whether the rank has left by an exit code: of a process, nothing more could be heard. */
  boolean isGone() {
    return gone;
  }

  @Override
  public MpiAbortException abort(int errorCode, String message, @Nullable Throwable cause) {
    return world.abort(errorCode, message, cause);
  }

  @Override
  public synchronized void ended(boolean ofWorld) {
    finalized |= ofWorld;
  }

  @Override
  public Origin origin(int itsRank) {
    return world.origin(itsRank);
  }

  @Override
  public Launcher launcher() {
    return world.launcher();
  }

  @Override
  public @Nullable String parentPort() {
    return world.parentPort();
  }

  @Override
  public int host() {
    return 0;
  }

  @Override
  public int appnum() {
    return world.appnum(rank);
  }

  @Override
  public int universeSize() {
    return world.size();
  }
}
