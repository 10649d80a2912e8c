package org.purempi.transport.fast;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.purempi.memory.Board;
import org.purempi.os.fast.HugePages;
import org.purempi.os.fast.RemoteMemory;
import org.purempi.os.fast.StreamingCopy;
import org.purempi.setting.Setting;
import org.purempi.transport.Lease;
import org.purempi.transport.Sink;
import org.purempi.transport.Transport;

/**
 * Buffers lent by their address in the lender's process and read there, in one copy.
 *
 * <p>An array on a heap may move. The reader sees whether it has: how many collections the lender's
 * JVM has begun is as many as when it was lent. The descriptor has the low bits of that number, the
 * lender's note the others, the era. The note has one era for all loans that are out; when they are
 * of different ones it has none, and what was read does not count.
 *
 * <p>Memory outside the heaps does not move; long buffers of it are copied by both ({@link
 * JointCopies}).
 *
 * <pre>
 *   descriptor   bits 0–46 address · bits 47–60 collections · bit 61 on a heap: may move · bit 62 always set
 * </pre>
 */
public final class DirectReads {
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

  private final Neighbours neighbours;
  private final JointCopies jointCopies;
  private final FrequentLoans frequentLoans = new FrequentLoans(HugePages.bytes());

  /** Shorter messages are copied twice in less time than the answers take. */
  private final long worthFromBytes;

  private final BooleanSupplier sharesCores;

  /** As in our note. */
  private long era = Neighbours.NO_ERA;

  /** How many arrays are lent. */
  private int arraysOut;

  /** How many buffers outside the heap are lent. */
  private int othersOut;

  /**
   * Those of a rank.
   *
   * @param memory the shared file, on which {@code board} lies
   * @param sharesCores whether there are more ranks than cores, as far as is known
   */
  public DirectReads(MemorySegment memory, Board board, int rank, BooleanSupplier sharesCores) {
    this.neighbours = new Neighbours(memory, board, rank);
    this.jointCopies = new JointCopies(memory, board, rank, neighbours);
    this.sharesCores = sharesCores;
    this.worthFromBytes = Setting.DIRECT_FROM.number();
  }

  /** Whether a descriptor is one of {@link #lend}. */
  public static boolean isAddress(long descriptor) {
    return (descriptor & ADDRESS) != 0 && descriptor != Transport.NONE;
  }

  /** The buffer's descriptor, or NONE: too short, or not possible here (or not yet). */
  public long lend(MemorySegment buffer) {
    long bytes = buffer.byteSize();
    if (bytes < worthFromBytes || !RemoteMemory.isReady() || isStreamedWell(bytes)) {
      return Transport.NONE;
    }
    if (!buffer.isNative() && RemoteMemory.countAddress() == 0) {
      return Transport.NONE;
    }
    neighbours.leaveNote();
    return ADDRESS | (buffer.isNative() ? lendOther(buffer) : lendArray(buffer));
  }

  private long lendOther(MemorySegment buffer) {
    frequentLoans.note(buffer.address(), buffer.byteSize());
    othersOut++;
    return RemoteMemory.addressOf(buffer);
  }

  private long lendArray(MemorySegment array) {
    arraysOut++;
    long count = RemoteMemory.collections();
    long address = RemoteMemory.addressOf(array);
    for (long again; (again = RemoteMemory.collections()) != count; count = again) {
      address = RemoteMemory.addressOf(array);
    }
    frequentLoans.note(address, array.byteSize()); // if it moves meanwhile, another array gains
    long now = eraOf(count);
    if (now != era) {
      era = arraysOut == 1 ? now : Neighbours.NO_ERA;
      neighbours.noteEra(era);
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
  public boolean isFreeSoonerIfSent(long bytes) {
    return bytes <= UNASKED_BYTES && StreamingCopy.isReady() && sharesCores.getAsBoolean();
  }

  /** Ends a loan. */
  public void takeBack(long descriptor) {
    if (!isAddress(descriptor)) {
      return;
    }
    if (isMovable(descriptor)) {
      arraysOut--;
    } else if (--othersOut == 0) {
      jointCopies.lookAway();
    }
  }

  /** A rank that polls helps who reads what it has lent; how many pieces it has copied. */
  public int help() {
    return othersOut > 0 ? jointCopies.help() : 0;
  }

  private static boolean isMovable(long descriptor) {
    return (descriptor & MOVABLE) != 0;
  }

  /** The memory that a peer of this host lends by this descriptor. */
  public Lease borrow(int peer, long descriptor) {
    return new AddressLease(peer, descriptor);
  }

  /** Whether a peer that has begun {@code count} collections has begun none since it lent. */
  private boolean isOfLoan(int peer, long count, long descriptor) {
    // While a loan is out the note has its era, or none.
    return neighbours.era(peer) == eraOf(count)
        && (descriptor >>> ADDRESS_BITS & COUNT_MASK) == (count & COUNT_MASK);
  }

  /**
   * Who lends, too, exchanges: its partner is about to read, and has no time to help. Where ranks
   * share cores another one has work for the core on which the lender would help.
   */
  private boolean isHelpedBy(int peer, MemorySegment to, long bytes) {
    return othersOut + arraysOut == 0
        && jointCopies.isWorth(peer, to, bytes)
        && !sharesCores.getAsBoolean();
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
      if (to == null || !neighbours.sees(peer)) {
        return false;
      }
      jointCopies.lookAway();
      long address = (descriptor & ADDRESS_MASK) + positionBytes;
      long cursor = to.byteSize() - sink.remainingBytes();
      boolean isCopied =
          isMovable(descriptor)
              ? readArray(address, to, cursor, bytes)
              : readOther(address, to, cursor, bytes);
      if (isCopied) {
        sink.position(cursor + bytes);
      }
      return isCopied;
    }

    private boolean readArray(long address, MemorySegment to, long cursor, long bytes) {
      long process = neighbours.process(peer);
      long countAt = neighbours.countAt(peer);
      long count = RemoteMemory.read(process, address, to, cursor, bytes, countAt);
      return count >= 0 && isOfLoan(peer, count, descriptor);
    }

    private boolean readOther(long address, MemorySegment to, long cursor, long bytes) {
      if (!isHelpedBy(peer, to, bytes)) {
        return RemoteMemory.read(neighbours.process(peer), address, to, cursor, bytes);
      }
      frequentLoans.note(to.address() + cursor, bytes); // the helper's turn to look up pages
      return jointCopies.copy(peer, address, to, cursor, bytes);
    }
  }
}
