package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import org.purempi.os.Processor;
import org.purempi.transport.Transport;

/**
 * Where the words and inboxes of all ranks lie in the memory they share.
 *
 * <pre>
 *   base │ bell 0 │ left 0 │ copy 0 │ bell 1 │ … │ inbox 0 │ inbox 1 │ …     (bell; left, mark, note, processor and process; copy: a line each)
 * </pre>
 *
 * <p>A bell is {@link #AWAKE} unless its rank sleeps or is about to. Left is 1 once the rank has
 * closed its transport, and beside it is the rank's mark; the processor is noted by {@link
 * BoardOccupancy}; note, process and copy line are the transport's.
 *
 * @param base offset of the first bell
 * @param ranks how many ranks share the board
 * @param geometry the sizes of the inboxes (and rings)
 */
public record Board(long base, int ranks, Geometry geometry) {
  /** A bell whose rank is not asleep: nobody rings. */
  public static final int AWAKE = 0;

  /** A bell whose rank sleeps, or is about to, and looks at the bell from time to time. */
  public static final int ARMED = 1;

  /** Bytes of a rank's note. */
  public static final int NOTE_BYTES = 5 * Long.BYTES;

  private static final long LINES = 3L * SharedWords.LINE_BYTES;

  /** Bytes of the whole board. */
  public long bytes() {
    return ranks * (LINES + geometry.inboxBytes());
  }

  /** Offset of the bell of {@code rank}. */
  public long bellAt(int rank) {
    return base + rank * LINES;
  }

  /** Notes that {@code rank} has left. */
  public void leave(MemorySegment memory, int rank) {
    // Release: what the rank sent before is visible to who sees that it left.
    SharedWords.INT.setRelease(memory, leftAt(rank), 1);
  }

  /** Whether {@code rank} has left. */
  public boolean hasLeft(MemorySegment memory, int rank) {
    // Acquire: pairs with leave.
    return (int) SharedWords.INT.getAcquire(memory, leftAt(rank)) != 0;
  }

  /** Leaves a mark, which is larger than the one before. */
  public void mark(MemorySegment memory, int rank, int mark) {
    // Release: what the rank sent before is visible to who sees the mark.
    SharedWords.INT.setRelease(memory, markAt(rank), mark);
  }

  /** The mark of {@code rank}. */
  public int markOf(MemorySegment memory, int rank) {
    // Acquire: pairs with mark.
    return hasLeft(memory, rank)
        ? Transport.LAST_MARK
        : (int) SharedWords.INT.getAcquire(memory, markAt(rank));
  }

  Inbox inbox(MemorySegment memory, int rank) {
    long inboxesAt = base + ranks * LINES;
    return new Inbox(memory, inboxesAt + rank * geometry.inboxBytes(), geometry);
  }

  /** Offset of {@link #NOTE_BYTES} bytes that the transport of {@code rank} may use. */
  public long noteAt(int rank) {
    return leftAt(rank) + Long.BYTES;
  }

  /** Offset of three words by which others know the process of {@code rank}. */
  public long processAt(int rank) {
    return processorAt(rank) + Long.BYTES;
  }

  /** Offset of a line that the transport of {@code rank} and its peers may use. */
  public long copyLineAt(int rank) {
    return bellAt(rank) + 2L * SharedWords.LINE_BYTES;
  }

  /** Notes the processor that {@code rank} has; {@link Processor#UNKNOWN}: none. */
  void occupy(MemorySegment memory, int rank, int processor) {
    // Opaque: a hint, which orders nothing.
    SharedWords.INT.setOpaque(
        memory, processorAt(rank), processor - Processor.UNKNOWN); // a new file says 0
  }

  /** The processor that {@code rank} has noted; {@link Processor#UNKNOWN}: none. */
  int occupied(MemorySegment memory, int rank) {
    // Opaque: pairs with occupy.
    return (int) SharedWords.INT.getOpaque(memory, processorAt(rank)) + Processor.UNKNOWN;
  }

  private long processorAt(int rank) {
    return noteAt(rank) + NOTE_BYTES;
  }

  private long markAt(int rank) {
    return leftAt(rank) + Integer.BYTES;
  }

  private long leftAt(int rank) {
    return bellAt(rank) + SharedWords.LINE_BYTES;
  }
}
