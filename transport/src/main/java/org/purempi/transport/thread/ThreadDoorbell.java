package org.purempi.transport.thread;

import java.util.concurrent.locks.LockSupport;
import org.purempi.transport.Doorbell;

/** Sleeps by parking, platform and virtual threads alike. */
final class ThreadDoorbell implements Doorbell {
  private final ThreadHub hub;
  private final int rank;

  ThreadDoorbell(ThreadHub hub, int rank) {
    this.hub = hub;
    this.rank = rank;
  }

  @Override
  public void arm() {
    hub.arm(rank);
  }

  /**
   * An interrupted thread does not sleep at all: parking returns at once, as the contract allows.
   */
  @Override
  public void sleep(long nanos) {
    if (nanos > 0 && hub.isArmed(rank)) {
      LockSupport.parkNanos(this, nanos);
    }
  }

  @Override
  public void disarm() {
    hub.disarm(rank);
  }

  @Override
  public void ring() {
    hub.ring(rank);
  }
}
