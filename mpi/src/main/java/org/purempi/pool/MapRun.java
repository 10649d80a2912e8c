package org.purempi.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The results of a map, as they are asked for: only so many chunks are under way or wait to be
 * looked at. One thread; what has come is counted by the one that receives.
 */
final class MapRun<T extends @Nullable Object, R extends @Nullable Object>
    implements Iterator<R>, AutoCloseable {
  /** Chunks for each worker that are under way or have not been looked at. */
  private static final int CHUNKS_PER_WORKER = 256;

  private static final @Nullable Object[] NONE = {};

  /**
   * Results of a chunk.
   *
   * @param results those before the failure, if there is one
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Chunk(@Nullable Object[] results, @Nullable RuntimeException failure) {
    /** What a worker has sent of a chunk in which nothing has failed. */
    static Chunk of(@Nullable Object results) {
      return new Chunk((Object[]) Objects.requireNonNull(results), null);
    }
  }

  /**
   * What is asked for.
   *
   * @param chunkItems how many items travel together
   * @param total how many there are, or −1
   */
  record Plan(int chunkItems, long total, boolean ordered, ProgressListener progress) {}

  private final Master master;
  private final Plan plan;
  private final Iterator<? extends T> items;
  private final Job.Shared function;
  private final int window;

  /** Under way, or not looked at; in the order of items. */
  private final Queue<Job> pending = new ArrayDeque<>();

  /** Those of them that have come, if the order does not matter. */
  private final BlockingQueue<Job> come = new LinkedBlockingQueue<>();

  private @Nullable Object[] results = NONE;
  private int next;
  private @Nullable RuntimeException failure;
  private long nextItem;
  private boolean isOver;

  private long done;
  private volatile @Nullable RuntimeException progressFailure;

  MapRun(Master master, byte[] function, Iterator<? extends T> items, Plan plan) {
    this.master = master;
    this.plan = plan;
    this.items = items;
    this.function = master.share(function);
    this.window = Math.min(CHUNKS_PER_WORKER * master.workers(), master.capacity());
  }

  @Override
  public boolean hasNext() {
    while (next == results.length) {
      if (failure != null) {
        RuntimeException thrown = failure;
        failure = null;
        close();
        throw thrown;
      }
      if (!isOver) {
        fill();
      }
      if (pending.isEmpty()) {
        close();
        return false;
      }
      take();
    }
    return true;
  }

  @Override
  @SuppressWarnings("unchecked") // the function has made it
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return (R) results[next++];
  }

  /** Keeps the workers supplied. */
  private void fill() {
    try {
      while (pending.size() < window && items.hasNext()) {
        List<@Nullable Object> chunk = new ArrayList<>(Math.min(plan.chunkItems, 1024));
        while (chunk.size() < plan.chunkItems && items.hasNext()) {
          chunk.add(items.next());
        }
        submit(chunk);
      }
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void submit(List<@Nullable Object> chunk) {
    byte[] bytes = Values.encode(chunk.toArray(), master.mpi());
    Job job = master.submit(new Job.Content(Packet.CHUNK, function, bytes), nextItem);
    nextItem += chunk.size();
    pending.add(job);
    var unused =
        job.future.whenComplete(
            (value, error) -> {
              count(chunk.size());
              if (!plan.ordered) {
                come.add(job);
              }
            });
  }

  private synchronized void count(int more) {
    done += more;
    try {
      if (!isOver) {
        plan.progress.done(done, plan.total);
      }
    } catch (RuntimeException e) {
      progressFailure = e;
    }
  }

  /** Waits for a chunk. */
  private void take() {
    Job job = plan.ordered ? pending.remove() : takeAny();
    try {
      Chunk chunk = (Chunk) job.future.join();
      results = chunk.results();
      failure = chunk.failure();
    } catch (CompletionException e) {
      results = NONE;
      failure = e.getCause() instanceof RuntimeException r ? r : e;
    } catch (RuntimeException e) { // cancelled, for the pool was shut down
      results = NONE;
      failure = e;
    }
    next = 0;
    if (progressFailure != null) {
      failure = progressFailure;
    }
  }

  private Job takeAny() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          Job job = come.take();
          boolean unused = pending.remove(job);
          return job;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Nothing more is wanted. */
  @Override
  public void close() {
    if (!isOver) {
      synchronized (this) {
        isOver = true;
      }
      List<Job> unwanted = List.copyOf(pending);
      pending.clear();
      unwanted.forEach(job -> job.future.cancel(true));
      master.forget(function);
    }
  }
}
