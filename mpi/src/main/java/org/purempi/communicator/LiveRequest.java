package org.purempi.communicator;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiTimeoutException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.progress.Progress;
import org.purempi.protocol.Messenger;
import org.purempi.protocol.Operation;

/**
 * A request: one operation that gives the status, and others that must be complete too (isendrecv,
 * objects in several messages).
 *
 * @param <T> what comes back
 */
public sealed class LiveRequest<T> implements Request<T>
    permits LivePersistentRequest, CollectiveRequest, LiveGeneralizedRequest {
  private final Core communicator;
  private final long context;
  private final Function<Status, T> value;
  private @Nullable Operation operation;
  private List<Operation> companions;
  private @Nullable T result;
  private Status status = Status.EMPTY;
  private boolean freed;

  /** Where this run's result is taken if a future takes it too; null if there is no future. */
  private volatile @Nullable SharedResult<T> shared;

  LiveRequest(
      Core communicator,
      long context,
      @Nullable Operation operation,
      List<Operation> companions,
      Function<Status, T> value) {
    this.communicator = communicator;
    this.context = context;
    this.operation = operation;
    this.companions = companions;
    this.value = value;
  }

  static LiveRequest<Status> of(Core communicator, long context, Operation operation) {
    return new LiveRequest<>(communicator, context, operation, List.of(), s -> s);
  }

  private Messenger messenger() {
    return communicator.peers().messenger();
  }

  final Core communicator() {
    return communicator;
  }

  final void begin(Operation started) {
    shared = null;
    operation = started;
  }

  final boolean isFreed() {
    return freed;
  }

  @Override
  public final Mpi mpi() {
    return communicator.mpi();
  }

  @Override
  public final boolean active() {
    return operation != null;
  }

  @Override
  public final T waitFor() {
    requireNotFreed();
    Operation op = operation;
    if (op == null) {
      return inactiveResult();
    }
    awaitAll(op, Long.MAX_VALUE);
    return seen(op);
  }

  @Override
  public final T waitFor(Duration timeout) {
    requireNotFreed();
    Operation op = operation;
    if (op == null) {
      return inactiveResult();
    }
    long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
    if (!awaitAll(op, deadline)) {
      throw communicator.raise(
          new MpiTimeoutException(
              "not complete after "
                  + timeout
                  + " on "
                  + communicator.label()
                  + ": the request is still active, wait again or cancel it"));
    }
    return seen(op);
  }

  /** As {@link #waitFor()}, for who knows that it is complete. */
  final T take() {
    requireNotFreed();
    Operation op = operation;
    return op == null ? inactiveResult() : seen(op);
  }

  private boolean awaitAll(Operation op, long deadlineNanos) {
    boolean done = messenger().await(op, deadlineNanos);
    for (Operation other : companions) {
      done &= messenger().await(other, deadlineNanos);
    }
    return done;
  }

  @Override
  public final Optional<T> test() {
    requireNotFreed();
    Operation op = operation;
    if (op == null) {
      return Optional.of(inactiveResult());
    }
    return isComplete() ? Optional.of(seen(op)) : Optional.empty();
  }

  /**
   * Waits until it is complete; inside the rank's lock.
   *
   * @param more whether the caller waits for others, too
   */
  final void awaitInside(Progress progress, boolean more) {
    Operation op = operation;
    if (op == null) {
      return;
    }
    if (more) {
      progress.awaitFirst(op);
    } else {
      progress.await(op);
    }
    List<Operation> others = companions;
    for (int i = 0; i < others.size(); i++) {
      progress.await(others.get(i));
    }
  }

  /** Whether a wait would return at once; makes progress. */
  final boolean isComplete() {
    Operation op = operation;
    boolean done = op == null || messenger().test(op);
    for (Operation other : companions) {
      done &= messenger().test(other);
    }
    return done;
  }

  /** As {@link #isComplete()}, without progress; inside the rank's lock. */
  final boolean isDoneInside() {
    Operation op = operation;
    boolean done = op == null || op.isDone();
    List<Operation> others = companions;
    for (int i = 0; i < others.size(); i++) {
      done &= others.get(i).isDone();
    }
    return done;
  }

  /** The completion is seen: the request becomes inactive. */
  private T seen(Operation op) {
    SharedResult<T> run = shared;
    return run == null ? taken(op) : run.take();
  }

  private T taken(Operation op) {
    if (operation != op) {
      return lastResult(); // another thread was first: the operation may be another message's
    }
    T r;
    try {
      r = resultOf(op);
    } finally {
      try {
        released();
      } finally {
        // In this order: whoever finds the request inactive finds the result.
        VarHandle.releaseFence();
        operation = null;
      }
    }
    if (shared == null) {
      op.release(); // not before the request has let go of it: cancel looks whether it has
    }
    return r;
  }

  private T resultOf(Operation op) {
    List<Operation> others = companions;
    companions = List.of();
    status = op.status();
    RuntimeException error = op.error();
    for (int i = 0; i < others.size(); i++) {
      error = error == null ? others.get(i).error() : error;
    }
    if (error != null) {
      throw communicator.raise(error);
    }
    T r = value.apply(status);
    result = r;
    return r;
  }

  /** What waiting for a request that is not active returns: its future may have been faster. */
  private T inactiveResult() {
    SharedResult<T> run = shared;
    return run == null ? lastResult() : run.take();
  }

  private T lastResult() {
    VarHandle.acquireFence(); // pairs with the one in taken
    T r = result;
    return this instanceof LivePersistentRequest || r == null ? value.apply(Status.EMPTY) : r;
  }

  /** The status after {@link #waitFor}; with the error's class if it failed. */
  final Status status() {
    return status;
  }

  @Override
  public final Optional<Status> getStatus() {
    requireNotFreed();
    Operation op = operation;
    if (op == null) {
      return Optional.of(Status.EMPTY);
    }
    return isComplete() ? Optional.of(op.status()) : Optional.empty();
  }

  /** Throws if the Standard does not allow this request to be cancelled, or freed while active. */
  void requireReleasable(String call) {}

  @Override
  public final void cancel() {
    requireNotFreed();
    requireReleasable("cancel");
    Operation op = operation;
    if (op != null) {
      cancel(op);
    }
  }

  /** Asks an operation that is under way to end, unless another thread has seen its end. */
  void cancel(Operation op) {
    messenger().cancel(context, op, () -> operation == op);
  }

  /** The completion has been seen, or the request was freed. */
  void released() {}

  @Override
  public final void free() {
    requireNotFreed();
    Operation op = operation;
    if (op != null) {
      requireReleasable("free");
      messenger().giveUp(op);
      companions.forEach(messenger()::giveUp);
    }
    freed = true;
    operation = null; // it goes on, but not for this request, which waits and tests pass over
    companions = List.of();
    released();
  }

  @Override
  public final CompletableFuture<T> toCompletableFuture() {
    requireNotFreed();
    communicator.home().startProgressThread();
    return share().future();
  }

  private synchronized SharedResult<T> share() {
    SharedResult<T> known = shared;
    if (known != null) {
      return known;
    }
    Operation op = operation;
    SharedResult<T> run = new SharedResult<>(() -> op == null ? lastResult() : taken(op));
    if (op == null) {
      run.takeAfter(() -> {});
    } else {
      shared = run;
      Thread.ofVirtual().start(() -> run.takeAfter(() -> awaitAll(op, Long.MAX_VALUE)));
    }
    return run;
  }

  final void requireNotFreed() {
    if (freed) {
      throw communicator.raise(
          new MpiArgumentException(ErrorClass.REQUEST, "the request has been freed"));
    }
  }
}
