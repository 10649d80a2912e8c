package org.purempi.pool;

import org.jspecify.annotations.Nullable;

/** How a master reaches its workers, which it numbers from 0. Sending: any thread. */
interface Link extends AutoCloseable {
  /**
   * What a worker has sent.
   *
   * @param worker its number
   * @param message null if it is gone
   * @param reason why it is gone
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Arrival(int worker, byte @Nullable [] message, @Nullable RuntimeException reason) {}

  /**
   * In place of a worker's number: there are more workers than before, or there will be no more.
   */
  int NOBODY = -1;

  /** How many workers there are. */
  int workers();

  /** The rank of a worker, for errors. */
  int rank(int worker);

  /** Starts to send a message; does not wait for the worker. */
  void send(int worker, Packet message);

  /**
   * Waits for a message of any worker from which nothing has ended; each that is gone is told once.
   *
   * @throws RuntimeException if nothing more will come from any
   */
  Arrival receive();

  /** Tasks wait: there may be more workers soon. */
  default void grow() {}

  /** Whether there may be more workers soon. */
  default boolean isGrowing() {
    return false;
  }

  /** Hears no more of a worker, which has said goodbye. */
  void forget(int worker);

  @Override
  void close();
}
