package org.purempi.progress;

import org.jspecify.annotations.Nullable;

/**
 * Something a thread can wait for. Its state belongs to the rank's {@link Progress} lock; {@link
 * Progress#complete} sets it.
 */
public abstract class Completion {
  private boolean done;
  private @Nullable Thread parked;

  /** An event that has not happened yet. */
  protected Completion() {}

  /** Whether it has happened. */
  public final boolean isDone() {
    return done;
  }

  /** Makes it wait-able again. */
  protected final void reset() {
    done = false;
  }

  /** It has happened; the thread that parked for it, if any, is to be woken. */
  final @Nullable Thread complete() {
    done = true;
    return parked;
  }

  final void parkedBy(@Nullable Thread thread) {
    parked = thread;
  }
}
