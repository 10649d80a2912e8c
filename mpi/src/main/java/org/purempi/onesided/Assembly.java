package org.purempi.onesided;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.collective.Collective;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Regions;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/**
 * How a window comes to its memory: every rank prepares its part and tells the others what they
 * need to know of it; who shares memory maps it. Collective.
 */
final class Assembly {
  private static final long PAGE_BYTES = 4096;
  private static final int FACTS = 4;

  /** In place of a part's length. */
  private static final long NONE_LEFT = -1;

  /** No memory has as much; that of all ranks of a host can still be added up. */
  private static final long MOST_BYTES = 1L << 46;

  private final Peers peers;
  private final Collective collective;
  final Regions regions;
  private final int size;
  private final int me;

  /** Of each rank: bytes, bytes of a displacement, region, bytes of the region. */
  private long[] facts = new long[0];

  final Target[] targets;

  /** This rank's part, as its frames reach it. */
  Exposed own;

  /** The same, as its user does; {@link MemorySegment#NULL} if there is none. */
  MemorySegment memory = MemorySegment.NULL;

  /** What this rank has reserved, to be released in the end. */
  @Nullable Region region;

  Assembly(Peers peers, Collective collective) {
    this.peers = peers;
    this.collective = collective;
    this.regions = peers.regions();
    this.size = peers.size();
    this.me = peers.rank();
    this.targets = new Target[size];
    this.own = Exposed.own(new byte[0], 0, ownWords(peers));
  }

  /** What a part's words take: its lock, its gate. */
  private long wordsBytes() {
    return LockWord.BYTES + Gate.bytes(size);
  }

  /** A part in memory that several ranks map, by its words and its memory. */
  private Exposed part(MemorySegment words, MemorySegment part) {
    var gate = new Gate(words.asSlice(LockWord.BYTES), me, regions::hasDied);
    return Exposed.shared(
        part, new LockWord(words.asSlice(0, LockWord.BYTES), isNoted(peers)), gate);
  }

  static LockWord ownWords(Peers peers) {
    var words = MemorySegment.ofArray(new long[(int) (LockWord.BYTES / Long.BYTES)]);
    return new LockWord(words, isNoted(peers));
  }

  private static boolean isNoted(Peers peers) {
    return peers.engine().failures().isOn();
  }

  /** Gives back what this rank has reserved. */
  void release() {
    Region mine = region;
    region = null;
    if (mine != null) {
      regions.release(mine);
    }
  }

  /** There is not enough memory; what this rank has reserved is given back. */
  private MpiException tooLarge(String what) {
    release();
    return new MpiException(
        ErrorClass.NO_MEM,
        what + ": make it smaller, or /dev/shm or the JVM's -XX:MaxDirectMemorySize larger");
  }

  private void tell(long bytes, int dispUnit, @Nullable Region mine) {
    long handle = mine == null ? Transport.NONE : mine.handle();
    long[] mineFacts = {bytes, dispUnit, handle, mine == null ? 0 : mine.bytes()};
    long[] all = new long[FACTS * size];
    collective.run(s -> collective.plans().allgather(s, Buf.of(mineFacts), Buf.of(all)));
    facts = all;
  }

  private long fact(int rank, int which) {
    return facts[FACTS * rank + which];
  }

  private @Nullable MemorySegment map(int rank) {
    if (fact(rank, 2) == Transport.NONE || !regions.areSharedWith(rank)) {
      return null;
    }
    return mapped(new Region(fact(rank, 2), fact(rank, 3)));
  }

  private @Nullable MemorySegment mapped(Region its) {
    return regions.map(its);
  }

  private static boolean isPossible(long bytes) {
    return bytes >= 0 && bytes < MOST_BYTES; // below 0: too much to be counted
  }

  private @Nullable Region reserve(long bytes) {
    if (!isPossible(bytes)) {
      return null;
    }
    return regions.reserve(bytes);
  }

  /** Memory of this process; null if there is none left. */
  private static @Nullable MemorySegment allocate(long bytes) {
    try {
      return isPossible(bytes) ? Arena.ofAuto().allocate(bytes, LockWord.BYTES) : null;
    } catch (OutOfMemoryError spent) {
      return null; // an ordinary answer: the window is refused
    }
  }

  /** Memory that each rank has of its own: others ask for it. */
  void ofOwn(Object base, long start, MemorySegment view, long bytes, int dispUnit) {
    own = Exposed.own(base, start, ownWords(peers));
    memory = view;
    tell(bytes, dispUnit, null);
    for (int rank = 0; rank < size; rank++) {
      targets[rank] = new Target(rank, fact(rank, 0), (int) fact(rank, 1), rank == me ? own : null);
    }
  }

  /** Memory that this rank allocates, where those that share memory with it can map it. */
  void allocated(long bytes, int dispUnit) {
    Region mine = size == 1 ? null : reserve(wordsBytes() + bytes);
    region = mine;
    MemorySegment beside = mine == null ? allocate(bytes) : null;
    tell(mine == null && beside == null ? NONE_LEFT : bytes, dispUnit, mine);
    for (int rank = 0; rank < size; rank++) {
      if (fact(rank, 0) == NONE_LEFT) {
        String whose = rank == me ? "this rank's part of " + bytes + " bytes" : "rank " + rank;
        throw tooLarge("there is no memory for " + whose);
      }
    }
    for (int rank = 0; rank < size; rank++) {
      MemorySegment view = map(rank);
      Exposed part = null;
      if (view != null) {
        part = part(view.asSlice(0, wordsBytes()), view.asSlice(wordsBytes(), fact(rank, 0)));
      }
      if (rank == me) {
        memory = view == null ? Objects.requireNonNull(beside) : view.asSlice(wordsBytes());
        part = part == null ? Exposed.own(memory, 0, ownWords(peers)) : part;
        own = part;
      }
      targets[rank] = new Target(rank, fact(rank, 0), (int) fact(rank, 1), part);
    }
  }

  /**
   * One stretch of memory for all, which the first rank allocates: words of all, then the parts.
   */
  void shared(long bytes, int dispUnit, boolean isOnPages) {
    if (!regions.areSharedByAll()) {
      throw new MpiException(
          ErrorClass.RMA_SHARED,
          "the ranks of "
              + peers.label()
              + " do not share memory: split it by SplitType.SHARED first");
    }
    tell(bytes, dispUnit, null);
    long[] at = new long[size];
    long end = toPages(size * wordsBytes());
    for (int rank = 0; rank < size; rank++) {
      at[rank] = end;
      end += Math.min(fact(rank, 0), MOST_BYTES);
      end = isOnPages ? toPages(end) : end;
    }
    long total = end + PAGE_BYTES;
    MemorySegment view = size == 1 ? allocate(total) : ofFirst(total);
    if (view == null) {
      throw tooLarge(
          "there is no shared memory for all parts; this rank's has " + bytes + " bytes");
    }
    MemorySegment whole = view.asSlice(-view.address() & (PAGE_BYTES - 1));
    for (int rank = 0; rank < size; rank++) {
      MemorySegment part = whole.asSlice(at[rank], fact(rank, 0));
      Exposed its = part(whole.asSlice(rank * wordsBytes(), wordsBytes()), part);
      targets[rank] = new Target(rank, fact(rank, 0), (int) fact(rank, 1), its);
      if (rank == me) {
        memory = part;
        own = its;
      }
    }
  }

  /** Memory that the first rank reserves and all map; null if there is none left. */
  private @Nullable MemorySegment ofFirst(long bytes) {
    long[] found = {Transport.NONE};
    if (me == 0) {
      region = reserve(bytes);
      found[0] = region == null ? Transport.NONE : region.handle();
    }
    collective.run(s -> collective.plans().bcast(s, Buf.of(found), 0));
    return found[0] == Transport.NONE ? null : mapped(new Region(found[0], bytes));
  }

  private static long toPages(long bytes) {
    return (bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
  }
}
