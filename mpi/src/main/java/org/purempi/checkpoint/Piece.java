package org.purempi.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** What one rank has put into a checkpoint, wherever it lies. */
interface Piece {
  /** How it is divided. */
  Blocks blocks();

  /**
   * The bytes of a block, until the next call.
   *
   * @throws IOException if they cannot be read, or are not what was written
   */
  MemorySegment block(int block) throws IOException;

  /**
   * Copies elements of an item.
   *
   * @param item its number
   * @param elementBytes the bytes of an element
   * @param run which elements, and where they go
   * @param to the bytes of the item that they go to
   */
  default void copy(int item, long elementBytes, Run run, MemorySegment to) throws IOException {
    boolean together = run.fromStep() == 1 && run.toStep() == 1;
    long unit = together ? run.count() * elementBytes : elementBytes;
    long units = together ? Math.min(1, run.count()) : run.count();
    int known = -1;
    MemorySegment block = MemorySegment.NULL;
    for (long i = 0; i < units; i++) {
      long from = (run.from() + i * run.fromStep()) * elementBytes;
      long target = (run.to() + i * run.toStep()) * elementBytes;
      for (long done = 0; done < unit; ) {
        int number = blocks().block(item, from + done);
        if (number != known) {
          block = block(number);
          known = number;
        }
        long inside = (from + done) % Blocks.BYTES;
        long some = Math.min(unit - done, block.byteSize() - inside);
        MemorySegment.copy(block, inside, to, target + done, some);
        done += some;
      }
    }
  }
}
