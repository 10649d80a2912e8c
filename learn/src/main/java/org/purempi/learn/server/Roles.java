package org.purempi.learn.server;

import java.util.stream.IntStream;

/**
 * Who is what among the ranks of a communicator.
 *
 * @param ranks how many there are
 * @param dedicated how many of the last ones are servers and nothing else; 0: every rank is a
 *     worker and a server
 */
record Roles(int ranks, int dedicated) {
  /** How many workers there are: the first ranks. */
  int workers() {
    return ranks - dedicated;
  }

  /** The ranks of the servers. */
  int[] servers() {
    return IntStream.range(isColocated() ? 0 : workers(), ranks).toArray();
  }

  boolean isColocated() {
    return dedicated == 0;
  }
}
