package org.purempi.transport.shm;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.memory.Board;
import org.purempi.memory.SharedWords;
import org.purempi.os.ProcessIdentity;

/**
 * The processes of the ranks of a shared file: each notes its own when it opens the file, so that
 * others can see that it has died.
 *
 * <pre>
 *   │0 number; 0: not known│8 start│16 space│
 * </pre>
 *
 * @param memory the shared file
 * @param board where the notes lie
 */
record RankProcesses(MemorySegment memory, Board board) {
  private static final int START = Long.BYTES;
  private static final int SPACE = 2 * Long.BYTES;

  /** Notes this process as that of {@code rank}. */
  void note(int rank) {
    ProcessIdentity own = ProcessIdentity.own();
    if (own != null) {
      long at = board.processAt(rank);
      SharedWords.LONG.set(memory, at + START, own.start());
      SharedWords.LONG.set(memory, at + SPACE, own.space());
      // Release: who sees the number sees the rest.
      SharedWords.LONG.setRelease(memory, at, own.number());
    }
  }

  /** What has become of a rank that died; null if it lives, or nobody knows. */
  @Nullable String deathOf(int rank) {
    long at = board.processAt(rank);
    // Acquire: pairs with note.
    long number = (long) SharedWords.LONG.getAcquire(memory, at);
    long start = (long) SharedWords.LONG.get(memory, at + START);
    long space = (long) SharedWords.LONG.get(memory, at + SPACE);
    return number != 0 && new ProcessIdentity(number, start, space).hasEnded()
        ? "has died (process " + number + " of this host)"
        : null;
  }
}
