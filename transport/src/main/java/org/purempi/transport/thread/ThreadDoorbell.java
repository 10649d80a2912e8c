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

  @Override
  public void sleep(long nanos) {
    // The flag would end every park at once; it is put back afterwards.
    boolean wasInterrupted = Thread.interrupted();
    if (wasInterrupted) {
      LockSupport.parkNanos(this, 1); // takes the permit that an interrupt leaves
    }
    if (nanos > 0 && hub.isArmed(rank)) {
      LockSupport.parkNanos(this, nanos);
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void disarm() {
    hub.disarm(rank);
  }

  @Override
  public boolean unparks() {
    return true;
  }

  @Override
  public void ring() {
    hub.wake(rank);
  }
}
