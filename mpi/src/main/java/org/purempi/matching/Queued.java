package org.purempi.matching;

import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;

/**
 * An entry of a queue: its envelope and the links that make it a list node, so none is allocated.
 */
abstract sealed class Queued permits Posted, Arrived {
  private static final int MOST_LANES = 3;

  /** The rank of the sender; in a receive also {@link Mpi#ANY_SOURCE}. Fixed while queued. */
  public int source;

  /** The tag; in a receive also {@link Mpi#ANY_TAG}. Fixed while queued. */
  public int tag;

  /** The queue that the entry is in. */
  @Nullable OrderedQueue<?> queue;

  /** Neighbours in the order of entry. */
  @Nullable Queued previous;

  @Nullable Queued next;

  /** Grows with each entry of the queue: decides between the heads of lanes. */
  long sequence;

  private static final @Nullable LaneEntry[] NO_LINKS = new @Nullable LaneEntry[MOST_LANES];

  /** This entry's places in lanes; made when a long queue first needs them, then kept. */
  @Nullable LaneEntry[] links = NO_LINKS;

  /** Whether it is in a queue. */
  public final boolean isQueued() {
    return queue != null;
  }

  /** How many lanes an entry of this kind can be in. */
  abstract int laneCount();

  final LaneEntry link(int lane) {
    if (links == NO_LINKS) {
      links = new @Nullable LaneEntry[laneCount()];
    }
    LaneEntry link = links[lane];
    if (link == null) {
      link = new LaneEntry(this);
      links[lane] = link;
    }
    return link;
  }

  /** The key of the {@code i}-th lane. */
  abstract long laneKey(int i);

  /** Whether a receive (source, tag), possibly with wildcards, takes a message of an envelope. */
  static boolean matches(int wantedSource, int wantedTag, int source, int tag) {
    return (wantedSource == source || wantedSource == Mpi.ANY_SOURCE)
        && (wantedTag == tag || wantedTag == Mpi.ANY_TAG);
  }
}
