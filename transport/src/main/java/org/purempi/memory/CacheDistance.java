package org.purempi.memory;

/**
 * How far another rank's core is from this one, by the time that a line takes which that core has
 * just written. Two cores that share a cache hand it over in some 20 ns, others in more than 100. A
 * host may move its virtual processors, so it is measured again and again, at lines that are needed
 * anyway.
 */
final class CacheDistance {
  /** More, and the line came from far. With the two readings of the clock, some 30 ns. */
  private static final long FAR_NANOS = 100;

  /** A few looks must agree against those before: a line also waits for a core taken away. */
  private static final int MOST_VOTES = 8;

  /** Far until the first lines have come. */
  private int votes = MOST_VOTES;

  /** A line that the other has written since it was last read took so long. */
  void note(long nanos) {
    votes = nanos > FAR_NANOS ? Math.min(votes + 1, MOST_VOTES) : Math.max(votes - 1, 0);
  }

  boolean isFar() {
    return votes > MOST_VOTES / 2;
  }
}
