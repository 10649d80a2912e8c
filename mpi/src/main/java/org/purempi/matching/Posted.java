package org.purempi.matching;

/** A posted receive; {@code source} and {@code tag} may be wildcards. */
public non-sealed class Posted extends Queued {
  /** The lane of the envelope. */
  static final int ENVELOPE = 0;

  /** A receive that is in no queue. */
  public Posted() {}

  /** Leaves the queue it is in; false if it is in none. */
  public final boolean withdraw() {
    OrderedQueue<?> in = queue;
    return in != null && in.remove(this);
  }

  /** One lane: that of its own envelope, wildcards included. */
  @Override
  final int laneCount() {
    return 1;
  }

  @Override
  final long laneKey(int i) {
    return Lanes.key(source, tag);
  }
}
