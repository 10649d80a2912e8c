package org.purempi.tool;

/**
 * A tool that hears of every call that the program makes, as those do that use the profiling
 * interface (MPI 5.0, section 15.2). Several may be at work at once: each is told in the order in
 * which the setting {@code interceptors} names them, and in the opposite one when a call is over.
 *
 * <p>The setting names public classes with a public constructor without parameters. Each rank has
 * its own objects. The calling thread tells them, several at once if the program has several; calls
 * that they make themselves are not told. What an interceptor throws is printed, and it is asked no
 * more.
 */
public interface Interceptor {
  /** The rank begins. */
  default void started(int rank, int size) {}

  /** A call begins. */
  default void entered(Call call) {}

  /** A call is over; also one that has thrown. */
  default void left(Call call) {}

  /** The rank has ended MPI. */
  default void ended() {}
}
