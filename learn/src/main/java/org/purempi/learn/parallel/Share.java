package org.purempi.learn.parallel;

import org.purempi.Communicator;

/**
 * A rank's part of things that are divided evenly: rank 0 has the first ones.
 *
 * @param first the first of this rank's
 * @param count how many it has
 */
record Share(int first, int count) {
  /**
   * This rank's part.
   *
   * @param what is divided, for the message
   * @throws IllegalArgumentException if there is a remainder, or nothing to divide
   */
  static Share of(Communicator ranks, int whole, String what) {
    int size = ranks.size();
    if (whole < 1 || whole % size != 0) {
      throw new IllegalArgumentException(
          whole + " " + what + " cannot be divided evenly among " + size + " ranks");
    }
    return new Share(ranks.rank() * (whole / size), whole / size);
  }
}
