package org.purempi.world;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.purempi.bootstrap.Neighbourhood;
import org.purempi.spawn.Origin;

/** What a job of thread ranks says of itself. */
abstract class JvmJob implements Job {
  /** How other worlds know those of this JVM; made when somebody asks. */
  private static final class Names {
    private static final String JVM = "jvm-" + UUID.randomUUID();
    private static final AtomicInteger WORLDS = new AtomicInteger();
  }

  private final List<Integer> appnums;
  private final @Nullable String parentPort;
  private final ThreadLauncher launcher = new ThreadLauncher(this);
  private @Nullable String name;

  /**
   * A job.
   *
   * @param appnums for each rank which program it runs
   * @param parentPort where the world waits that has spawned this one; null if none has
   */
  JvmJob(List<Integer> appnums, @Nullable String parentPort) {
    this.appnums = List.copyOf(appnums);
    this.parentPort = parentPort;
  }

  /** What more ranks are started like. */
  abstract ThreadedProgram programs();

  /**
   * A world that this one spawns.
   *
   * @param like what its ranks may start in turn
   * @param itsAppnums for each of its ranks
   * @param port where this world waits for it
   */
  abstract ThreadWorld child(ThreadedProgram like, List<Integer> itsAppnums, @Nullable String port);

  /** A world that this one has spawned has ended before its time. */
  abstract void childFailed(String space, String why);

  /** The name of this world, for those that meet it. */
  final synchronized String space() {
    String known = name;
    if (known == null) {
      known = Names.JVM + "-" + Names.WORLDS.incrementAndGet();
      name = known;
    }
    return known;
  }

  @Override
  public final Origin origin(int rank) {
    return new Origin(
        Origin.ofSpace(space()), () -> Names.JVM, Neighbourhood.THREADS, launcher, tcp -> {});
  }

  @Override
  public final ThreadLauncher launcher() {
    return launcher;
  }

  @Override
  public final @Nullable String parentPort() {
    return parentPort;
  }

  @Override
  public final int appnum() {
    return 0;
  }

  /** Which program a rank runs. */
  final int appnum(int rank) {
    return appnums.get(rank);
  }

  @Override
  public final int host() {
    return 0;
  }

  @Override
  public final int universeSize() {
    return appnums.size();
  }

  @Override
  public final void ended(boolean ofWorld) {}
}
