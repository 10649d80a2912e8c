package org.purempi.onesided;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.collective.Collective;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/**
 * How a window comes to its memory: every rank prepares its part and tells the others what they
 * need to know of it; who shares memory maps it. Collective.
 */
final class Assembly {
  private static final long PAGE_BYTES = 4096;
  private static final int FACTS = 4;

  private final Peers peers;
  private final Collective collective;
  private final Engine engine;
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
    this.engine = peers.engine();
    this.size = peers.size();
    this.me = peers.rank();
    this.targets = new Target[size];
    this.own = Exposed.own(new byte[0], 0, ownWords());
  }

  private static LockWord ownWords() {
    return new LockWord(MemorySegment.ofArray(new long[(int) (LockWord.BYTES / Long.BYTES)]));
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
    if (fact(rank, 2) == Transport.NONE || !engine.transport().sharesMemory(peers.process(rank))) {
      return null;
    }
    return mapped(new Region(fact(rank, 2), fact(rank, 3)));
  }

  private @Nullable MemorySegment mapped(Region its) {
    @Nullable MemorySegment[] view = {null};
    engine.locked(() -> view[0] = engine.transport().map(its));
    return view[0];
  }

  private @Nullable Region reserve(long bytes) {
    @Nullable Region[] reserved = {null};
    engine.locked(() -> reserved[0] = engine.transport().reserve(bytes));
    return reserved[0];
  }

  /** Memory that each rank has of its own: others ask for it. */
  void ofOwn(Object base, long start, MemorySegment view, long bytes, int dispUnit) {
    own = Exposed.own(base, start, ownWords());
    memory = view;
    tell(bytes, dispUnit, null);
    for (int rank = 0; rank < size; rank++) {
      targets[rank] = new Target(rank, fact(rank, 0), (int) fact(rank, 1), rank == me ? own : null);
    }
  }

  /** Memory that this rank allocates, where those that share memory with it can map it. */
  void allocated(long bytes, int dispUnit) {
    Region mine = size == 1 ? null : reserve(LockWord.BYTES + bytes);
    region = mine;
    tell(bytes, dispUnit, mine);
    for (int rank = 0; rank < size; rank++) {
      MemorySegment view = map(rank);
      Exposed part =
          view == null
              ? null
              : Exposed.shared(
                  view.asSlice(LockWord.BYTES, fact(rank, 0)),
                  new LockWord(view.asSlice(0, LockWord.BYTES)));
      if (rank == me) {
        if (view == null) {
          memory = Arena.ofAuto().allocate(bytes, LockWord.BYTES);
          part = Exposed.own(memory, 0, ownWords());
        } else {
          memory = view.asSlice(LockWord.BYTES, bytes);
        }
        own = Objects.requireNonNull(part);
      }
      targets[rank] = new Target(rank, fact(rank, 0), (int) fact(rank, 1), part);
    }
  }

  /**
   * One stretch of memory for all, which the first rank allocates: words of all, then the parts.
   */
  void shared(long bytes, int dispUnit, boolean isOnPages) {
    if (!peers.shareMemory()) {
      throw new MpiException(
          ErrorClass.RMA_SHARED,
          "the ranks of "
              + peers.label()
              + " do not share memory: split it by SplitType.SHARED first");
    }
    tell(bytes, dispUnit, null);
    long[] at = new long[size];
    long end = toPages(size * LockWord.BYTES);
    for (int rank = 0; rank < size; rank++) {
      at[rank] = end;
      end += fact(rank, 0);
      end = isOnPages ? toPages(end) : end;
    }
    long total = end + PAGE_BYTES;
    MemorySegment view = size == 1 ? Arena.ofAuto().allocate(total) : ofFirst(total);
    if (view == null) {
      throw new MpiException(
          ErrorClass.NO_MEM,
          "there is no shared memory for a window of "
              + end
              + " bytes: make it smaller, or /dev/shm larger");
    }
    MemorySegment whole = view.asSlice(-view.address() & (PAGE_BYTES - 1));
    for (int rank = 0; rank < size; rank++) {
      MemorySegment part = whole.asSlice(at[rank], fact(rank, 0));
      var words = new LockWord(whole.asSlice(rank * LockWord.BYTES, LockWord.BYTES));
      Exposed its = Exposed.shared(part, words);
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
