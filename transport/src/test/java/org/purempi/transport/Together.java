package org.purempi.transport;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Runs the ranks of a test at once; the first failure or the time limit ends all of them. */
final class Together {
  private static final int LIMIT_SECONDS = 55;

  private Together() {}

  static void run(List<Callable<@Nullable Void>> tasks) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    try {
      var completions = new ExecutorCompletionService<@Nullable Void>(threads);
      for (Callable<@Nullable Void> task : tasks) {
        completions.submit(task);
      }
      for (int done = 0; done < tasks.size(); done++) {
        Future<@Nullable Void> next = completions.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
          throw new TimeoutException(
              done + " of " + tasks.size() + " ranks ended within " + LIMIT_SECONDS + " s");
        }
        next.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** One turn of a waiting loop: gives the processor away, and ends with the test. */
  @SuppressWarnings("ThreadPriorityCheck") // tests run more ranks than there are cores
  static void pause() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("the test is over");
    }
    Thread.yield();
  }
}
