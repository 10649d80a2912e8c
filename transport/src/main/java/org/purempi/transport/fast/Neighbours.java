package org.purempi.transport.fast;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.Arrays;
import org.purempi.memory.Board;
import org.purempi.memory.SharedWords;
import org.purempi.os.fast.RemoteMemory;

/**
 * Which peers' processes this rank may look into, and as which processes it knows them.
 *
 * <p>Each rank leaves a note on the board: its process, and where in its memory which random number
 * lies. A peer that finds the number there has found the right process: the same number of a
 * process may mean another one in another container.
 *
 * <pre>
 *   note   process │ address of the random number │ the number │ address of the count │ era + 1, or 0
 * </pre>
 */
final class Neighbours {
  /** In a note: no era is that of all loans ({@link DirectReads}). */
  static final long NO_ERA = 0;

  private static final int PROCESS = 0;
  private static final int CELL = Long.BYTES;
  private static final int NUMBER = 2 * Long.BYTES;
  private static final int COUNT = 3 * Long.BYTES;
  private static final int ERA = 4 * Long.BYTES;

  /** What is known of a peer's memory. */
  private enum Sight {
    UNKNOWN,
    CLEAR,
    NONE
  }

  private final MemorySegment memory;
  private final Board board;
  private final int rank;
  private final Sight[] sights;
  private final long[] processes;
  private final long[] counts;
  private boolean isNoted;

  Neighbours(MemorySegment memory, Board board, int rank) {
    this.memory = memory;
    this.board = board;
    this.rank = rank;
    this.sights = new Sight[board.ranks()];
    this.processes = new long[board.ranks()];
    this.counts = new long[board.ranks()];
    Arrays.fill(sights, Sight.UNKNOWN);
  }

  /** Tells the peers where this rank's memory is; before anything is said that needs it. */
  void leaveNote() {
    if (isNoted) {
      return;
    }
    MemorySegment cell = Arena.global().allocate(ValueLayout.JAVA_LONG);
    long number = new SecureRandom().nextLong();
    cell.set(ValueLayout.JAVA_LONG, 0, number);
    long at = board.noteAt(rank);
    SharedWords.LONG.set(memory, at + CELL, cell.address());
    SharedWords.LONG.set(memory, at + NUMBER, number);
    SharedWords.LONG.set(memory, at + COUNT, RemoteMemory.countAddress());
    // Release: who sees the process sees the rest.
    SharedWords.LONG.setRelease(memory, at + PROCESS, ProcessHandle.current().pid());
    isNoted = true;
  }

  /** Notes the era of this rank's loans. */
  void noteEra(long era) {
    // Release: who sees an era that has ended does not see loans of the next one.
    SharedWords.LONG.setRelease(memory, board.noteAt(rank) + ERA, era);
  }

  /** The era that {@code peer} has noted. */
  long era(int peer) {
    // Acquire: pairs with noteEra.
    return (long) SharedWords.LONG.getAcquire(memory, board.noteAt(peer) + ERA);
  }

  /** Whether this rank may look into {@code peer}, which has left its note. */
  boolean sees(int peer) {
    if (sights[peer] == Sight.UNKNOWN && RemoteMemory.isReady()) {
      stillSees(peer);
    }
    return sights[peer] == Sight.CLEAR;
  }

  /** As {@link #sees}, asked anew: false once the process has ended. */
  boolean stillSees(int peer) {
    boolean isClear = look(peer);
    sights[peer] = isClear ? Sight.CLEAR : Sight.NONE;
    return isClear;
  }

  private boolean look(int peer) {
    long at = board.noteAt(peer);
    // Acquire: pairs with leaveNote.
    long process = (long) SharedWords.LONG.getAcquire(memory, at + PROCESS);
    long cell = (long) SharedWords.LONG.get(memory, at + CELL);
    MemorySegment found = MemorySegment.ofArray(new long[1]);
    processes[peer] = process;
    counts[peer] = (long) SharedWords.LONG.get(memory, at + COUNT);
    return RemoteMemory.read(process, cell, found, 0, Long.BYTES)
        && found.get(ValueLayout.JAVA_LONG, 0) == (long) SharedWords.LONG.get(memory, at + NUMBER);
  }

  /** The process of a peer that this rank sees. */
  long process(int peer) {
    return processes[peer];
  }

  /** Where a peer that this rank sees counts its collections; 0: nowhere, it lends no arrays. */
  long countAt(int peer) {
    return counts[peer];
  }
}
