package org.purempi.learn.named;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;

/** Memory in which allreduces lie side by side; as large as has been needed. */
final class FusionBuffer {
  private final Mpi mpi;
  private @Nullable MemorySegment memory;

  FusionBuffer(Mpi mpi) {
    this.mpi = mpi;
  }

  /** The first so many bytes, whatever is in them. */
  MemorySegment of(long bytes) {
    MemorySegment now = memory;
    if (now == null || now.byteSize() < bytes) {
      free();
      long next = now == null ? bytes : Math.max(bytes, now.byteSize() + now.byteSize() / 2);
      now = mpi.allocMem(next);
      memory = now;
    }
    return now.asSlice(0, bytes);
  }

  void free() {
    if (memory != null) {
      mpi.freeMem(memory);
      memory = null;
    }
  }
}
