package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.os.Native;
import org.purempi.os.Processor;
import org.purempi.transport.Occupancy;

/**
 * Occupancy as noted on the {@link Board}: by each rank the processor that it has, or that it has
 * none. Ranks in virtual threads, and those that cannot make native calls, have none.
 */
public final class BoardOccupancy implements Occupancy {
  /** The kernel moves a rank now and then; to ask each time would cost as much as a message. */
  private static final int TURNS_PER_LOOK = 16;

  /** Who gives its processor away so often is worth the time that binding takes. */
  private static final int TURNS_BEFORE_BINDING = 4096;

  private final Board board;
  private final MemorySegment memory;
  private final int rank;
  private @Nullable Processor processor;
  private int here = Processor.UNKNOWN;
  private int turns;

  /** Of {@code rank}, among those of a board. */
  public BoardOccupancy(Board board, MemorySegment memory, int rank) {
    this.board = board;
    this.memory = memory;
    this.rank = rank;
  }

  @Override
  public void occupy() {
    if (turns++ % TURNS_PER_LOOK == 0) {
      here = look();
    }
    board.occupy(memory, rank, here);
  }

  private int look() {
    if (Thread.currentThread().isVirtual()) {
      return Processor.UNKNOWN;
    }
    if (!Native.isReady()) {
      if (turns > TURNS_BEFORE_BINDING) {
        Native.prepare();
      }
      return Processor.UNKNOWN;
    }
    Processor mine = processor;
    if (mine == null) {
      mine = new Processor();
      processor = mine;
    }
    return mine.current();
  }

  @Override
  public void vacate() {
    board.occupy(memory, rank, Processor.UNKNOWN);
  }

  @Override
  public boolean isBeside(int peer) {
    int there = board.occupied(memory, peer);
    return here != Processor.UNKNOWN && there != Processor.UNKNOWN && there != here;
  }
}
