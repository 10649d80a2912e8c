package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The direct buffers that {@link MPI} has made. A slice of one does not know what lies before its
 * first element, where a negative stride or displacement reaches; here it is found by the address.
 * That costs something when a buffer is made, and nothing when it is sliced.
 */
final class Allocations {
  private static final ConcurrentNavigableMap<Long, Entry> BY_ADDRESS =
      new ConcurrentSkipListMap<>();
  private static final ReferenceQueue<ByteBuffer> COLLECTED = new ReferenceQueue<>();

  private Allocations() {}

  /** Weak: every slice keeps the buffer alive that it is a part of. */
  private static final class Entry extends WeakReference<ByteBuffer> {
    final long address;

    Entry(ByteBuffer buffer) {
      super(buffer, COLLECTED);
      address = MemorySegment.ofBuffer(buffer).address();
    }
  }

  /** Adds a buffer, just made. */
  static ByteBuffer add(ByteBuffer buffer) {
    while (COLLECTED.poll() instanceof Entry old) {
      BY_ADDRESS.remove(old.address, old);
    }
    Entry entry = new Entry(buffer);
    BY_ADDRESS.put(entry.address, entry);
    return buffer;
  }

  /** The whole of the buffer that {@code part} lies in; {@code part} if it was not made here. */
  static MemorySegment around(MemorySegment part) {
    Map.Entry<Long, Entry> before = BY_ADDRESS.floorEntry(part.address());
    while (before != null) {
      // Who is alive owns its addresses; one that is not may have lain anywhere.
      ByteBuffer buffer = before.getValue().get();
      if (buffer != null) {
        MemorySegment whole = MemorySegment.ofBuffer(buffer.duplicate().clear());
        long end = whole.address() + whole.byteSize();
        return part.address() + part.byteSize() <= end ? whole : part;
      }
      before = BY_ADDRESS.lowerEntry(before.getKey());
    }
    return part;
  }
}
