package org.purempi.matching;

import org.purempi.Mpi;

/** A message that no receive was posted for; {@code source} and {@code tag} are exact. */
public non-sealed class Arrived extends Queued {
  /** A message that is in no queue. */
  public Arrived() {}

  /**
   * Three lanes, for the receives that could take it; the fourth, of both wildcards, is the order.
   */
  @Override
  final int laneCount() {
    return 3;
  }

  @Override
  final long laneKey(int i) {
    return switch (i) {
      case 0 -> Lanes.key(source, tag);
      case 1 -> Lanes.key(source, Mpi.ANY_TAG);
      default -> Lanes.key(Mpi.ANY_SOURCE, tag);
    };
  }
}
