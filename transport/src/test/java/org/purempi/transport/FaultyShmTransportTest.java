package org.purempi.transport;

import org.purempi.transport.shm.ShmLimits;

/** Faults over ranks that map one file. */
class FaultyShmTransportTest extends FaultyTransportContract {
  @Override
  protected Job sound(int ranks) {
    return ShmTransportTest.ShmJob.open(ShmLimits.standard(), ranks);
  }

  @Override
  protected boolean lendsHeapMemory() {
    return false;
  }
}
