package org.purempi.learn.server;

import org.purempi.Communicator;

/** Ranks that must say the same. */
final class Agreement {
  private Agreement() {}

  /**
   * Compares what ranks say; collective.
   *
   * @param what all of them do
   * @throws IllegalArgumentException on all ranks if they say different things
   */
  static void check(Communicator comm, String what, String said) {
    var all = comm.allgatherObject(said, String.class);
    for (int rank = 1; rank < all.size(); rank++) {
      if (!all.get(rank).equals(all.getFirst())) {
        throw new IllegalArgumentException(
            "ranks do not %s alike: rank 0 says \"%s\", rank %d says \"%s\""
                .formatted(what, all.getFirst(), rank, all.get(rank)));
      }
    }
  }
}
