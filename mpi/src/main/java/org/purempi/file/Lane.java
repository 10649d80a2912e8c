package org.purempi.file;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Work for threads that end when there is no more: at most so many at a time, begun in the order in
 * which it was given. Any thread.
 */
final class Lane {
  private final int mostThreads;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int threads;

  Lane(int mostThreads) {
    this.mostThreads = mostThreads;
  }

  synchronized void add(Runnable work) {
    waiting.add(work);
    if (threads < mostThreads) {
      threads++;
      Thread.ofPlatform().daemon().name("purempi-file").start(this::run);
    }
  }

  private void run() {
    for (Runnable work = next(); work != null; work = next()) {
      work.run();
    }
  }

  private synchronized @Nullable Runnable next() {
    Runnable work = waiting.poll();
    if (work == null) {
      threads--;
    }
    return work;
  }
}
