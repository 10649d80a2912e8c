package org.purempi.request;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiTimeoutException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.check.Check;
import org.purempi.check.Tracked;
import org.purempi.progress.Progress;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Waiting;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Posted;
import org.purempi.watch.Watch;
import org.purempi.watch.What;

/**
 * A request: an operation, until its end has been seen, and then what came of it.
 *
 * @param <T> what comes back
 */
public abstract sealed class LiveRequest<T> implements Request<T>
    permits MessageRequest, ValueRequest {
  private final ErrorScope scope;
  private @Nullable Operation operation;
  private Status status = Status.EMPTY;
  private boolean failed;
  private boolean freed;
  private @Nullable Posted posted;
  private @Nullable Runnable onWait;

  /** What the checker knows of it; null if it is off. */
  private @Nullable Tracked tracked;

  /** Where this run's result is taken if a future takes it too; null if there is no future. */
  private volatile @Nullable SharedResult<T> shared;

  LiveRequest(ErrorScope scope, @Nullable Operation operation) {
    this.scope = scope;
    this.operation = operation;
  }

  /** What comes back of a run that has gone well; called once for each. */
  abstract T valueOf(Status of);

  /** What came back last; {@code of} is that run's status, or empty if it failed. */
  abstract T lastValue(Status of);

  private Engine engine() {
    return scope.engine();
  }

  final ErrorScope scope() {
    return scope;
  }

  /** The checker is to know when a thread waits for this request alone. */
  public final void onWait(Runnable tell) {
    onWait = tell;
  }

  /** The checker watches it from now on. */
  public final void track(Tracked its) {
    tracked = its;
  }

  /** The program does not know of it. */
  public final void unwatched() {
    Tracked its = tracked;
    if (its != null) {
      its.completed();
      tracked = null;
    }
  }

  /** It is of a receive that was posted like that. */
  public final void posted(@Nullable Posted receive) {
    posted = receive;
  }

  final void begin(Operation started) {
    shared = null;
    operation = started;
    Tracked its = tracked;
    if (Check.ON && its != null) {
      its.started();
    }
  }

  /** Whether a future takes this run's result, too. */
  final boolean hasFuture() {
    return shared != null;
  }

  final boolean isFreed() {
    return freed;
  }

  @Override
  public final Mpi mpi() {
    return scope.mpi();
  }

  @Override
  public final boolean active() {
    return operation != null;
  }

  @Override
  public final T waitFor() {
    OpenCall open = Watch.ON ? engine().watch().enter(What.WAIT, scope.watched()) : null;
    try {
      Operation op = operation;
      if (op == null) {
        return inactiveResult();
      }
      Runnable tell = onWait;
      if (Check.ON && tell != null) {
        tell.run();
      }
      engine().waiting().await(op);
      return seen(op);
    } finally {
      if (Watch.ON) {
        engine().watch().leave(open);
      }
    }
  }

  @Override
  public final T waitFor(Duration timeout) {
    OpenCall open = Watch.ON ? engine().watch().enter(What.WAIT, scope.watched()) : null;
    try {
      Operation op = operation;
      if (op == null) {
        return inactiveResult();
      }
      long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
      if (!engine().waiting().await(op, deadline)) {
        throw scope.raise(
            new MpiTimeoutException(
                "not complete after "
                    + timeout
                    + " on "
                    + scope.label()
                    + ": the request is still active, wait again or cancel it"));
      }
      return seen(op);
    } finally {
      if (Watch.ON) {
        engine().watch().leave(open);
      }
    }
  }

  /** The operation, while there is one. */
  final Stream<Operation> underWay() {
    return Stream.ofNullable(operation);
  }

  /** As {@link #waitFor()}, for who knows that it is complete. */
  final T take() {
    Operation op = operation;
    return op == null ? inactiveResult() : seen(op);
  }

  @Override
  public final Optional<T> test() {
    Operation op = operation;
    if (op == null) {
      return Optional.of(inactiveResult());
    }
    if (!isComplete()) {
      return Optional.empty();
    }
    OpenCall open = Watch.ON ? engine().watch().enter(What.TEST, scope.watched()) : null;
    try {
      return Optional.of(seen(op));
    } finally {
      if (Watch.ON) {
        engine().watch().leave(open);
      }
    }
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
  }

  /** Whether a wait would return at once; makes progress. */
  final boolean isComplete() {
    Operation op = operation;
    return op == null || engine().waiting().test(op);
  }

  /** As {@link #isComplete()}, without progress; inside the rank's lock. */
  final boolean isDoneInside() {
    Operation op = operation;
    return op == null || op.isDone();
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
    RuntimeException interim = op.isSuspended() ? op.error() : null;
    if (interim != null) {
      throw scope.raise(Waiting.here(interim)); // the request stays active
    }
    Tracked its = tracked;
    try {
      if (Check.ON && its != null) {
        engine().order().waited(op);
        its.completed();
      }
      return resultOf(op);
    } finally {
      try {
        released();
      } finally {
        // In this order: whoever finds the request inactive finds the result.
        VarHandle.releaseFence();
        operation = null;
        // Not before the request has let go of it: cancel looks whether it has.
        if (shared == null) {
          op.release();
        } else {
          op.letGoOfBuffer(); // the future's thread may still look whether it is done
        }
      }
    }
  }

  private T resultOf(Operation op) {
    Status of = op.status();
    status = of;
    RuntimeException error = op.error();
    failed = error != null;
    if (error != null) {
      throw scope.raise(Waiting.here(error));
    }
    if (Watch.ON && posted != null) {
      engine().watch().received(posted, of);
    }
    return valueOf(of);
  }

  /** What waiting for a request that is not active returns: its future may have been faster. */
  private T inactiveResult() {
    requireNotFreed();
    SharedResult<T> run = shared;
    return run == null ? lastResult() : run.take();
  }

  private T lastResult() {
    VarHandle.acquireFence(); // pairs with the one in taken
    return lastValue(failed ? Status.EMPTY : status);
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
    engine().receiving().cancel(op, () -> operation == op);
  }

  /** The completion has been seen, or the request was freed. */
  void released() {}

  @Override
  public final void free() {
    requireNotFreed();
    Operation op = operation;
    if (op != null) {
      requireReleasable("free");
      engine().leaving().giveUp(op);
    }
    Tracked its = tracked;
    if (Check.ON && its != null) {
      its.freed(op != null && !op.isDone());
    }
    freed = true;
    operation = null; // it goes on, but not for this request, which waits and tests pass over
    released();
  }

  @Override
  public final CompletableFuture<T> toCompletableFuture() {
    requireNotFreed();
    scope.startProgressThread();
    return share().future();
  }

  private synchronized SharedResult<T> share() {
    SharedResult<T> known = shared;
    if (known != null) {
      return known;
    }
    Operation op = operation;
    SharedResult<T> run =
        new SharedResult<>(newFuture(), () -> op == null ? lastResult() : taken(op));
    if (op == null) {
      run.takeAfter(() -> {});
    } else {
      shared = run;
      Thread.ofVirtual().start(() -> run.takeAfter(() -> engine().waiting().await(op)));
    }
    return run;
  }

  private CompletableFuture<T> newFuture() {
    return Watch.ON
        ? new WatchedFuture<>(engine().watch(), scope.watched())
        : new CompletableFuture<>();
  }

  final void requireNotFreed() {
    if (freed) {
      throw scope.raise(new MpiArgumentException(ErrorClass.REQUEST, "the request has been freed"));
    }
  }
}
