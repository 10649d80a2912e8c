package org.purempi.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.purempi.memory.Board;
import org.purempi.memory.Words;
import org.purempi.os.RemoteMemory;
import org.purempi.os.StreamingCopy;
import org.purempi.transport.Lease;
import org.purempi.transport.Sink;
import org.purempi.transport.Transport;

/**
 * Buffers lent by their address in the lender's process and read there, in one copy.
 *
 * <p>Each rank leaves a note on the board: its process, and where in its memory which random number
 * lies. A peer that finds the number there has found the right process: the same number of a
 * process may mean another one in another container.
 *
 * <p>An array on a heap may move. The reader sees whether it has: how many collections the lender's
 * JVM has begun is as many as when it was lent. The descriptor has the low bits of that number, the
 * lender's note the others, the era. The note has one era for all loans that are out; when they are
 * of different ones it has none, and what was read does not count.
 *
 * <pre>
 *   descriptor   bits 0–46 address · bits 47–60 collections · bit 61 on a heap: may move · bit 62 always set
 *   note         process │ address of the random number │ the number │ address of the count │ era + 1, or 0
 * </pre>
 */
final class DirectReads {
  /** The setting of the shortest buffer, in bytes, that is lent by its address. */
  private static final String SETTING = "purempi.direct.from";

  /** Shorter messages are copied twice in less time than the answers take. */
  private static final long WORTH_FROM_BYTES = 16 << 10;

  /** Up to here two ranks on two cores that copy past their caches at once beat one that reads. */
  private static final long STREAMED_BELOW_BYTES = 64 << 10;

  /** Longer messages ask before they are sent, and then wait for the reader as a lender does. */
  private static final long UNASKED_BYTES = 64 << 10;

  private static final long ADDRESS = 1L << 62;
  private static final long MOVABLE = 1L << 61;
  private static final int ADDRESS_BITS = 47;
  private static final long ADDRESS_MASK = (1L << ADDRESS_BITS) - 1;
  private static final int COUNT_BITS = 14;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  private static final int PROCESS = 0;
  private static final int CELL = Long.BYTES;
  private static final int NUMBER = 2 * Long.BYTES;
  private static final int COUNT = 3 * Long.BYTES;
  private static final int ERA = 4 * Long.BYTES;

  /** In a note: no era is that of all loans. */
  private static final long NO_ERA = 0;

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

  /** Where the peers count their collections; 0 if they do not tell, and lend no arrays. */
  private final long[] counts;

  private final long worthFromBytes;
  private final BooleanSupplier sharesCores;
  private boolean isNoted;

  /** As in our note. */
  private long era = NO_ERA;

  /** How many arrays are lent. */
  private int arraysOut;

  DirectReads(MemorySegment memory, Board board, int rank, BooleanSupplier sharesCores) {
    this.memory = memory;
    this.board = board;
    this.rank = rank;
    this.sharesCores = sharesCores;
    this.sights = new Sight[board.ranks()];
    this.processes = new long[board.ranks()];
    this.counts = new long[board.ranks()];
    this.worthFromBytes = Long.getLong(SETTING, WORTH_FROM_BYTES);
    Arrays.fill(sights, Sight.UNKNOWN);
  }

  /** Whether a descriptor is one of {@link #lend}. */
  static boolean isAddress(long descriptor) {
    return (descriptor & ADDRESS) != 0 && descriptor != Transport.NONE;
  }

  /** The buffer's descriptor, or NONE: too short, or not possible here (or not yet). */
  long lend(MemorySegment buffer) {
    long bytes = buffer.byteSize();
    if (bytes < worthFromBytes || !RemoteMemory.isReady() || isStreamedWell(bytes)) {
      return Transport.NONE;
    }
    if (!buffer.isNative() && RemoteMemory.countAddress() == 0) {
      return Transport.NONE;
    }
    if (!isNoted) {
      leaveNote();
    }
    return ADDRESS | (buffer.isNative() ? RemoteMemory.addressOf(buffer) : lendArray(buffer));
  }

  private long lendArray(MemorySegment array) {
    arraysOut++;
    long count = RemoteMemory.collections();
    long address = RemoteMemory.addressOf(array);
    for (long again; (again = RemoteMemory.collections()) != count; count = again) {
      address = RemoteMemory.addressOf(array);
    }
    long now = eraOf(count);
    if (now != era) {
      era = arraysOut == 1 ? now : NO_ERA;
      // Release: who sees an era that has ended does not see loans of the next one.
      Words.LONG.setRelease(memory, board.noteAt(rank) + ERA, era);
    }
    return MOVABLE | (count & COUNT_MASK) << ADDRESS_BITS | address;
  }

  private static long eraOf(long count) {
    return (count >>> COUNT_BITS) + 1;
  }

  private boolean isStreamedWell(long bytes) {
    return bytes < STREAMED_BELOW_BYTES && StreamingCopy.isReady() && !sharesCores.getAsBoolean();
  }

  /**
   * A message goes into the ring whole, and the sender goes on; a lender waits until the reader has
   * had its turn, which is long where they share cores. So far known of copies past the caches.
   */
  boolean isFreeSoonerIfSent(long bytes) {
    return bytes <= UNASKED_BYTES && StreamingCopy.isReady() && sharesCores.getAsBoolean();
  }

  private void leaveNote() {
    isNoted = true;
    MemorySegment cell = Arena.global().allocate(ValueLayout.JAVA_LONG);
    long number = new SecureRandom().nextLong();
    cell.set(ValueLayout.JAVA_LONG, 0, number);
    long at = board.noteAt(rank);
    Words.LONG.set(memory, at + CELL, cell.address());
    Words.LONG.set(memory, at + NUMBER, number);
    Words.LONG.set(memory, at + COUNT, RemoteMemory.countAddress());
    // Release: who sees the process sees the rest.
    Words.LONG.setRelease(memory, at + PROCESS, ProcessHandle.current().pid());
  }

  /** Ends a loan. */
  void takeBack(long descriptor) {
    if (isAddress(descriptor) && isMovable(descriptor)) {
      arraysOut--;
    }
  }

  private static boolean isMovable(long descriptor) {
    return (descriptor & MOVABLE) != 0;
  }

  Lease borrow(int peer, long descriptor) {
    return new AddressLease(peer, descriptor);
  }

  private boolean sees(int peer) {
    if (sights[peer] == Sight.UNKNOWN && RemoteMemory.isReady()) {
      sights[peer] = look(peer) ? Sight.CLEAR : Sight.NONE;
    }
    return sights[peer] == Sight.CLEAR;
  }

  private boolean look(int peer) {
    long at = board.noteAt(peer);
    // Acquire: pairs with leaveNote.
    long process = (long) Words.LONG.getAcquire(memory, at + PROCESS);
    long cell = (long) Words.LONG.get(memory, at + CELL);
    MemorySegment found = MemorySegment.ofArray(new long[1]);
    processes[peer] = process;
    counts[peer] = (long) Words.LONG.get(memory, at + COUNT);
    return RemoteMemory.read(process, cell, found, 0, Long.BYTES)
        && found.get(ValueLayout.JAVA_LONG, 0) == (long) Words.LONG.get(memory, at + NUMBER);
  }

  /** Whether a peer that has begun {@code count} collections has begun none since it lent. */
  private boolean isOfLoan(int peer, long count, long descriptor) {
    // Acquire: pairs with lendArray. While a loan is out the note has its era, or none.
    long theirs = (long) Words.LONG.getAcquire(memory, board.noteAt(peer) + ERA);
    return theirs == eraOf(count)
        && (descriptor >>> ADDRESS_BITS & COUNT_MASK) == (count & COUNT_MASK);
  }

  private final class AddressLease implements Lease {
    private final int peer;
    private final long descriptor;

    AddressLease(int peer, long descriptor) {
      this.peer = peer;
      this.descriptor = descriptor;
    }

    @Override
    public boolean copyTo(Sink sink, long positionBytes, long bytes) {
      MemorySegment to = sink.contiguous();
      if (to == null || !sees(peer)) {
        return false;
      }
      long address = (descriptor & ADDRESS_MASK) + positionBytes;
      long cursor = to.byteSize() - sink.remainingBytes();
      long countAt = isMovable(descriptor) ? counts[peer] : 0;
      long count = RemoteMemory.read(processes[peer], address, to, cursor, bytes, countAt);
      if (count < 0 || (isMovable(descriptor) && !isOfLoan(peer, count, descriptor))) {
        return false;
      }
      sink.position(cursor + bytes);
      return true;
    }
  }
}
