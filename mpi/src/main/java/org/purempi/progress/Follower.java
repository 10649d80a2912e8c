package org.purempi.progress;

/** Is told when a {@link Completion} happens, and goes on from there. */
@FunctionalInterface
public interface Follower {
  /** What was followed has happened. Inside the lock; must not wait, poll or throw. */
  void followed();
}
