package org.purempi.pool;

import org.jspecify.annotations.Nullable;

/**
 * A task has failed at a worker. The cause is what it threw there, with the worker's stack trace;
 * there is none if its class cannot be sent or is not known here: then the message ends with the
 * stack trace as text.
 */
public final class TaskException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The worker's rank. */
  private final int rank;

  /** Which task or item. */
  private final long index;

  TaskException(int rank, long index, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.rank = rank;
    this.index = index;
  }

  /**
   * The worker's rank: in the communicator of the pool, or in the remote group of an
   * intercommunicator.
   */
  public int rank() {
    return rank;
  }

  /** The place of the item in a map, or of the task among all that were submitted, from 0. */
  public long index() {
    return index;
  }
}
