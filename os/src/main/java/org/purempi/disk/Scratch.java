package org.purempi.disk;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of memory outside the heap, each for the length of a call: as many as calls have been
 * under way at once.
 */
final class Scratch {
  private final long bytes;

  /** Who works alone needs no queue. */
  private final AtomicReference<@Nullable MemorySegment> last = new AtomicReference<>();

  private final ConcurrentLinkedQueue<MemorySegment> others = new ConcurrentLinkedQueue<>();

  Scratch(long bytesOfPiece) {
    bytes = bytesOfPiece;
  }

  MemorySegment borrow() {
    MemorySegment piece = last.getAndSet(null);
    if (piece == null) {
      piece = others.poll();
    }
    return piece != null ? piece : Arena.ofAuto().allocate(bytes, Long.BYTES);
  }

  void giveBack(MemorySegment piece) {
    if (!last.compareAndSet(null, piece)) {
      others.add(piece);
    }
  }
}
