package org.purempi.progress;

import java.util.function.BooleanSupplier;
import org.purempi.transport.Occupancy;

/** Polls a little longer while the one process that is waited for runs on another core. */
final class PollingOn {
  private static final int POLLS_PER_CLOCK = 8;

  /** Some switches: an answer that has to be unpacked and packed first takes about as long. */
  private static final long POLL_ON_NANOS = 8_000;

  private final Progress progress;
  private final Occupancy occupancy;

  /** Who has a processor is known of so many processes; those that came later have others. */
  private final int processes;

  PollingOn(Progress progress, Occupancy occupancy, int processes) {
    this.progress = progress;
    this.occupancy = occupancy;
    this.processes = processes;
  }

  /**
   * After no yield, one, three, seven …: whoever shares this core loses little by attempts in vain.
   */
  static boolean isTime(int idle) {
    return (idle & (idle + 1)) == 0;
  }

  /** How many frames moved. Inside the lock. */
  int poll(BooleanSupplier condition) {
    int partner = condition instanceof Completion c ? c.partner() : Completion.NOBODY;
    boolean isKnown = partner != Completion.NOBODY && partner < processes;
    if (!isKnown || !occupancy.isBeside(partner)) {
      return 0;
    }
    long start = System.nanoTime();
    do {
      for (int i = 0; i < POLLS_PER_CLOCK; i++) {
        int moved = progress.poll();
        if (moved != 0) {
          return moved;
        }
      }
      progress.letOthersIn();
    } while (occupancy.isBeside(partner) && System.nanoTime() - start < POLL_ON_NANOS);
    return 0;
  }
}
