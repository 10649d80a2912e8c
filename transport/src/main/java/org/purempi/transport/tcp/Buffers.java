package org.purempi.transport.tcp;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one rank's connections. All of them read into one block and write from another; a
 * connection has a block of its own only while a frame has come in part, or could not go out as a
 * whole. So an idle connection costs nothing here.
 */
final class Buffers {
  /** Several of the longest frames, and small enough for the second-level cache. */
  static final int LARGE_BYTES = 256 << 10;

  static final int SMALL_BYTES = 4 << 10;

  /** Blocks kept for later; more go back to the collector. */
  private static final int KEPT = 16;

  private final ArrayDeque<Block> small = new ArrayDeque<>();
  private final ArrayDeque<Block> large = new ArrayDeque<>();
  private @Nullable Block in;
  private @Nullable Block out;

  private long turn;
  private long reads;
  private long writes;

  /** What is read into; its content is of no use any more when the next connection reads. */
  Block in() {
    Block i = in;
    if (i == null) {
      i = take(LARGE_BYTES);
      in = i;
    }
    return i;
  }

  /**
   * A block for the rest of what was read into {@code read}, and what belongs to it, so many bytes
   * in all: that block itself, if a small one does not do.
   */
  Block keep(Block read, int bytes) {
    if (bytes <= SMALL_BYTES) {
      return take(bytes);
    }
    if (read != in) {
      return take(LARGE_BYTES);
    }
    in = null;
    return read;
  }

  /** Where a frame is put together. */
  Block out() {
    Block o = out;
    if (o == null) {
      o = new Block(Wire.MAX_FRAME_BYTES);
      out = o;
    }
    return o;
  }

  /** A block for at least {@code bytes} bytes, at most {@link #LARGE_BYTES}. */
  Block take(int bytes) {
    boolean isSmall = bytes <= SMALL_BYTES;
    Block kept = (isSmall ? small : large).pollLast();
    return kept != null ? kept : new Block(isSmall ? SMALL_BYTES : LARGE_BYTES);
  }

  void give(Block block) {
    ArrayDeque<Block> kept = block.capacity() == SMALL_BYTES ? small : large;
    if (kept.size() < KEPT) {
      kept.addLast(block);
    }
  }

  /** The rank looks at what has come, and brings on its way what it has kept. */
  void nextTurn() {
    turn++;
  }

  /** Which of the rank's turns this is. */
  long turn() {
    return turn;
  }

  void noteRead() {
    reads++;
  }

  void noteWrite() {
    writes++;
  }

  /** How often the system was asked for bytes. */
  long reads() {
    return reads;
  }

  /** How often the system was given bytes. */
  long writes() {
    return writes;
  }
}
