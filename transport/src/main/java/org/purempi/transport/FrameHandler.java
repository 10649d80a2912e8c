package org.purempi.transport;

import java.lang.foreign.MemorySegment;

/** Takes frames as they arrive. */
@FunctionalInterface
public interface FrameHandler {
  /**
   * One frame from {@code peer}. Its payload is {@code bytes} bytes of {@code memory} from {@code
   * offset} (8-byte aligned), readable only until this method returns. Must not call {@link
   * Transport#poll}; may call {@link Endpoint#offer}.
   */
  void frame(
      int peer, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes);
}
