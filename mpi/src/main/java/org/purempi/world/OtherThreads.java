package org.purempi.world;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * The threads of this process that are neither the JVM's nor purempi's. Whoever of them does not
 * wait in MPI may yet act for a rank that does.
 */
final class OtherThreads {
  private static final String OURS = "purempi";
  private static final String COMMON_POOL = "ForkJoinPool.commonPool-";

  /** Waits for the threads that are no daemons, when main has returned. */
  private static final String END = "DestroyJavaVM";

  /** Groups of the JVM's own threads. */
  private static final Set<String> OF_JVM = Set.of("system", "InnocuousThreadGroup");

  /** Threads that are there once virtual threads have been, whose own are not to be seen. */
  private static final Set<String> OF_VIRTUAL =
      Set.of("VirtualThread-unparker", "Read-Poller", "Write-Poller", "MasterPoller");

  private OtherThreads() {}

  /** Whether a thread may act that is not one of these. */
  static boolean mayAct(Set<Thread> waiting) {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    if (!pool.isQuiescent() || pool.getDelayedTaskCount() > 0) {
      return true;
    }
    var known = new HashSet<>(waiting);
    known.add(Thread.currentThread());
    for (Thread thread : all()) {
      if (thread != null && !known.contains(thread) && isOther(thread)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Thread[] all() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads = new Thread[2 * group.activeCount() + 16];
    int unused = group.enumerate(threads);
    return threads;
  }

  private static boolean isOther(Thread thread) {
    String name = thread.getName();
    ThreadGroup group = thread.getThreadGroup();
    if (group == null || OF_VIRTUAL.stream().anyMatch(name::startsWith)) {
      return group != null;
    }
    boolean isKnown = name.startsWith(OURS) || name.startsWith(COMMON_POOL) || name.equals(END);
    return !isKnown && !OF_JVM.contains(group.getName());
  }
}
