package org.purempi.transport.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.memory.Board;
import org.purempi.memory.Ground;
import org.purempi.memory.Loans;
import org.purempi.memory.SharedHeap;
import org.purempi.memory.SharedWords;
import org.purempi.os.Futex;
import org.purempi.os.Native;
import org.purempi.transport.Lease;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;
import org.purempi.transport.fast.DeviceLoans;
import org.purempi.transport.fast.DirectReads;

/** One rank's mapping of the shared file. */
final class Segment implements Ground, Loans {
  /** A bell whose rank sleeps in a futex call: who rings must wake it. */
  static final int IN_FUTEX = 2;

  private final SegmentFile file;
  private final MemorySegment memory;
  private final SegmentHeader header;
  private final Board board;
  private final SharedHeap heap;

  private final DirectReads reads;
  private final DeviceLoans deviceLoans;
  private final PinnedRings pinnedRings = new PinnedRings();
  private final RankProcesses processes;

  /** The ranks' processors; 0 until all have noted theirs and somebody has asked. */
  private int cores;

  private Segment(SegmentFile file, MemorySegment memory, int rank) {
    this.file = file;
    this.memory = memory;
    this.header = new SegmentHeader(memory);
    this.board = header.board();
    this.heap = header.heap();
    this.reads = new DirectReads(memory, board, rank, this::sharesCores);
    this.deviceLoans = new DeviceLoans(memory, rank, this::allocate, this::free);
    this.processes = new RankProcesses(memory, board);
  }

  /** Maps {@code file}, which this object owns from now on, even if this throws. */
  static Segment map(SegmentFile file, int rank, int ranks) throws IOException {
    try {
      MemorySegment memory = file.map();
      String complaint = new SegmentHeader(memory).complaint(file.key(), ranks);
      if (!complaint.isEmpty()) {
        throw new IOException("the file behind '" + file.address() + "' " + complaint);
      }
      Segment segment = new Segment(file, memory, rank);
      segment.header.cores().addOwn();
      segment.processes.note(rank);
      if (segment.header.noteOpened() == ranks) {
        file.unlink();
      }
      return segment;
    } catch (IOException failed) {
      file.close();
      throw failed;
    }
  }

  boolean isOpenedByAll() {
    return header.opened() >= board.ranks();
  }

  /** How many processors the ranks may use, of those who have opened the file. */
  int cores() {
    if (cores != 0) {
      return cores;
    }
    boolean isFinal = isOpenedByAll(); // before the look
    int found = header.cores().number();
    if (isFinal) {
      cores = found;
    }
    return found;
  }

  boolean sharesCores() {
    return board.ranks() > cores();
  }

  @Override
  public MemorySegment memory() {
    return memory;
  }

  @Override
  public Board board() {
    return board;
  }

  @Override
  public long makeRing(int receiver) {
    return header.takeRing() ? allocate(board.geometry().ringBytes()) : Transport.NONE;
  }

  @Override
  public @Nullable MemorySegment ringMemory(long token) {
    boolean isInside = token >= 0 && token <= memory.byteSize() - board.geometry().ringBytes();
    if (!isInside || token % SharedWords.LINE_BYTES != 0) {
      return null;
    }
    pinnedRings.add(memory.asSlice(token, board.geometry().ringBytes()));
    return memory;
  }

  @Override
  public long ringBase(long token) {
    return token;
  }

  @Override
  public void wake(int rank) {
    long at = board.bellAt(rank);
    // Volatile: exactly one of several senders takes the bell from IN_FUTEX and makes the call.
    int state = (int) SharedWords.INT.getAndSet(memory, at, Board.AWAKE);
    if (state != IN_FUTEX) {
      return;
    }
    if (Native.isReady()) {
      Futex.wake(memory, at);
    } else {
      // The sleeper looks again within 10 ms; the next ones will be woken.
      Native.prepare();
    }
  }

  @Override
  public @Nullable String deathOf(int rank) {
    return processes.deathOf(rank);
  }

  /** False: {@link ShmDoorbell} looks again instead. */
  @Override
  public boolean isFenced() {
    return false;
  }

  /** The offset of {@code bytes} bytes of zeros whose pages exist, or NONE. */
  long allocate(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("cannot reserve " + bytes + " bytes");
    }
    long block = heap.allocate(bytes);
    if (block == Transport.NONE) {
      return Transport.NONE;
    }
    try {
      file.reserve(block, bytes);
      return block;
    } catch (IOException full) {
      // "None left" is an ordinary answer: the caller has another way.
      heap.abandon(block, bytes);
      return Transport.NONE;
    }
  }

  @Nullable MemorySegment view(long offset, long bytes) {
    boolean isInside = offset >= 0 && bytes >= 0 && offset <= memory.byteSize() - bytes;
    return isInside ? memory.asSlice(offset, bytes) : null;
  }

  void free(long offset, long bytes) {
    heap.free(offset, bytes);
  }

  /** Few buffers lie in the segment: what fits into one frame goes without asking. */
  @Override
  public int worthFromBytes() {
    return Integer.MAX_VALUE;
  }

  /**
   * The offset of a buffer that lies in the shared file, as memory from reserve does; for others
   * their address in this process; or a device's memory.
   */
  @Override
  public long lend(Source source) {
    MemorySegment buffer = source.contiguous();
    if (buffer == null) {
      DeviceMemory ofDevice = source.device();
      return ofDevice == null ? Transport.NONE : deviceLoans.lend(ofDevice);
    }
    if (buffer.isNative()) {
      long offset = buffer.address() - memory.address();
      if (offset >= 0 && offset <= memory.byteSize() - buffer.byteSize()) {
        return offset;
      }
    }
    return reads.lend(buffer);
  }

  @Override
  public boolean isFreeSoonerIfSent(long bytes) {
    return reads.isFreeSoonerIfSent(bytes);
  }

  Lease borrow(int peer, long descriptor) {
    if (DirectReads.isAddress(descriptor)) {
      return reads.borrow(peer, descriptor);
    }
    if (DeviceLoans.isOfDevice(descriptor)) {
      return deviceLoans.borrow(peer, descriptor);
    }
    return (sink, positionBytes, bytes) -> {
      if (descriptor < 0 || descriptor > memory.byteSize() - positionBytes - bytes) {
        throw new MalformedException("descriptor " + descriptor + " of memory that is not shared");
      }
      sink.write(memory, descriptor + positionBytes, bytes);
      return true;
    };
  }

  void pinFor(Device device) {
    pinnedRings.pinFor(device);
  }

  /** Who polls helps the readers of its loans; how many pieces it has copied. */
  int help() {
    return reads.help();
  }

  @Override
  public void reclaim(long descriptor) {
    if (DeviceLoans.isOfDevice(descriptor)) {
      deviceLoans.takeBack(descriptor);
    } else {
      reads.takeBack(descriptor);
    }
  }

  /** Closes the file; its memory stays for as long as anybody can still use it. */
  void close() {
    deviceLoans.close();
    pinnedRings.close();
    try {
      file.close();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot close the shared file", failed);
    }
  }
}
