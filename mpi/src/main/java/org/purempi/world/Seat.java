package org.purempi.world;

import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;
import org.purempi.RankBody;
import org.purempi.Session;

/**
 * The place of one rank in a JVM that runs a program on many: what the launch record is to a
 * process. The rank's thread has it, and the threads that it starts.
 */
final class Seat implements Job {
  private static final InheritableThreadLocal<@Nullable Seat> MINE = new InheritableThreadLocal<>();

  private final ThreadWorld world;
  private final int rank;
  private boolean initialized;
  private boolean finalized;
  private int worlds;

  Seat(ThreadWorld world, int rank) {
    this.world = world;
    this.rank = rank;
  }

  /** The seat of the current thread's rank; null if it belongs to none. */
  static @Nullable Seat mine() {
    return MINE.get();
  }

  /** The current thread is the rank's. */
  void take() {
    MINE.set(this);
  }

  int rank() {
    return rank;
  }

  synchronized Mpi init(String[] args) {
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
  Session session(ErrorHandler errorHandler) {
    Environment environment = world.environmentOfSessions(this, rank);
    return environment.session(errorHandler, environment::close);
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
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new MpiException(ErrorClass.OTHER, String.valueOf(e), e);
    }
    environment.close();
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

  /** The program ends this rank. */
  RankExit leaves(RankExit exit) {
    world.exits(this, exit.code());
    return exit;
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
  public int host() {
    return 0;
  }

  @Override
  public int appnum() {
    return 0;
  }

  @Override
  public int universeSize() {
    return world.size();
  }
}
