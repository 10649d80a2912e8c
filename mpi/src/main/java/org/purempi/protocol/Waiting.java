package org.purempi.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.progress.Progress;
import org.purempi.trace.FrameOrigin;

/** How one rank's threads wait for operations, and test them. Any thread, outside the lock. */
public final class Waiting {
  private final Engine engine;
  private final Sending sending;
  private final Progress progress;

  Waiting(Engine engine) {
    this.engine = engine;
    this.sending = engine.sending();
    this.progress = engine.progress;
  }

  /** Waits until done; what went wrong stays in the operation. */
  public void await(Operation op) {
    sending.push();
    if (!op.isDone()) {
      progress.enter();
      try {
        progress.await(op);
      } finally {
        progress.leave();
      }
    }
  }

  /** Waits at most until {@link System#nanoTime} {@code deadlineNanos}; whether it is done. */
  public boolean await(Operation op, long deadlineNanos) {
    if (deadlineNanos == Long.MAX_VALUE) {
      await(op);
      return true;
    }
    sending.push();
    if (op.isDone()) {
      return true;
    }
    progress.enter();
    try {
      return progress.await(op, deadlineNanos);
    } finally {
      progress.leave();
    }
  }

  /** Waits until a condition holds that is read inside the lock. */
  public void await(BooleanSupplier condition) {
    sending.push();
    progress.enter();
    try {
      progress.await(condition);
    } finally {
      progress.leave();
    }
  }

  /**
   * Waits until a condition holds that one of some operations brings about; both are asked for
   * inside the lock.
   */
  public void awaitFirst(BooleanSupplier condition, Supplier<List<Operation>> operations) {
    await(new FirstOf(condition, operations));
  }

  /** Waits until done, returns the status ({@code MPI_Wait}); throws what went wrong. */
  public Status waitFor(Operation op) {
    await(op);
    throwError(op);
    Status status = op.status();
    op.release();
    return status;
  }

  /** As {@link #waitFor}, without the status ({@code MPI_STATUS_IGNORE}). */
  public void waitIgnoringStatus(Operation op) {
    await(op);
    throwError(op);
    op.release();
  }

  /** Throws what went wrong with an operation that is done, if anything did. */
  static void throwError(Operation op) {
    RuntimeException error = op.error();
    if (error != null) {
      throw here(error);
    }
  }

  /** The error of an operation, to be thrown here; a thread of ours may have met it elsewhere. */
  public static RuntimeException here(RuntimeException error) {
    if (error instanceof MpiException
        && Arrays.stream(error.getStackTrace()).noneMatch(FrameOrigin::isProgram)) {
      error.fillInStackTrace();
    }
    return error;
  }

  /** Whether it is done; makes progress if not ({@code MPI_Test}). */
  public boolean test(Operation op) {
    sending.push();
    if (op.isDone()) {
      return true;
    }
    progress.enter();
    try {
      progress.look(op);
      if (!op.isDone()) {
        engine.hopeless.askedInVain(op);
      }
    } finally {
      progress.leave();
    }
    return op.isDone() || progress.emptyHanded();
  }

  /** Somebody has asked in vain whether one of some operations is done. Inside the lock. */
  public void askedInVain(Supplier<List<Operation>> operations) {
    engine.hopeless.askedInVain(new FirstOf(() -> false, operations));
  }
}
