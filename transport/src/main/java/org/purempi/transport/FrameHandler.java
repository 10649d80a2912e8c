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

  /**
   * No frame will come from {@code peer} any more, and offers to it fail. Told once, after the last
   * frame that came; a transport that cannot know tells nothing.
   *
   * @param reason who it was, where, and what happened, in words
   * @param inPeace whether it took its leave; otherwise it died or cannot be reached
   */
  default void gone(int peer, String reason, boolean inPeace) {}
}
