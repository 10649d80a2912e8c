package org.purempi.learn.server;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a worker has made, and whether calls about them make sense.
 *
 * @param <T> where a key's values are
 */
final class KeyTable<T> {
  private record Entry<T>(long bytes, T where) {}

  private final Map<String, Entry<T>> entries = new HashMap<>();
  private boolean isClosed;

  /** Throws unless a key can be made with these values. */
  void checkNew(String key, MemorySegment values) {
    checkOpen();
    if (entries.containsKey(key)) {
      throw new IllegalArgumentException("this worker has initialised key '" + key + "' before");
    }
    if (values.byteSize() == 0 || values.byteSize() % Float.BYTES != 0) {
      throw new IllegalArgumentException(
          "key '%s' cannot have %d bytes: give one float32 of 4 bytes or more"
              .formatted(key, values.byteSize()));
    }
  }

  void add(String key, long bytes, T where) {
    entries.put(key, new Entry<>(bytes, where));
  }

  /** Where a key is that has the length of this memory. */
  T find(String key, MemorySegment memory) {
    checkOpen();
    @Nullable Entry<T> entry = entries.get(key);
    if (entry == null) {
      throw new IllegalArgumentException(
          "this worker has not initialised key '" + key + "': call init on all workers first");
    }
    if (entry.bytes != memory.byteSize()) {
      throw new IllegalArgumentException(
          "key '%s' has %d bytes (%d float32), the memory given has %d"
              .formatted(key, entry.bytes, entry.bytes / Float.BYTES, memory.byteSize()));
    }
    return entry.where;
  }

  /** From now on all calls throw; false if that was so. */
  boolean close() {
    boolean wasOpen = !isClosed;
    isClosed = true;
    return wasOpen;
  }

  private void checkOpen() {
    if (isClosed) {
      throw new IllegalStateException("this worker has closed its key-value store");
    }
  }
}
