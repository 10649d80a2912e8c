package org.purempi.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Something a thread can wait for. Its state belongs to the rank's {@link Progress} lock; {@link
 * Progress#complete} sets it.
 */
public abstract class Completion implements BooleanSupplier {
  private static final VarHandle DONE =
      Fields.handle(MethodHandles.lookup(), "done", boolean.class);

  /** In place of a process. */
  protected static final int NOBODY = -1;

  @SuppressWarnings("UnusedVariable") // read and written by DONE
  private boolean done;

  private @Nullable Follower follower;

  /** An event that has not happened yet. */
  protected Completion() {}

  /** The one process that brings it about, by the transport's number, or {@link #NOBODY}. */
  protected int partner() {
    return NOBODY;
  }

  /**
   * Whether it has happened. May be asked without the lock: then what came of it can be read too.
   */
  public final boolean isDone() {
    // Acquire: pairs with the release in complete.
    return (boolean) DONE.getAcquire(this);
  }

  /** As {@link #isDone}. */
  @Override
  public final boolean getAsBoolean() {
    return isDone();
  }

  /** Makes it wait-able again. */
  protected final void reset() {
    done = false;
  }

  /** It has happened. */
  final void complete() {
    // Release: whoever sees it sees the result.
    DONE.setRelease(this, true);
  }

  /**
   * Tells {@code f} when it happens, after those that follow already; false if it has happened.
   * Inside the lock.
   */
  public final boolean follow(Follower f) {
    if (isDone()) {
      return false;
    }
    Follower before = follower;
    if (before instanceof Several all) {
      all.followers.add(f);
    } else {
      follower = before == null ? f : new Several(before, f);
    }
    return true;
  }

  /** Those that follow, in the order in which they came. */
  private static final class Several implements Follower {
    private final List<Follower> followers = new ArrayList<>();

    Several(Follower first, Follower second) {
      followers.add(first);
      followers.add(second);
    }

    @Override
    public void followed() {
      followers.forEach(Follower::followed);
    }
  }

  /** Who is to be told now that it has happened; told once. */
  final @Nullable Follower takeFollower() {
    Follower f = follower;
    if (f != null) {
      follower = null;
    }
    return f;
  }
}
