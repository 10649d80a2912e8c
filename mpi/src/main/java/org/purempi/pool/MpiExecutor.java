package org.purempi.pool;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.MpiArgumentException;

/**
 * An executor whose workers are the other ranks of a communicator. One rank, the master, has it;
 * the others work until the master's part ends:
 *
 * <pre>{@code
 * Mpi.run(4, world ->
 *     MpiExecutor.run(world, pool -> {                       // on rank 0; the others work for it
 *       CompletableFuture<Double> one = pool.submit(() -> simulate(42));
 *       List<Double> many = pool.map(seed -> simulate(seed), seeds).toList();
 *     }));
 * }</pre>
 *
 * <p>Tasks, their items and results are serialised, also between threads; what arrives is read
 * behind {@link org.purempi.Mpi#objectFilter}, which has to admit the classes of what a lambda
 * captures. A lambda given to {@link #submit(Task)} or {@link #map} is serializable; a variable of
 * type Callable or Runnable has to be.
 *
 * <p>A task that throws completes its future with a {@link TaskException}, whose cause is what it
 * threw. A task runs on the thread of its worker's rank, and may use communicators of its own
 * there. It cannot submit tasks.
 *
 * <p>Any thread of the master's rank may submit. What follows on a future ({@code thenApply} and
 * the like) runs on the thread that receives results, and should not block; take the {@code …Async}
 * forms for what does.
 *
 * <p>If a worker dies and the job goes on, another gets what it had, once; a task that is lost with
 * two workers fails with an {@link org.purempi.MpiException} of the class {@code PROC_ABORTED}. The
 * job of a launcher ends when a process dies, so this matters where ranks outlive each other.
 */
public final class MpiExecutor implements ExecutorService {
  /** Chunks for each worker that a map of a known number of items is divided into. */
  private static final int CHUNKS_PER_WORKER = 16;

  private static final int LONGEST_CHUNK = 1024;

  private final Master master;
  private final Lambdas lambdas;
  private final ProgressListener progress;

  MpiExecutor(Master master, ProgressListener progress) {
    this.master = master;
    this.lambdas = new Lambdas(master);
    this.progress = progress;
  }

  /**
   * What the master does with the pool.
   *
   * @param <X> what it throws
   */
  @FunctionalInterface
  public interface Body<X extends Exception> {
    /** The master's part. */
    void run(MpiExecutor pool) throws X;
  }

  /** A pool over a communicator, to be described further. */
  public static PoolSetup over(Communicator comm) {
    return new PoolSetup(comm);
  }

  /** {@code over(comm).run(body)}: rank 0 is the master; collective. */
  public static <X extends Exception> void run(Communicator comm, Body<X> body) throws X {
    over(comm).run(body);
  }

  /** How many workers there are. */
  public int workers() {
    return master.workers();
  }

  // ---- Tasks

  /**
   * Gives a task to a worker; waits while as many tasks wait as the pool's capacity is.
   *
   * @return the result; to cancel it with interruption interrupts the worker's thread if it runs
   * @throws MpiArgumentException ({@code TYPE}) if it cannot be serialised, naming what it captures
   * @throws RejectedExecutionException if the pool has been shut down, or this is called by a task
   */
  public <R extends @Nullable Object> CompletableFuture<R> submit(Task<R> task) {
    return start(task);
  }

  /** As {@link #submit(Task)}, without a result. */
  public CompletableFuture<?> submit(Action action) {
    return start(action);
  }

  /** As {@link #submit(Task)}, of a callable whose class is serializable. */
  @Override
  public <R> CompletableFuture<R> submit(Callable<R> task) {
    return start(task);
  }

  /** As {@link #submit(Task)}, of a runnable whose class is serializable. */
  @Override
  public CompletableFuture<?> submit(Runnable action) {
    return start(action);
  }

  /** As {@link #submit(Runnable)}; the result stays here. */
  @Override
  public <R> CompletableFuture<R> submit(Runnable action, R result) {
    return this.<Object>start(action).thenApply(nothing -> result);
  }

  /** As {@link #submit(Task)}; empty at once if there is no room. */
  public <R extends @Nullable Object> Optional<CompletableFuture<R>> trySubmit(Task<R> task) {
    return Optional.ofNullable(add(task, false));
  }

  private <R extends @Nullable Object> CompletableFuture<R> start(Object task) {
    return Objects.requireNonNull(add(task, true));
  }

  @SuppressWarnings("unchecked") // the task says what its result is
  private <R extends @Nullable Object> @Nullable CompletableFuture<R> add(
      Object task, boolean waits) {
    requireMaster();
    Job job = master.submit(lambdas.content(Objects.requireNonNull(task)), waits);
    return job == null ? null : (CompletableFuture<R>) job.future;
  }

  private static void requireMaster() {
    if (Worker.isServing()) {
      throw new RejectedExecutionException(
          "a task cannot submit tasks: all workers might wait for tasks that nobody begins;"
              + " return what is to be done, and let the master submit it");
    }
  }

  /**
   * As {@link #submit(Action)}. What it throws goes to the uncaught exception handler of the
   * calling thread, and so ends the job if there is no other.
   */
  public void execute(Action action) {
    execute((Runnable) action);
  }

  /** As {@link #execute(Action)}, of a runnable whose class is serializable. */
  @Override
  public void execute(Runnable action) {
    Thread caller = Thread.currentThread();
    Thread.UncaughtExceptionHandler handler = caller.getUncaughtExceptionHandler();
    var unused =
        start(action)
            .whenComplete(
                (nothing, error) -> {
                  if (error != null) {
                    handler.uncaughtException(caller, error);
                  }
                });
  }

  // ---- Maps

  /**
   * The results of a function of many items, in the order of the items. They are computed as the
   * stream asks for them, and some hundreds of chunks for each worker ahead of it; close the stream
   * if it is not read to its end. Of a collection, items travel in chunks of its size / (16 ×
   * workers), at most 1024, else one by one.
   *
   * @throws MpiArgumentException ({@code TYPE}) if the function cannot be serialised, naming what
   *     it captures
   */
  public <T extends @Nullable Object, R extends @Nullable Object> Stream<R> map(
      TaskFunction<? super T, ? extends R> function, Iterable<T> items) {
    return map(function, items, chunkItems(items));
  }

  /**
   * As {@link #map(TaskFunction, Iterable)}, with so many items to a message.
   *
   * @param chunkItems 1 or more
   */
  public <T extends @Nullable Object, R extends @Nullable Object> Stream<R> map(
      TaskFunction<? super T, ? extends R> function, Iterable<T> items, int chunkItems) {
    return stream(function, items.iterator(), chunkItems, total(items), true);
  }

  /** As {@link #map(TaskFunction, Iterable)}, of a stream, which is read as results are. */
  public <T extends @Nullable Object, R extends @Nullable Object> Stream<R> map(
      TaskFunction<? super T, ? extends R> function, Stream<T> items, int chunkItems) {
    Stream<R> results = stream(function, items.iterator(), chunkItems, -1, true);
    return results.onClose(items::close);
  }

  /** As {@link #map(TaskFunction, Iterable)}, in the order in which results come. */
  public <T extends @Nullable Object, R extends @Nullable Object> Stream<R> mapUnordered(
      TaskFunction<? super T, ? extends R> function, Iterable<T> items) {
    return mapUnordered(function, items, chunkItems(items));
  }

  /** As {@link #map(TaskFunction, Iterable, int)}, in the order in which results come. */
  public <T extends @Nullable Object, R extends @Nullable Object> Stream<R> mapUnordered(
      TaskFunction<? super T, ? extends R> function, Iterable<T> items, int chunkItems) {
    return stream(function, items.iterator(), chunkItems, total(items), false);
  }

  private int chunkItems(Iterable<?> items) {
    long share = total(items) / ((long) CHUNKS_PER_WORKER * workers());
    return Math.clamp(share, 1, LONGEST_CHUNK);
  }

  private static long total(Iterable<?> items) {
    return items instanceof Collection<?> all ? all.size() : -1;
  }

  private <T extends @Nullable Object, R extends @Nullable Object> Stream<R> stream(
      TaskFunction<? super T, ? extends R> function,
      Iterator<T> items,
      int chunkItems,
      long total,
      boolean ordered) {
    requireMaster();
    if (chunkItems < 1) {
      throw new IllegalArgumentException("a chunk of " + chunkItems + " items: at least 1");
    }
    byte[] encoded = Captures.encode(function, master.mpi());
    var plan = new MapRun.Plan(chunkItems, total, ordered, progress);
    MapRun<T, R> run = new MapRun<>(master, encoded, items, plan);
    int order = ordered ? Spliterator.ORDERED : 0;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(run, order), false)
        .onClose(run::close);
  }

  // ---- Several at once

  @Override
  public <R> List<Future<R>> invokeAll(Collection<? extends Callable<R>> tasks)
      throws InterruptedException {
    return invokeAll(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
  }

  @Override
  public <R> List<Future<R>> invokeAll(
      Collection<? extends Callable<R>> tasks, long time, TimeUnit unit)
      throws InterruptedException {
    long beganNanos = System.nanoTime();
    List<CompletableFuture<R>> futures = new ArrayList<>(tasks.size());
    try {
      tasks.forEach(task -> futures.add(submit(task)));
      CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new))
          .get(left(beganNanos, unit.toNanos(time)), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | CancellationException e) {
      // each future tells
    } catch (TimeoutException e) {
      futures.forEach(future -> future.cancel(true));
    } catch (InterruptedException | RuntimeException e) {
      futures.forEach(future -> future.cancel(true));
      throw e;
    }
    return List.copyOf(futures);
  }

  @Override
  public <R> R invokeAny(Collection<? extends Callable<R>> tasks)
      throws InterruptedException, ExecutionException {
    try {
      return invokeAny(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("waited for 292 years", e);
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // what comes is put into the queue
  public <R> R invokeAny(Collection<? extends Callable<R>> tasks, long time, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("no task to choose from");
    }
    long beganNanos = System.nanoTime();
    long nanos = unit.toNanos(time);
    BlockingQueue<CompletableFuture<R>> come = new LinkedBlockingQueue<>();
    List<CompletableFuture<R>> futures = new ArrayList<>(tasks.size());
    try {
      for (Callable<R> task : tasks) {
        CompletableFuture<R> future = submit(task);
        futures.add(future);
        future.whenComplete((value, error) -> come.add(future));
      }
      for (int failed = 0; ; failed++) {
        CompletableFuture<R> first = come.poll(left(beganNanos, nanos), TimeUnit.NANOSECONDS);
        if (first == null) {
          throw new TimeoutException();
        }
        if (!first.isCompletedExceptionally() || failed == futures.size() - 1) {
          return first.get();
        }
      }
    } finally {
      futures.forEach(future -> future.cancel(true));
    }
  }

  private static long left(long beganNanos, long nanos) {
    return nanos - (System.nanoTime() - beganNanos);
  }

  // ---- The end

  /** Takes no more tasks; those submitted are done. Then the workers return. */
  @Override
  public void shutdown() {
    master.shutdown();
  }

  /**
   * Takes no more tasks and interrupts those that run.
   *
   * @return those that never started, the oldest first; their futures are cancelled, and to run one
   *     runs the task here
   */
  @Override
  public List<Runnable> shutdownNow() {
    return List.copyOf(master.shutdownNow());
  }

  @Override
  public boolean isShutdown() {
    return master.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return master.isTerminated();
  }

  @Override
  public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
    return master.awaitTermination(time, unit);
  }

  /** Waits until a pool whose body has ended is over, and throws what its workers could not say. */
  void finish() {
    close();
    Throwable broken = master.broken();
    if (broken != null) {
      throw broken instanceof RuntimeException e ? e : new CompletionException(broken);
    }
  }
}
