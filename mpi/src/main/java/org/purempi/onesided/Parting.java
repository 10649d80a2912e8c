package org.purempi.onesided;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * How ranks leave a window one by one, since one of them has failed: what a rank has lent to the
 * others is free once all that live have left. Belongs to the rank's lock.
 */
final class Parting {
  private final int size;
  private final BitSet failed = new BitSet();

  /** Those that have failed or left. */
  private final BitSet gone = new BitSet();

  private @Nullable Runnable last;
  private boolean hasLeft;

  Parting(int size, int me) {
    this.size = size;
    gone.set(me);
  }

  /** Whether a rank has failed. */
  boolean hasFailed(int rank) {
    return failed.get(rank);
  }

  /** Whether this rank has left. */
  boolean hasLeft() {
    return hasLeft;
  }

  void failed(int rank) {
    failed.set(rank);
    left(rank);
  }

  void left(int rank) {
    gone.set(rank);
    look();
  }

  /** This rank leaves; {@code whenAllHave} runs when it is the last. */
  void leave(Runnable whenAllHave) {
    hasLeft = true;
    last = whenAllHave;
    look();
  }

  private void look() {
    Runnable its = last;
    if (its != null && gone.cardinality() == size) {
      last = null;
      its.run();
    }
  }
}
