package org.purempi.pool;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The future of a {@link Job}: cancelling it reaches the worker. */
final class TaskFuture<R extends @Nullable Object> extends CompletableFuture<R> {
  private final Master master;
  private final Job job;

  TaskFuture(Master master, Job job) {
    this.master = master;
    this.job = job;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean isNew = super.cancel(mayInterruptIfRunning);
    if (isNew) {
      master.cancelled(job, mayInterruptIfRunning);
    }
    return isNew || isCancelled();
  }

  /** The master knows already. */
  void withdraw() {
    boolean unused = super.cancel(false);
  }
}
