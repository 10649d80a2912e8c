package org.purempi.file;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/** Memory of ranks that share memory, which rank 0 reserves at its first use. One team's. */
final class JointBlock {
  private final Team team;
  private @Nullable Region reserved;
  private @Nullable MemorySegment memory;

  JointBlock(Team team) {
    this.team = team;
  }

  /** At least so many bytes; null, on all ranks, if there are not so many; collective. */
  @Nullable MemorySegment take(long bytes) {
    MemorySegment known = memory;
    if (known != null && known.byteSize() >= bytes) {
      return known;
    }
    memory = null;
    if (team.rank() == 0) {
      release();
      reserved = team.regions.reserve(bytes);
    }
    Region mine = reserved;
    long handle = team.bcast(mine == null ? Transport.NONE : mine.handle());
    if (handle != Transport.NONE) {
      memory = team.regions.map(new Region(handle, bytes));
    }
    for (long isMapped : team.allgather(memory == null ? 0 : 1)) {
      if (isMapped == 0) {
        memory = null;
      }
    }
    return memory;
  }

  private void release() {
    team.peers.engine().locked(this::releaseInside);
  }

  /** Gives it back when no rank uses it any more; inside the lock. */
  void releaseInside() {
    Region mine = reserved;
    if (mine != null) {
      reserved = null;
      team.regions.releaseInside(mine);
    }
  }
}
