package org.purempi.watch;

/** Hears of one rank's calls. The calling thread tells it. */
interface Listener {
  /** A call begins. */
  default void entered(OpenCall call) {}

  /** A call is over; it took {@code call.nanos()}. */
  void left(OpenCall call);

  /**
   * A message has come for which a receive was posted before.
   *
   * @param source its sender, a process
   * @param end when the program learns of it
   */
  default void received(Posted receive, int source, int tag, long bytes, long end) {}

  /** A message has been sent within a call that does something else besides. */
  default void sent(OpenCall call, Watched scope, int dest, int tag, long bytes, int order) {}

  /** The protocol hands a message over, the program's or a collective operation's. */
  default void handed(int dest, long bytes) {}

  /** The rank has ended MPI. */
  default void ended() {}
}
