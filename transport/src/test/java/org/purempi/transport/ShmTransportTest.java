package org.purempi.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.purempi.transport.shm.ShmLimits;
import org.purempi.transport.shm.ShmTransport;

/** Ranks that map one file keep the contract; here all of them are in this JVM. */
class ShmTransportTest extends SharedMemoryContract {
  @Override
  protected Job open(int ranks) {
    return ShmJob.open(ShmLimits.standard(), ranks);
  }

  @Override
  protected boolean lendsHeapMemory() {
    return false;
  }

  /** The ranks of one file. */
  record ShmJob(List<ShmTransport> all) implements Job {
    static ShmJob open(ShmLimits limits, int ranks) {
      try {
        String address = ShmTransport.create(limits, ranks);
        List<ShmTransport> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
          all.add(ShmTransport.open(address, rank, ranks));
        }
        return new ShmJob(all);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Transport rank(int rank) {
      return all.get(rank);
    }

    @Override
    public void close() {
      all.forEach(ShmTransport::close);
    }
  }
}
