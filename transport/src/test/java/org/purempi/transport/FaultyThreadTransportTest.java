package org.purempi.transport;

import java.util.stream.IntStream;
import org.purempi.transport.thread.ThreadHub;

/** Faults over ranks as threads. */
class FaultyThreadTransportTest extends FaultyTransportContract {
  @Override
  protected Job sound(int ranks) {
    ThreadHub hub = new ThreadHub(ranks);
    return new ListJob(IntStream.range(0, ranks).mapToObj(hub::transport).toList());
  }

  @Override
  protected boolean lendsHeapMemory() {
    return true;
  }
}
