package org.purempi.learn.server;

import java.lang.foreign.MemorySegment;

/**
 * A worker's view of the keys that servers keep. A key has a name and an array of float32, whose
 * length is the same on all workers. For one thread. Memory is native or on the heap, in native
 * byte order.
 *
 * <p>Bad input is an error of the caller alone, thrown before anything is sent: {@link
 * IllegalArgumentException} for a key that this worker has not initialised, or memory of another
 * length than the key's; {@link IllegalStateException} for a store that is closed.
 */
public interface KVStore extends AutoCloseable {
  /**
   * Makes a key; collective over the workers that live. It begins with the values of the lowest
   * rank, which all get.
   *
   * @param values what this worker offers, 1 number or more; replaced by what the key begins with
   * @param priority keys with higher ones are answered first when pulls are queued: front layers,
   *     which the next forward pass needs first
   * @throws IllegalArgumentException if this worker has made the key before, if the length is no
   *     whole number of float32, or if workers give different lengths
   */
  void init(String key, MemorySegment values, int priority);

  /** As {@link #init(String, MemorySegment, int)} with priority 0. */
  default void init(String key, MemorySegment values) {
    init(key, values, 0);
  }

  /** As {@link #init(String, MemorySegment, int)} with priority 0. */
  default void init(String key, float[] values) {
    init(key, MemorySegment.ofArray(values), 0);
  }

  /**
   * Starts to push numbers for the server to update a key by. Where a transport needs the sender's
   * help to move a long message (TCP), the server waits for it: call something of MPI soon.
   */
  Pending ipush(String key, MemorySegment pushed);

  /** Starts to pull a key's values, which replace those in {@code values}. */
  Pending ipull(String key, MemorySegment values);

  /**
   * Starts a push and the pull that follows it, in one exchange of messages.
   *
   * @param values may be {@code pushed}
   */
  Pending ipushPull(String key, MemorySegment pushed, MemorySegment values);

  /** Pushes; with BSP and SSP waits if this worker is too far ahead of others. */
  default void push(String key, MemorySegment pushed) {
    ipush(key, pushed).waitFor();
  }

  /** As {@link #push(String, MemorySegment)}. */
  default void push(String key, float[] pushed) {
    push(key, MemorySegment.ofArray(pushed));
  }

  /** Pulls; with BSP and SSP waits for others as {@link Consistency} says. */
  default void pull(String key, MemorySegment values) {
    ipull(key, values).waitFor();
  }

  /** As {@link #pull(String, MemorySegment)}. */
  default void pull(String key, float[] values) {
    pull(key, MemorySegment.ofArray(values));
  }

  /** Pushes, and pulls what comes of it. */
  default void pushPull(String key, MemorySegment pushed, MemorySegment values) {
    ipushPull(key, pushed, values).waitFor();
  }

  /** As {@link #pushPull(String, MemorySegment, MemorySegment)}. */
  default void pushPull(String key, float[] pushed, float[] values) {
    pushPull(key, MemorySegment.ofArray(pushed), MemorySegment.ofArray(values));
  }

  /**
   * Leaves: the others go on without this worker. What it has pushed counts; a pull that it has not
   * waited for is dropped.
   */
  @Override
  void close();
}
