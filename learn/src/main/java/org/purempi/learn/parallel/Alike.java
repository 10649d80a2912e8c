package org.purempi.learn.parallel;

import java.util.List;
import org.purempi.Communicator;
import org.purempi.Op;

/**
 * Finds out whether ranks ask for the same before they wait for each other: messages of different
 * lengths would end in errors far from their cause, or nowhere.
 */
final class Alike {
  private Alike() {}

  /**
   * Compares a number; collective.
   *
   * @param who is asked for it, for the message
   * @param what it is, for the message
   * @throws IllegalArgumentException on all ranks, if they do not have the same
   */
  static void check(Communicator ranks, Object who, String what, int number) {
    if (ranks.size() == 1) {
      return;
    }
    int[] bounds = {number, -number};
    ranks.allreduce(bounds, Op.MAX);
    if (bounds[0] != -bounds[1]) {
      throw new IllegalArgumentException(
          "%s: its %d ranks have from %d to %d %s, but all must have as many"
              .formatted(who, ranks.size(), -bounds[1], bounds[0], what));
    }
  }

  /**
   * Compares words; collective.
   *
   * @param who is asked for them, for the message
   * @throws IllegalArgumentException on all ranks, if they do not say the same
   */
  static void check(Communicator ranks, Object who, String said) {
    List<String> all = ranks.allgatherObject(said, String.class);
    for (int rank = 1; rank < all.size(); rank++) {
      if (!all.get(rank).equals(all.getFirst())) {
        throw new IllegalArgumentException(
            "%s: rank 0 has %s, and rank %d has %s, but all must have the same"
                .formatted(who, all.getFirst(), rank, all.get(rank)));
      }
    }
  }
}
