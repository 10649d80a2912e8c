package org.purempi.transport.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.memory.Board;
import org.purempi.memory.Geometry;
import org.purempi.memory.SharedHeap;
import org.purempi.memory.SharedWords;

/**
 * The first page of the shared file.
 *
 * <pre>
 *   │0 magic│8 version│12 ranks│16 key│24 bytes│32 slots│36 cell bytes│40 inbox slots│   written once
 *   │128 ranks that have opened the file│   │256 rings that may still be made│   │384 heap│
 *   │1024 the ranks' processors│
 * </pre>
 */
final class SegmentHeader {
  static final int BYTES = 4096;

  private static final long MAGIC = 0x4950_4d45_5255_5040L;
  private static final int VERSION = 6;
  private static final int VERSION_AT = 8;
  private static final int RANKS_AT = 12;
  private static final int KEY_AT = 16;
  private static final int BYTES_AT = 24;
  private static final int SLOTS_AT = 32;
  private static final int CELL_AT = 36;
  private static final int INBOX_SLOTS_AT = 40;
  private static final int OPENED_AT = SharedWords.LINE_BYTES;
  private static final int RINGS_LEFT_AT = 2 * SharedWords.LINE_BYTES;
  private static final int HEAP_AT = 3 * SharedWords.LINE_BYTES;
  private static final int CORES_AT = 8 * SharedWords.LINE_BYTES;

  private final MemorySegment memory;

  SegmentHeader(MemorySegment memory) {
    this.memory = memory;
  }

  /** Fills an empty header. */
  static void format(MemorySegment header, SegmentPlan plan, long key) {
    header.set(ValueLayout.JAVA_LONG, 0, MAGIC);
    header.set(ValueLayout.JAVA_INT, VERSION_AT, VERSION);
    header.set(ValueLayout.JAVA_INT, RANKS_AT, plan.board().ranks());
    header.set(ValueLayout.JAVA_LONG, KEY_AT, key);
    header.set(ValueLayout.JAVA_LONG, BYTES_AT, plan.bytes());
    Geometry geometry = plan.board().geometry();
    header.set(ValueLayout.JAVA_INT, SLOTS_AT, geometry.slots());
    header.set(ValueLayout.JAVA_INT, CELL_AT, geometry.cellBytes());
    header.set(ValueLayout.JAVA_INT, INBOX_SLOTS_AT, geometry.inboxSlots());
    header.set(ValueLayout.JAVA_INT, RINGS_LEFT_AT, plan.maxRings());
    SharedHeap.format(header, HEAP_AT, plan.heapBegin(), plan.bytes());
  }

  /**
   * Says what is wrong with this file, all of it mapped, for a job of {@code ranks} ranks; empty
   * when nothing is.
   */
  String complaint(long key, int ranks) {
    if (memory.get(ValueLayout.JAVA_LONG, 0) != MAGIC
        || memory.get(ValueLayout.JAVA_LONG, KEY_AT) != key) {
      return "is not the shared file of this job";
    }
    int version = memory.get(ValueLayout.JAVA_INT, VERSION_AT);
    if (version != VERSION) {
      return "has layout version " + version + ", this is " + VERSION + ": mixed purempi versions";
    }
    int itsRanks = memory.get(ValueLayout.JAVA_INT, RANKS_AT);
    if (itsRanks != ranks) {
      return "was made for " + itsRanks + " ranks, not " + ranks;
    }
    long itsBytes = memory.get(ValueLayout.JAVA_LONG, BYTES_AT);
    if (itsBytes != memory.byteSize()) {
      return "has " + memory.byteSize() + " bytes, not the " + itsBytes + " it was made with";
    }
    return "";
  }

  Board board() {
    Geometry geometry =
        new Geometry(
            memory.get(ValueLayout.JAVA_INT, SLOTS_AT),
            memory.get(ValueLayout.JAVA_INT, CELL_AT),
            memory.get(ValueLayout.JAVA_INT, INBOX_SLOTS_AT));
    return new Board(BYTES, memory.get(ValueLayout.JAVA_INT, RANKS_AT), geometry);
  }

  SharedHeap heap() {
    return new SharedHeap(memory, HEAP_AT);
  }

  CommonCores cores() {
    return new CommonCores(memory, CORES_AT);
  }

  /** Notes that one more rank has opened the file; returns how many have. */
  int noteOpened() {
    // Volatile: who counts last knows that all others have it open.
    return (int) SharedWords.INT.getAndAdd(memory, (long) OPENED_AT, 1) + 1;
  }

  int opened() {
    // Acquire: pairs with noteOpened.
    return (int) SharedWords.INT.getAcquire(memory, (long) OPENED_AT);
  }

  /** Takes the right to make one more ring. */
  boolean takeRing() {
    // Volatile; only the count matters.
    return (int) SharedWords.INT.getAndAdd(memory, (long) RINGS_LEFT_AT, -1) > 0;
  }
}
