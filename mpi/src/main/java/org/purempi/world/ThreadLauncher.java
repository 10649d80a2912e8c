package org.purempi.world;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;
import org.purempi.spawn.Launcher;
import org.purempi.spawn.Spawning;

/**
 * Starts worlds whose ranks are threads of this JVM, with classes of their own, for one whose ranks
 * are; keeps the names of all worlds of this JVM. Any thread.
 */
final class ThreadLauncher implements Launcher {
  private static final int FAILED = 1;
  private static final Map<String, String> NAMES = new ConcurrentHashMap<>();

  private final JvmJob parent;
  private final List<Thread> children = new ArrayList<>();
  private final List<ThreadWorld> worlds = new ArrayList<>();

  ThreadLauncher(JvmJob parent) {
    this.parent = parent;
  }

  @Override
  public SpawnResult spawn(List<SpawnProgram> programs, Map<String, String> pairs) {
    List<ThreadedProgram> ofRank = new ArrayList<>();
    List<Integer> appnums = new ArrayList<>();
    List<Integer> codes = new ArrayList<>();
    String trouble = "";
    for (SpawnProgram one : programs) {
      ThreadedProgram found = parent.programs().other(one);
      codes.addAll(Collections.nCopies(one.processes(), found == null ? FAILED : 0));
      if (found == null) {
        trouble =
            "there is no class '"
                + one.command()
                + "' on the class path: ranks that are threads start classes and jars only";
      }
      for (int i = 0; found != null && i < one.processes(); i++) {
        ofRank.add(found);
        appnums.add(programs.indexOf(one));
      }
    }
    if (!trouble.isEmpty()) {
      return new SpawnResult(codes, null, trouble);
    }
    Provider.seatRanks();
    ThreadWorld world = parent.child(ofRank.getFirst(), appnums, pairs.get(Spawning.PARENT));
    Thread runner =
        Thread.ofPlatform()
            .daemon(true)
            .name("purempi spawned world")
            .unstarted(() -> run(world, ofRank));
    synchronized (this) {
      children.removeIf(thread -> !thread.isAlive());
      children.add(runner);
      worlds.add(world);
    }
    runner.start();
    return new SpawnResult(codes, world.space(), "");
  }

  private void run(ThreadWorld world, List<ThreadedProgram> ofRank) {
    try {
      world.runPrograms((its, rank) -> ofRank.get(rank).runRank(its, rank));
    } catch (RuntimeException e) {
      parent.childFailed(world.space(), String.valueOf(e.getMessage()));
    } finally {
      synchronized (this) {
        worlds.remove(world);
      }
    }
  }

  /** The parent ends before its time: so do the worlds that it has started. */
  synchronized void abort(int errorCode, String why) {
    worlds.forEach(world -> world.abort(errorCode, why, null));
  }

  /** Waits for the worlds that were started. */
  void await() throws InterruptedException {
    for (Thread next = next(); next != null; next = next()) {
      next.join();
    }
  }

  private synchronized @Nullable Thread next() {
    return children.stream().filter(Thread::isAlive).findFirst().orElse(null);
  }

  @Override
  public synchronized void disconnected(String space) {
    worlds.removeIf(world -> world.space().equals(space));
  }

  @Override
  public boolean publish(String service, String port) {
    return NAMES.putIfAbsent(service, port) == null;
  }

  @Override
  public Optional<String> lookup(String service) {
    return Optional.ofNullable(NAMES.get(service));
  }

  @Override
  public boolean unpublish(String service) {
    return NAMES.remove(service) != null;
  }
}
