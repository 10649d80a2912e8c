package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What one rank's {@link Traffic} stands on: where the memory is and how a peer is woken. */
public interface Ground {
  /** The memory that holds the {@link Board} of all ranks. */
  MemorySegment memory();

  /** Where the bells and inboxes are. */
  Board board();

  /**
   * Makes an empty ring for frames from this rank to {@code receiver} and returns a token that the
   * receiver can turn into the same memory, or {@link org.purempi.transport.Transport#NONE}.
   */
  long makeRing(int receiver);

  /** The memory that the ring of {@code token} is in. */
  @Nullable MemorySegment ringMemory(long token);

  /** Where in {@link #ringMemory} the ring begins. */
  long ringBase(long token);

  /** Wakes {@code rank}, whose bell was seen armed. */
  void wake(int rank);

  /**
   * What has become of {@code rank} if its process has died, in words that follow its name; null if
   * it lives, or nobody knows. Takes a while.
   */
  default @Nullable String deathOf(int rank) {
    return null;
  }

  /**
   * Whether a sender puts a full fence between publishing a frame and looking at the bell. With the
   * fence no ring is missed; without it a sleeper must look again by itself.
   */
  boolean isFenced();
}
