package org.purempi.pool;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;

/**
 * A task, or a chunk of a map, at the master. What is not final belongs to the master's lock.
 *
 * <p>As a {@link Runnable}, what {@link MpiExecutor#shutdownNow} gives back: runs the task here.
 */
final class Job implements Runnable {
  /**
   * What jobs name, and a worker gets once: a function of a map, or a lambda like which others are.
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Shared(int number, byte[] bytes) {}

  /**
   * What a worker gets.
   *
   * @param kind {@link Packet#TASK}, {@link Packet#LAMBDA} or {@link Packet#CHUNK}
   * @param shared null of a task
   * @param body the task, what the lambda captures, or items
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Content(byte kind, @Nullable Shared shared, byte[] body) {}

  final long id;

  /** Its place among the tasks, or that of its first item in the map. */
  final long index;

  final Content content;
  final TaskFuture<?> future;
  private final Mpi mpi;

  /** Who has it; null while it waits. */
  @Nullable Member member;

  /** Whether a worker has died that had it. */
  boolean wasLost;

  Job(Master master, long id, long index, Content content) {
    this.id = id;
    this.index = index;
    this.content = content;
    this.mpi = master.mpi();
    this.future = new TaskFuture<>(master, this);
  }

  /** For errors. */
  String words(long item) {
    return (isChunk() ? "item " : "task ") + item;
  }

  boolean isChunk() {
    return content.kind == Packet.CHUNK;
  }

  @Override
  public void run() {
    try {
      Shared shared = content.shared;
      Order order =
          new Order(
              id,
              content.kind,
              shared == null ? null : new Order.Common(shared.bytes),
              content.body);
      if (isChunk()) {
        TaskFunction<@Nullable Object, ?> function = order.function(mpi);
        for (Object item : order.values(mpi)) {
          var unused = function.apply(item);
        }
      } else {
        var unused = order.call(mpi);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new CompletionException(words(index) + " has failed", e);
    }
  }

  /** Completes the future with what has come. */
  @SuppressWarnings("unchecked") // the result of a task, as its type says
  void complete(@Nullable Object value) {
    boolean unused = ((TaskFuture<@Nullable Object>) future).complete(value);
  }

  void fail(Throwable error) {
    boolean unused = future.completeExceptionally(error);
  }

  @Override
  public String toString() {
    return words(index) + " of a pool";
  }
}
