package org.purempi.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

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
   * The frame that comes next from {@code peer} has begun to arrive. If its payload is to lie in
   * memory that it will be copied to anyway, the transport may put it there at once; it then says
   * {@link #landed} instead of {@link #frame}, or {@link #gone}.
   *
   * @return {@code bytes} bytes that any thread may write until then; null to be given the frame
   */
  default @Nullable MemorySegment landing(int peer, long word0, long word1, long word2, int bytes) {
    return null;
  }

  /** All of the payload lies where {@link #landing} said. */
  default void landed(int peer, long word0, long word1, long word2, int bytes) {}

  /**
   * No frame will come from {@code peer} any more, and offers to it fail. Told once, after the last
   * frame that came: over TCP when it happens, in shared memory to who has asked for it by {@link
   * Endpoint#watch}; a transport that cannot know tells nothing.
   *
   * @param reason who it was, where, and what happened, in words
   * @param inPeace whether it took its leave; otherwise it died or cannot be reached
   */
  default void gone(int peer, String reason, boolean inPeace) {}
}
