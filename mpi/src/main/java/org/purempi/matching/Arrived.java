package org.purempi.matching;

import org.purempi.Mpi;

/** A message that no receive was posted for; {@code source} and {@code tag} are exact. */
public non-sealed class Arrived extends Queued {
  private static final int EXACT = 0;
  private static final int ANY_TAG = 1;
  private static final int ANY_SOURCE = 2;

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
      case EXACT -> Lanes.key(source, tag);
      case ANY_TAG -> Lanes.key(source, Mpi.ANY_TAG);
      default -> Lanes.key(Mpi.ANY_SOURCE, tag);
    };
  }

  /** The lane that a receive with at most one wildcard looks in. */
  static int laneFor(int wantedSource, int wantedTag) {
    return wantedSource == Mpi.ANY_SOURCE ? ANY_SOURCE : wantedTag == Mpi.ANY_TAG ? ANY_TAG : EXACT;
  }
}
