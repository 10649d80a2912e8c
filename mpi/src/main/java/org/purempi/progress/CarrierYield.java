package org.purempi.progress;

import java.util.concurrent.locks.LockSupport;

/** A virtual thread that asks again and again lets others onto its carrier. Any thread. */
final class CarrierYield {
  private static final int QUESTIONS_PER_PARK = 64;
  private static final long PARK_NANOS = 50_000;

  /** By whichever thread, one more or less. */
  private int questions;

  /**
   * It parks now and then, since the carrier may take up again and again what yields to it, and
   * never what waits to be started.
   */
  @SuppressWarnings("ThreadPriorityCheck") // nobody else takes a carrier from a virtual thread
  void askedInVain() {
    if (Thread.currentThread().isVirtual()) {
      if (++questions % QUESTIONS_PER_PARK == 0) {
        LockSupport.parkNanos(this, PARK_NANOS);
      } else {
        Thread.yield();
      }
    }
  }
}
