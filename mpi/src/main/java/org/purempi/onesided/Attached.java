package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** The memory that a rank has attached to a dynamic window. Any thread. */
final class Attached {
  private record Range(long address, long bytes) {
    boolean overlaps(Range other) {
      return address < other.address + other.bytes && other.address < address + bytes;
    }
  }

  private volatile List<Range> ranges = List.of();

  private static Range range(MemorySegment memory) {
    if (!memory.isNative()) {
      throw new MpiArgumentException(
          ErrorClass.RMA_ATTACH,
          "arrays have no address that others could use: attach native memory, as of allocMem");
    }
    return new Range(memory.address(), memory.byteSize());
  }

  synchronized void add(MemorySegment memory) {
    Range added = range(memory);
    if (added.bytes() == 0) {
      return;
    }
    for (Range r : ranges) {
      if (r.overlaps(added)) {
        throw new MpiArgumentException(
            ErrorClass.RMA_ATTACH, memory + " overlaps memory that is attached already");
      }
    }
    List<Range> more = new ArrayList<>(ranges);
    more.add(added);
    ranges = more;
  }

  /** What was attached from this memory's address on is so no more. */
  synchronized void remove(MemorySegment memory) {
    Range removed = range(memory);
    List<Range> fewer = new ArrayList<>(ranges);
    if (!fewer.removeIf(r -> r.address() == removed.address()) && removed.bytes() > 0) {
      throw new MpiArgumentException(ErrorClass.ARG, memory + " is not attached");
    }
    ranges = fewer;
  }

  /** Whether all of it is attached, in one piece. */
  boolean contain(long address, long bytes) {
    for (Range r : ranges) {
      if (address >= r.address() && bytes <= r.address() + r.bytes() - address) {
        return true;
      }
    }
    return bytes == 0;
  }
}
