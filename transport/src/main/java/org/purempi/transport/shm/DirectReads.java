package org.purempi.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.Arrays;
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
 * <pre>
 *   descriptor   bits 0–60 address · bit 61 on a heap: may move · bit 62 always set
 * </pre>
 */
final class DirectReads {
  /** The setting of the shortest buffer, in bytes, that is lent by its address. */
  private static final String SETTING = "purempi.direct.from";

  /** Shorter messages are copied twice in less time than the answers take. */
  private static final long WORTH_FROM_BYTES = 16 << 10;

  private static final long ADDRESS = 1L << 62;
  private static final long MOVABLE = 1L << 61;
  private static final long ADDRESS_MASK = MOVABLE - 1;

  private static final int PROCESS = 0;
  private static final int CELL = Long.BYTES;
  private static final int NUMBER = 2 * Long.BYTES;

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
  private final long worthFromBytes;
  private final boolean isCrowded;
  private boolean isNoted;

  DirectReads(MemorySegment memory, Board board, int rank, boolean isCrowded) {
    this.memory = memory;
    this.board = board;
    this.rank = rank;
    this.isCrowded = isCrowded;
    this.sights = new Sight[board.ranks()];
    this.processes = new long[board.ranks()];
    this.worthFromBytes = Long.getLong(SETTING, WORTH_FROM_BYTES);
    Arrays.fill(sights, Sight.UNKNOWN);
  }

  /** Whether a descriptor is one of {@link #lend}. */
  static boolean isAddress(long descriptor) {
    return (descriptor & ADDRESS) != 0 && descriptor != Transport.NONE;
  }

  long epoch() {
    return RemoteMemory.epoch();
  }

  /** The buffer's descriptor, or NONE: too short, or not possible here (or not yet). */
  long lend(MemorySegment buffer) {
    if (buffer.byteSize() < worthFromBytes || !RemoteMemory.isReady() || isStreamedWell()) {
      return Transport.NONE;
    }
    if (!isNoted) {
      leaveNote();
    }
    long address = RemoteMemory.addressOf(buffer);
    return address | ADDRESS | (buffer.isNative() ? 0 : MOVABLE);
  }

  /** Two ranks on two cores that copy past their caches at the same time beat one that reads. */
  private boolean isStreamedWell() {
    return !isCrowded && StreamingCopy.isReady();
  }

  private void leaveNote() {
    isNoted = true;
    MemorySegment cell = Arena.global().allocate(ValueLayout.JAVA_LONG);
    long number = new SecureRandom().nextLong();
    cell.set(ValueLayout.JAVA_LONG, 0, number);
    long at = board.noteAt(rank);
    Words.LONG.set(memory, at + CELL, cell.address());
    Words.LONG.set(memory, at + NUMBER, number);
    // Release: who sees the process sees the rest.
    Words.LONG.setRelease(memory, at + PROCESS, ProcessHandle.current().pid());
  }

  /** Whether the buffer of a descriptor has not moved since {@code since}. */
  boolean hasStayed(long descriptor, long since) {
    return (descriptor & MOVABLE) == 0 || !isAddress(descriptor) || RemoteMemory.epoch() == since;
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
    return RemoteMemory.read(process, cell, found, 0, Long.BYTES)
        && found.get(ValueLayout.JAVA_LONG, 0) == (long) Words.LONG.get(memory, at + NUMBER);
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
      boolean read = RemoteMemory.read(processes[peer], address, to, cursor, bytes);
      if (read && !isProvisional()) {
        sink.position(cursor + bytes);
      }
      return read;
    }

    @Override
    public boolean isProvisional() {
      return (descriptor & MOVABLE) != 0;
    }
  }
}
