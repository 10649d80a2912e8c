package org.purempi.transport.shm;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.purempi.memory.Board;
import org.purempi.memory.SharedWords;
import org.purempi.os.RemoteMemory;

/**
 * Copies that two ranks make at once: who reads a lent buffer lays the job on its lender's desk,
 * and the lender, if it waits with nothing else to do, writes the far end of it into the reader's
 * memory. Neither waits for the other to begin. Both buffers are memory outside the heaps.
 *
 * <pre>
 *   pieces   0   1   2   3
 *            ━━━━━━▶   ◀━━     the reader takes half of what is left, and all of it the second time
 *            reader  lender    if the lender has taken none; the lender takes one at a time
 *
 *   desk   taken by │ free hands │ reader │ written │ job │ from │ to │ bytes │ since
 *   job    bits 0–11 pieces · 12–23 taken from the front · 24–35 from the end · 36–63 number
 * </pre>
 *
 * <p>A desk holds one job; a second reader of the same lender copies alone. A piece is taken by a
 * swap of the job word, which has the job's number: whoever takes one has read what belongs to it.
 *
 * <p>While the lender writes a piece nothing keeps the reader's memory open: a shared arena must
 * not be closed during a receive into it. And a lender that a debugger stops within a piece stops
 * its reader.
 */
final class JointCopies {
  /** Shorter copies are over before the lender has found them (docs/decisions/lending.md). */
  private static final long WORTH_FROM_BYTES = 256 << 10;

  /** A call has costs of its own (docs/decisions/lending.md). */
  private static final long LEAST_PIECE_BYTES = 128 << 10;

  /** Of a copy that is not long: more would be more calls. */
  private static final int FEW_PIECES = 4;

  /** The lender polls between two pieces, and the reader waits for the last one. */
  private static final long MOST_PIECE_BYTES = 512 << 10;

  private static final long PAGE_BYTES = 4096;

  private static final int OWNER = 0;
  private static final int FREE_HANDS = Integer.BYTES;
  private static final int READER = 2 * Integer.BYTES;
  private static final int WRITTEN = 3 * Integer.BYTES;
  private static final int JOB = 2 * Long.BYTES;
  private static final int FROM = 3 * Long.BYTES;
  private static final int TO = 4 * Long.BYTES;
  private static final int BYTES = 5 * Long.BYTES;
  private static final int SINCE = 6 * Long.BYTES;

  private static final int NOBODY = 0;

  /** Written: the lender could not. */
  private static final int FAILED = -1;

  /** Not on the desk: the lender is dead. */
  private static final int DEAD = -2;

  private static final int FRONT_SHIFT = 12;
  private static final int END_SHIFT = 24;
  private static final int NUMBER_SHIFT = 36;
  private static final int COUNT_MASK = (1 << FRONT_SHIFT) - 1;

  private static final int SPINS = 1000;

  /** How long a lender may take for what it has taken before the reader asks whether it lives. */
  private static final long PATIENCE_NANOS = 10_000_000;

  /** A job that is older may be that of a reader that died; its process may be another one now. */
  private static final long LONGEST_NANOS = 1_000_000_000;

  private final MemorySegment memory;
  private final Board board;
  private final int rank;
  private final Neighbours neighbours;

  /** Peers that could not write into this rank's memory. */
  private final boolean[] isRefused;

  /** As on this rank's desk. */
  private boolean hasFreeHands;

  JointCopies(MemorySegment memory, Board board, int rank, Neighbours neighbours) {
    this.memory = memory;
    this.board = board;
    this.rank = rank;
    this.neighbours = neighbours;
    this.isRefused = new boolean[board.ranks()];
  }

  /** This rank has nothing lent, or work of its own. */
  void lookAway() {
    freeHands(false);
  }

  private void freeHands(boolean now) {
    if (now != hasFreeHands) {
      hasFreeHands = now;
      // Opaque: a hint, which orders nothing.
      SharedWords.INT.setOpaque(memory, board.copyLineAt(rank) + FREE_HANDS, now ? 1 : 0);
    }
  }

  /**
   * A lender looks at its desk, and writes a piece of the job there.
   *
   * @return how many pieces it wrote: 0 or 1
   */
  int help() {
    freeHands(true);
    long desk = board.copyLineAt(rank);
    long job = job(desk);
    if (left(job) == 0) {
      return 0;
    }
    int reader = (int) SharedWords.INT.get(memory, desk + READER);
    long from = (long) SharedWords.LONG.get(memory, desk + FROM);
    long to = (long) SharedWords.LONG.get(memory, desk + TO);
    long bytes = (long) SharedWords.LONG.get(memory, desk + BYTES);
    long age = System.nanoTime() - (long) SharedWords.LONG.get(memory, desk + SINCE);
    if (age < 0 || age > LONGEST_NANOS || !take(desk, job, 1, END_SHIFT)) {
      return 0;
    }
    int taken = fromEnd(job) + 1;
    int piece = pieces(job) - taken;
    long begin = beginOf(piece, pieces(job), bytes);
    long end = beginOf(piece + 1, pieces(job), bytes);
    boolean isWritten = false;
    try {
      isWritten =
          neighbours.sees(reader)
              && RemoteMemory.write(
                  neighbours.process(reader), to + begin, from + begin, end - begin);
    } finally {
      if (!isWritten) {
        takeRest(desk, END_SHIFT);
      }
      // Release: who sees this sees the bytes.
      SharedWords.INT.setRelease(memory, desk + WRITTEN, isWritten ? taken : FAILED);
    }
    return isWritten ? 1 : 0;
  }

  /** Whether to copy so much with the help of {@code lender} is likely to be worth it. */
  boolean isWorth(int lender, MemorySegment to, long bytes) {
    return bytes >= WORTH_FROM_BYTES
        && to.isNative()
        && !isRefused[lender]
        && (int) SharedWords.INT.getOpaque(memory, board.copyLineAt(lender) + FREE_HANDS) != 0
        && to.scope().isAlive()
        && to.isAccessibleBy(Thread.currentThread());
  }

  /**
   * Copies {@code bytes} bytes, that lie at {@code address} in the process of {@code lender}, which
   * this rank sees.
   *
   * @return false if that is not possible, or no longer; parts may have been copied
   */
  boolean copy(int lender, long address, MemorySegment to, long toOffset, long bytes) {
    Objects.checkFromIndexSize(toOffset, bytes, to.byteSize());
    neighbours.leaveNote();
    long process = neighbours.process(lender);
    long desk = board.copyLineAt(lender);
    // Volatile: one of several readers gets the desk.
    if (!SharedWords.INT.compareAndSet(memory, desk + OWNER, NOBODY, rank + 1)) {
      return RemoteMemory.read(process, address, to, toOffset, bytes);
    }
    int pieces = piecesOf(bytes);
    lay(desk, address, to.address() + toOffset, bytes, pieces);
    long done = 0;
    int byLender;
    try {
      int front = 0;
      for (int taken; (taken = takeFront(desk)) > 0; ) {
        front += taken;
        long end = beginOf(front, pieces, bytes);
        if (!RemoteMemory.read(process, address + done, to, toOffset + done, end - done)) {
          break;
        }
        done = end;
      }
    } finally {
      byLender = settle(lender, desk);
    }
    long end = beginOf(pieces - byLender, pieces, bytes);
    return done == end
        || RemoteMemory.read(process, address + done, to, toOffset + done, end - done);
  }

  private static int piecesOf(long bytes) {
    int few = Math.clamp(bytes / LEAST_PIECE_BYTES, 1, FEW_PIECES);
    return Math.clamp(bytes / MOST_PIECE_BYTES, few, COUNT_MASK);
  }

  private void lay(long desk, long from, long to, long bytes, int pieces) {
    SharedWords.INT.set(memory, desk + READER, rank);
    SharedWords.INT.set(memory, desk + WRITTEN, 0);
    SharedWords.LONG.set(memory, desk + FROM, from);
    SharedWords.LONG.set(memory, desk + TO, to);
    SharedWords.LONG.set(memory, desk + BYTES, bytes);
    SharedWords.LONG.set(memory, desk + SINCE, System.nanoTime());
    long number = ((long) SharedWords.LONG.get(memory, desk + JOB) >>> NUMBER_SHIFT) + 1;
    // Release: who sees the job sees what belongs to it.
    SharedWords.LONG.setRelease(memory, desk + JOB, number << NUMBER_SHIFT | pieces);
  }

  private int takeFront(long desk) {
    while (true) {
      long job = job(desk);
      boolean isAlone = fromFront(job) > 0 && fromEnd(job) == 0;
      int most = isAlone ? left(job) : (left(job) + 1) / 2;
      if (most == 0 || take(desk, job, most, FRONT_SHIFT)) {
        return most;
      }
    }
  }

  /**
   * Ends the job on a desk: nobody takes any more of it, and the lender has finished what it took.
   *
   * @return how many pieces it has written
   */
  private int settle(int lender, long desk) {
    takeRest(desk, FRONT_SHIFT);
    int written = await(lender, desk, fromEnd(job(desk)));
    isRefused[lender] = written < 0;
    if (written != DEAD) {
      // Release: what belongs to the next job is written after all of this one.
      SharedWords.INT.setRelease(memory, desk + OWNER, NOBODY);
    }
    return Math.max(written, 0);
  }

  /** Waits until the lender has written so many pieces; {@link #FAILED} or {@link #DEAD} if not. */
  @SuppressWarnings("ThreadPriorityCheck") // the lender may need this processor
  private int await(int lender, long desk, int pieces) {
    long asked = System.nanoTime();
    boolean isMissed = false;
    for (int spins = 0; ; spins++) {
      // Acquire: pairs with the lender's release.
      int written = (int) SharedWords.INT.getAcquire(memory, desk + WRITTEN);
      if (written == pieces || written == FAILED) {
        return written;
      }
      if (spins < SPINS) {
        Thread.onSpinWait();
        continue;
      }
      Thread.yield();
      if (System.nanoTime() - asked > PATIENCE_NANOS) {
        boolean isThere = neighbours.stillSees(lender);
        if (!isThere && isMissed) {
          return DEAD; // for long enough: none of its threads writes any more
        }
        isMissed = !isThere;
        asked = System.nanoTime();
      }
    }
  }

  private long job(long desk) {
    // Acquire: pairs with the reader's release in lay.
    return (long) SharedWords.LONG.getAcquire(memory, desk + JOB);
  }

  /** Volatile: two must not take the same piece. If this succeeds nothing of the job was stale. */
  private boolean take(long desk, long job, int count, int shift) {
    return SharedWords.LONG.compareAndSet(memory, desk + JOB, job, job + ((long) count << shift));
  }

  private void takeRest(long desk, int shift) {
    long job;
    do {
      job = job(desk);
    } while (!take(desk, job, left(job), shift));
  }

  private static long beginOf(int piece, int pieces, long bytes) {
    return piece == pieces ? bytes : (bytes / pieces & -PAGE_BYTES) * piece;
  }

  private static int left(long job) {
    return pieces(job) - fromFront(job) - fromEnd(job);
  }

  private static int pieces(long job) {
    return (int) job & COUNT_MASK;
  }

  private static int fromFront(long job) {
    return (int) (job >>> FRONT_SHIFT) & COUNT_MASK;
  }

  private static int fromEnd(long job) {
    return (int) (job >>> END_SHIFT) & COUNT_MASK;
  }
}
