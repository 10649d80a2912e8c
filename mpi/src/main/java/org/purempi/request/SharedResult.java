package org.purempi.request;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What came of one run of a request that has a future: whoever asks first takes it, all others get
 * the same, be it a result or an exception. Any thread.
 */
final class SharedResult<T> {
  private final Supplier<T> how;
  private final CompletableFuture<T> future;
  private @Nullable Supplier<T> taken;

  /**
   * A result.
   *
   * @param future is completed with it
   * @param how is called once, by the first who asks
   */
  SharedResult(CompletableFuture<T> future, Supplier<T> how) {
    this.future = future;
    this.how = how;
  }

  /** The result, for who knows that the run is complete. */
  T take() {
    try {
      T result = first().get();
      future.complete(result);
      return result;
    } catch (RuntimeException | Error e) {
      future.completeExceptionally(e);
      throw e;
    }
  }

  /** Takes it in the place of the future as soon as {@code wait} returns. */
  void takeAfter(Runnable wait) {
    try {
      wait.run();
      take();
    } catch (RuntimeException | Error e) { // user code may throw either
      future.completeExceptionally(e);
    }
  }

  private synchronized Supplier<T> first() {
    Supplier<T> already = taken;
    if (already == null) {
      already = ask();
      taken = already;
    }
    return already;
  }

  private Supplier<T> ask() {
    try {
      T result = how.get();
      return () -> result;
    } catch (RuntimeException | Error e) {
      return () -> {
        throw e;
      };
    }
  }

  /** A future of its own for everybody who asks: nobody can complete another's. */
  CompletableFuture<T> future() {
    return future.copy();
  }
}
