package org.purempi.world;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells to which rank of a JVM of many a thread belongs: the rank's own thread has one, and every
 * thread that it starts inherits another. Any thread.
 */
final class Badge {
  private static final InheritableThreadLocal<@Nullable Badge> MINE =
      new InheritableThreadLocal<>() {
        @Override
        protected @Nullable Badge childValue(@Nullable Badge parent) {
          return parent == null ? null : parent.ofChild();
        }
      };

  private final ThreadWorld world;
  private final int rank;

  /** What the rank's thread inherited itself, when a rank of another world has started this one. */
  private final @Nullable Badge outer;

  private Badge(ThreadWorld world, int rank, @Nullable Badge outer) {
    this.world = world;
    this.rank = rank;
    this.outer = outer;
  }

  /** The current thread's; null if no rank has started it. */
  static @Nullable Badge mine() {
    return MINE.get();
  }

  /** The current thread is a rank's. */
  static void take(ThreadWorld world, int rank) {
    MINE.set(new Badge(world, rank, MINE.get()));
  }

  ThreadWorld world() {
    return world;
  }

  int rank() {
    return rank;
  }

  private Badge ofChild() {
    Badge child = new Badge(world, rank, outer == null ? null : outer.ofChild());
    world.helpers().add(child);
    return child;
  }

  /**
   * The threads that ranks have started. Nobody but the thread holds its badge: once the thread has
   * ended, the next garbage collection takes the badge away.
   */
  static final class Helpers {
    private final ReferenceQueue<Badge> taken = new ReferenceQueue<>();
    private final Set<Reference<? extends Badge>> alive = ConcurrentHashMap.newKeySet();

    private void add(Badge badge) {
      for (var gone = taken.poll(); gone != null; gone = taken.poll()) {
        alive.remove(gone);
      }
      alive.add(new WeakReference<>(badge, taken));
    }

    /** How many may be alive, and perhaps some that have ended since the last collection. */
    int most() {
      alive.removeIf(badge -> badge.refersTo(null));
      return alive.size();
    }
  }
}
