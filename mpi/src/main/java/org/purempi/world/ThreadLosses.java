package org.purempi.world;

import java.util.BitSet;
import java.util.List;
import org.purempi.MpiAbortException;
import org.purempi.protocol.Engine;
import org.purempi.setting.Setting;

/** The thread ranks that have failed and that the others survive. Any thread. */
final class ThreadLosses {
  private final boolean isOn = Setting.RECOVERY.isOn();
  private final List<Engine> engines;
  private final int size;
  private final BitSet lost = new BitSet();

  /** Among so many ranks, whose engines there will be. */
  ThreadLosses(List<Engine> engines, int size) {
    this.engines = engines;
    this.size = size;
  }

  /**
   * Whether the others go on without a rank that has failed, of which they hear: if one is left.
   */
  boolean survives(int rank, Throwable thrown) {
    if (!isOn || thrown instanceof MpiAbortException) {
      return false;
    }
    synchronized (lost) {
      if (lost.get(rank)) {
        return true;
      }
      lost.set(rank);
      if (lost.cardinality() == size) {
        return false;
      }
    }
    String why = "rank " + rank + " of " + size + " failed: " + thrown;
    System.err.print(UncaughtExceptions.text("purempi: " + why + "; the job goes on:\n", thrown));
    engines.get(rank).progress().poison(new MpiAbortException(1, why, thrown));
    for (int other = 0; other < size; other++) {
      if (other != rank) {
        engines.get(other).fail(new int[] {rank}, why);
      }
    }
    return true;
  }
}
