package org.purempi.transport;

/**
 * How a rank sleeps until something arrives. The sleeper's order: {@link #arm}, poll once more,
 * {@link #sleep}, {@link #disarm}. A sender that publishes a frame after {@code arm} rings; a ring
 * before {@code sleep} makes it return at once.
 */
public interface Doorbell {
  /**
   * From now on senders ring. Full fence: frames published before it are seen by a poll after it.
   */
  void arm();

  /** Returns when rung, or after {@code nanos} nanoseconds, or for no reason. */
  void sleep(long nanos);

  /** Senders need not ring any more. */
  void disarm();

  /**
   * Whether a ring unparks the thread that has armed this, so that it may sleep in another park as
   * well.
   */
  default boolean unparks() {
    return false;
  }

  /** Wakes the sleeper. Any thread of this process may call it. */
  void ring();
}
