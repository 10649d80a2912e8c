package org.purempi.transport.fast;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.purempi.memory.Board;
import org.purempi.memory.SharedWords;
import org.purempi.os.fast.RemoteMemory;
import org.purempi.setting.Setting;

/**
 * Copies that two ranks make at once: who reads a lent buffer lays the job on its lender's line,
 * and the lender, if it waits with nothing else to do, writes the far end of it into the reader's
 * memory. Neither waits for the other to begin. Both buffers are memory outside the heaps.
 *
 * <pre>
 *   pieces   0   1   2   3
 *            ━━━━━━▶   ◀━━     the reader takes half of what is left, and all of it the second time
 *            reader  lender    if the lender has taken none; the lender takes one at a time
 *
 *   line   taken by │ free hands │ reader │ written │ job │ from │ to │ bytes │ since
 *   job    bits 0–11 pieces · 12–23 taken from the front · 24–35 from the end · 36–63 number
 * </pre>
 *
 * <p>A line holds one job; a second reader of the same lender copies alone. A piece is taken by a
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

  /** Not on the line: the lender is dead. */
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
  private final boolean isOn = Setting.JOINT_COPIES.isOn();

  /** Peers that could not write into this rank's memory. */
  private final boolean[] isRefused;

  /** As on this rank's line. */
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
   * A lender looks at its line, and writes a piece of the job there.
   *
   * @return how many pieces it wrote: 0 or 1
   */
  int help() {
    freeHands(true);
    long line = board.copyLineAt(rank);
    long job = job(line);
    if (left(job) == 0) {
      return 0;
    }
    int reader = (int) SharedWords.INT.get(memory, line + READER);
    long from = (long) SharedWords.LONG.get(memory, line + FROM);
    long to = (long) SharedWords.LONG.get(memory, line + TO);
    long bytes = (long) SharedWords.LONG.get(memory, line + BYTES);
    long age = System.nanoTime() - (long) SharedWords.LONG.get(memory, line + SINCE);
    if (age < 0 || age > LONGEST_NANOS || !take(line, job, 1, END_SHIFT)) {
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
        takeRest(line, END_SHIFT);
      }
      // Release: who sees this sees the bytes.
      SharedWords.INT.setRelease(memory, line + WRITTEN, isWritten ? taken : FAILED);
    }
    return isWritten ? 1 : 0;
  }

  /** Whether to copy so much with the help of {@code lender} is likely to be worth it. */
  boolean isWorth(int lender, MemorySegment to, long bytes) {
    return isOn
        && bytes >= WORTH_FROM_BYTES
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
    long line = board.copyLineAt(lender);
    // Volatile: one of several readers gets the line.
    if (!SharedWords.INT.compareAndSet(memory, line + OWNER, NOBODY, rank + 1)) {
      return RemoteMemory.read(process, address, to, toOffset, bytes);
    }
    int pieces = piecesOf(bytes);
    lay(line, address, to.address() + toOffset, bytes, pieces);
    long done = 0;
    int byLender;
    try {
      int front = 0;
      for (int taken; (taken = takeFront(line)) > 0; ) {
        front += taken;
        long end = beginOf(front, pieces, bytes);
        if (!RemoteMemory.read(process, address + done, to, toOffset + done, end - done)) {
          break;
        }
        done = end;
      }
    } finally {
      byLender = settle(lender, line);
    }
    long end = beginOf(pieces - byLender, pieces, bytes);
    return done == end
        || RemoteMemory.read(process, address + done, to, toOffset + done, end - done);
  }

  private static int piecesOf(long bytes) {
    int few = Math.clamp(bytes / LEAST_PIECE_BYTES, 1, FEW_PIECES);
    return Math.clamp(bytes / MOST_PIECE_BYTES, few, COUNT_MASK);
  }

  private void lay(long line, long from, long to, long bytes, int pieces) {
    SharedWords.INT.set(memory, line + READER, rank);
    SharedWords.INT.set(memory, line + WRITTEN, 0);
    SharedWords.LONG.set(memory, line + FROM, from);
    SharedWords.LONG.set(memory, line + TO, to);
    SharedWords.LONG.set(memory, line + BYTES, bytes);
    SharedWords.LONG.set(memory, line + SINCE, System.nanoTime());
    long number = ((long) SharedWords.LONG.get(memory, line + JOB) >>> NUMBER_SHIFT) + 1;
    // Release: who sees the job sees what belongs to it.
    SharedWords.LONG.setRelease(memory, line + JOB, number << NUMBER_SHIFT | pieces);
  }

  private int takeFront(long line) {
    while (true) {
      long job = job(line);
      boolean isAlone = fromFront(job) > 0 && fromEnd(job) == 0;
      int most = isAlone ? left(job) : (left(job) + 1) / 2;
      if (most == 0 || take(line, job, most, FRONT_SHIFT)) {
        return most;
      }
    }
  }

  /**
   * Ends the job on a line: nobody takes any more of it, and the lender has finished what it took.
   *
   * @return how many pieces it has written
   */
  private int settle(int lender, long line) {
    takeRest(line, FRONT_SHIFT);
    int written = await(lender, line, fromEnd(job(line)));
    isRefused[lender] = written < 0;
    if (written != DEAD) {
      // Release: what belongs to the next job is written after all of this one.
      SharedWords.INT.setRelease(memory, line + OWNER, NOBODY);
    }
    return Math.max(written, 0);
  }

  /** Waits until the lender has written so many pieces; {@link #FAILED} or {@link #DEAD} if not. */
  @SuppressWarnings("ThreadPriorityCheck") // the lender may need this processor
  private int await(int lender, long line, int pieces) {
    long asked = System.nanoTime();
    boolean isMissed = false;
    for (int spins = 0; ; spins++) {
      // Acquire: pairs with the lender's release.
      int written = (int) SharedWords.INT.getAcquire(memory, line + WRITTEN);
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

  private long job(long line) {
    // Acquire: pairs with the reader's release in lay.
    return (long) SharedWords.LONG.getAcquire(memory, line + JOB);
  }

  /** Volatile: two must not take the same piece. If this succeeds nothing of the job was stale. */
  private boolean take(long line, long job, int count, int shift) {
    return SharedWords.LONG.compareAndSet(memory, line + JOB, job, job + ((long) count << shift));
  }

  private void takeRest(long line, int shift) {
    long job;
    do {
      job = job(line);
    } while (!take(line, job, left(job), shift));
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
