package org.purempi.pool;

import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.MpiArgumentException;

/**
 * What a pool is to be like, and how each rank takes part: either all ranks call {@link #run}, or
 * the master {@link #open} and the others {@link #serve}. All of these are collective and describe
 * the pool alike; each works on a duplicate of the communicator, so other messages do not mix with
 * the pool's.
 */
public final class PoolSetup {
  /** So many tasks may wait, unless said otherwise. */
  private static final int CAPACITY = 4096;

  private static final String CLASS_PATH = "class_path";

  private final Communicator comm;
  private int root;
  private int capacity = CAPACITY;
  private ProgressListener progress = (done, total) -> {};
  private int least;
  private int most;
  private Info info = Info.EMPTY;

  PoolSetup(Communicator comm) {
    this.comm = comm;
  }

  /**
   * Which rank is the master; 0 if not said. Of an intercommunicator, a rank of the group that does
   * not work: the only one.
   */
  public PoolSetup root(int rank) {
    root = rank;
    return this;
  }

  /** How many tasks may wait at the master, 1 or more; 4096 if not said. Who submits waits then. */
  public PoolSetup capacity(int tasks) {
    if (tasks < 1) {
      throw new MpiArgumentException(ErrorClass.ARG, "a capacity of " + tasks + ": at least 1");
    }
    capacity = tasks;
    return this;
  }

  /**
   * The workers are spawned, each as a world of its own, and more of them while tasks wait; a
   * worker that has been spawned stays until the pool is over. The communicator is that of the
   * master alone, such as {@code mpi.self()}.
   *
   * @param fewest how many are spawned at once, 1 or more
   * @param largest how many there may be
   */
  public PoolSetup spawning(int fewest, int largest) {
    return spawning(fewest, largest, Info.EMPTY);
  }

  /**
   * The same.
   *
   * @param hints where and how they are spawned ({@link org.purempi.SpawnCommand})
   */
  public PoolSetup spawning(int fewest, int largest, Info hints) {
    if (fewest < 1 || largest < fewest) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "from " + fewest + " to " + largest + " workers: from 1 on, and growing");
    }
    least = fewest;
    most = largest;
    info = hints;
    return this;
  }

  /** Who hears how far maps are; {@link ProgressListener#line} draws a line. */
  public PoolSetup onProgress(ProgressListener listener) {
    progress = listener;
    return this;
  }

  /**
   * Runs the body at the master, with a pool that is closed at its end: tasks that have been
   * submitted are done first. If the body throws, tasks that have not begun are dropped and others
   * interrupted. On the other ranks, works for the master and returns when the pool is over. A
   * communicator of one rank has one worker, a thread.
   *
   * @throws X what the body throws
   * @throws org.purempi.MpiException ({@code PROC_ABORTED}) if the master is gone before it has
   *     closed the pool, or all workers are
   */
  public <X extends Exception> void run(MpiExecutor.Body<X> body) throws X {
    if (comm instanceof Intercommunicator) {
      throw new MpiArgumentException(
          ErrorClass.COMM, "over an intercommunicator the master opens and the others serve");
    }
    if (comm.rank() != root) {
      serve();
      return;
    }
    MpiExecutor pool = open();
    try {
      body.run(pool);
    } catch (Throwable t) {
      var unused = pool.shutdownNow();
      throw t;
    }
    pool.finish();
  }

  /**
   * The pool, for its master, which closes it; the workers call {@link #serve}.
   *
   * @throws MpiArgumentException ({@code ROOT}) if this is not the root, ({@code COMM}) if the
   *     local group of an intercommunicator has other ranks
   */
  public MpiExecutor open() {
    if (comm.rank() != root) {
      String message = "rank " + comm.rank() + " opens a pool whose master is rank " + root;
      throw new MpiArgumentException(ErrorClass.ROOT, message);
    }
    boolean isBetween = comm instanceof Intercommunicator;
    if (isBetween && comm.size() > 1) {
      throw new MpiArgumentException(
          ErrorClass.COMM, "the master of a pool has to be alone in its group of " + comm.name());
    }
    boolean isSpawning = most > 0;
    if (isSpawning && (isBetween || comm.size() > 1)) {
      throw new MpiArgumentException(
          ErrorClass.COMM, "workers are spawned by a master that is alone in " + comm.name());
    }
    Communicator own = duplicate();
    if (isSpawning) {
      Link spawned = new SpawnedLink(own, withClassPath(info), least, most);
      return new MpiExecutor(new Master(spawned, comm.mpi(), capacity), progress);
    }
    Master master = new Master(new CommunicatorLink(own), comm.mpi(), capacity);
    if (!isBetween && comm.size() == 1) {
      Helpers.start("worker", () -> new Worker(own, root).work());
    }
    return new MpiExecutor(master, progress);
  }

  /**
   * Works for the master until the pool is over.
   *
   * @throws MpiArgumentException ({@code ROOT}) if this is the root
   * @throws org.purempi.MpiException ({@code PROC_ABORTED}) if the master is gone before
   */
  public void serve() {
    if (!(comm instanceof Intercommunicator) && comm.rank() == root) {
      String message = "rank " + root + " is the master: it opens the pool";
      throw new MpiArgumentException(ErrorClass.ROOT, message);
    }
    new Worker(duplicate(), root).serve();
  }

  /** Tasks are made of the master's classes. */
  private static Info withClassPath(Info given) {
    String own = System.getProperty("java.class.path", "");
    return given.get(CLASS_PATH).isPresent() || own.isEmpty() || own.length() > Info.LONGEST_VALUE
        ? given
        : given.with(CLASS_PATH, own);
  }

  private Communicator duplicate() {
    Communicator own = comm.dup();
    own.setErrhandler(ErrorHandler.RETURN);
    own.setName("pool over " + comm.name());
    return own;
  }
}
