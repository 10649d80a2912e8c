package org.purempi.transport.shm;

import org.jspecify.annotations.Nullable;
import org.purempi.memory.Board;
import org.purempi.memory.Geometry;
import org.purempi.memory.SharedWords;

/**
 * How the shared file is divided.
 *
 * @param bytes size of the file
 * @param board bells and inboxes
 * @param maxRings so many pair rings may be made
 */
record SegmentPlan(long bytes, Board board, int maxRings) {
  /** Rings of all pairs together; beyond it more ranks get smaller rings. */
  private static final long RING_BUDGET_BYTES = 512L << 20;

  /** Rings may take half of the memory; the rest is for regions, and for others' files. */
  private static final int RING_SHARE = 2;

  /** An eighth of what is free stays free. */
  private static final int SPARE_SHARE = 8;

  private static final long PAGE_BYTES = 4096;

  /** The best division of {@code freeBytes} for {@code ranks} ranks; null when too few are free. */
  static @Nullable SegmentPlan choose(int ranks, long freeBytes, long maxBytes) {
    long bytes = Math.min(freeBytes - freeBytes / SPARE_SHARE, maxBytes) & -PAGE_BYTES;
    long budget = Math.min(RING_BUDGET_BYTES, bytes / RING_SHARE);
    Geometry geometry = Geometry.choose(ranks, (long) ranks * ranks, budget);
    Board board = new Board(SegmentHeader.BYTES, ranks, geometry);
    if (SegmentHeader.BYTES + board.bytes() + budget > bytes) {
      board = new Board(SegmentHeader.BYTES, ranks, Geometry.smallest());
    }
    if (SegmentHeader.BYTES + board.bytes() > bytes) {
      return null;
    }
    long rings = budget / board.geometry().ringBytes();
    return new SegmentPlan(bytes, board, (int) Math.min(rings, Integer.MAX_VALUE));
  }

  /** With fewer bytes than this free there is no plan for {@code ranks} ranks. */
  static long leastBytes(int ranks) {
    long least = SegmentHeader.BYTES + new Board(0, ranks, Geometry.smallest()).bytes();
    return least + least / (SPARE_SHARE - 1) + PAGE_BYTES;
  }

  long heapBegin() {
    return SharedWords.toLines(SegmentHeader.BYTES + board.bytes());
  }
}
