package org.purempi.protocol;

import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.progress.Completion;

/** A send or a receive under way. Its state belongs to the rank's lock. */
public abstract sealed class Operation extends Completion
    permits SendOperation, ReceiveOperation, FinishedOperation, Together, StagedOperation, Promise {
  /** A thread that never runs: stands for those of other ranks, and this rank's others. */
  static final Thread STRANGER = Thread.ofPlatform().unstarted(() -> {});

  private @Nullable RuntimeException error;

  Operation() {}

  /** What went wrong, once it is done; null if nothing. */
  public @Nullable RuntimeException error() {
    return error;
  }

  /** The class of {@link #error}, for the status. */
  final ErrorClass errorClass() {
    return error() instanceof MpiException e ? e.errorClass() : ErrorClass.SUCCESS;
  }

  final void fail(@Nullable RuntimeException e) {
    error = e;
  }

  /** Whether it is not over: it waits until failures are acknowledged. */
  public final boolean isSuspended() {
    return errorClass() == ErrorClass.PROC_FAILED_PENDING;
  }

  /** It is not done, and nothing has gone wrong. */
  final void again() {
    reset();
    fail(null);
  }

  /** Ends it if it is a receive that has not matched; inside the lock. */
  void cancel(Engine engine) {}

  /** Its result has been read: from now on it keeps no buffer alive. Any thread, once. */
  public void letGoOfBuffer() {}

  /**
   * As {@link #letGoOfBuffer}, and nobody will ask for anything again: another message may use it.
   */
  public void release() {}

  /** The status, once it is done. */
  public abstract Status status();
}
