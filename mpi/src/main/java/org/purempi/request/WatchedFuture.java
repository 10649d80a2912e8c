package org.purempi.request;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.Watched;
import org.purempi.watch.What;

/**
 * The future of a request, and what the program makes of it, where somebody wants to know of calls:
 * waiting for it is one. Any thread.
 */
final class WatchedFuture<T> extends CompletableFuture<T> {
  private final Watch watch;
  private final Watched scope;

  WatchedFuture(Watch watch, Watched scope) {
    this.watch = watch;
    this.scope = scope;
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new WatchedFuture<>(watch, scope);
  }

  private OpenCall enter(What what) {
    OpenCall open = watch.enter(what, scope);
    if (!isDone()) {
      Watch.sleeps();
    }
    return open;
  }

  @Override
  public T join() {
    OpenCall open = enter(What.JOIN);
    try {
      return super.join();
    } catch (RuntimeException e) {
      Watch.failed(e);
      throw e;
    } finally {
      watch.leave(open);
    }
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    OpenCall open = enter(What.GET);
    try {
      return super.get();
    } catch (ExecutionException | InterruptedException e) {
      Watch.failed(e);
      throw e;
    } finally {
      watch.leave(open);
    }
  }

  @Override
  public T get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    OpenCall open = enter(What.GET);
    try {
      return super.get(timeout, unit);
    } catch (ExecutionException | InterruptedException | TimeoutException e) {
      Watch.failed(e);
      throw e;
    } finally {
      watch.leave(open);
    }
  }
}
