package org.purempi.transport.tcp;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.transport.Doorbell;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Lease;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Occupancy;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/**
 * Ranks of one host by shared memory, those of others by TCP, chosen for each peer.
 *
 * <p>A look at sockets costs as much as ten looks at shared memory, so only every eighth poll does
 * it, and every one of a rank that is about to sleep. While it sleeps, a thread of the TCP side
 * waits for sockets in its place.
 *
 * <p>Memory that is reserved here can be mapped by the ranks of this host; for others {@link #map}
 * answers null.
 */
public final class HybridTransport implements Transport {
  private static final int ELSEWHERE = -1;

  /** A power of two. */
  private static final int POLLS_PER_LOOK = 8;

  /** A handle of the local transport is below this; above it lies the number of the host. */
  private static final int HOST_SHIFT = 44;

  private static final long HANDLE_MASK = (1L << HOST_SHIFT) - 1;

  private final Transport local;
  private final TcpTransport remote;

  /** For each local rank its number among all. */
  private final int[] globalOf;

  /** For each rank its number on this host, or {@link #ELSEWHERE}; whoever comes later is that. */
  private int[] localOf;

  private @Nullable Endpoint[] endpoints;
  private final Occupancy occupancy;
  private final Bell bell = new Bell();
  private FrameHandler handler = (peer, word0, word1, word2, memory, offset, bytes) -> {};
  private final FrameHandler fromLocal = new FromLocal();
  private int polls;
  private boolean isArmed;

  /**
   * The transport of a rank.
   *
   * @param local connects the ranks of this host
   * @param ofThisHost which these are, in the order of {@code local}
   * @param remote connects all ranks
   */
  public HybridTransport(Transport local, int[] ofThisHost, TcpTransport remote) {
    if (local.size() != ofThisHost.length || ofThisHost[local.rank()] != remote.rank()) {
      throw new IllegalArgumentException(
          "rank "
              + remote.rank()
              + " is not number "
              + local.rank()
              + " of "
              + Arrays.toString(ofThisHost));
    }
    this.local = local;
    this.remote = remote;
    this.globalOf = ofThisHost.clone();
    this.localOf = new int[remote.size()];
    Arrays.fill(localOf, ELSEWHERE);
    for (int i = 0; i < globalOf.length; i++) {
      localOf[globalOf[i]] = i;
    }
    this.endpoints = new Endpoint[remote.size()];
    this.occupancy = new LocalSeats();
    remote.onNews(local.doorbell()::ring);
  }

  @Override
  public int rank() {
    return remote.rank();
  }

  @Override
  public int size() {
    return remote.size();
  }

  /** The job has grown, see {@link TcpTransport#grow}. Ranks that come later come by TCP. */
  public void grow(int ranks) {
    remote.grow(ranks);
    int before = localOf.length;
    localOf = Arrays.copyOf(localOf, ranks);
    Arrays.fill(localOf, before, ranks, ELSEWHERE);
    endpoints = Arrays.copyOf(endpoints, ranks);
  }

  @Override
  public boolean sharesMemory(int peer) {
    return localOf[peer] != ELSEWHERE;
  }

  @Override
  public int cores() {
    return local.cores();
  }

  @Override
  public int poll(FrameHandler to, int most) {
    handler = to;
    int frames = local.poll(fromLocal, most);
    if (isArmed || (++polls & (POLLS_PER_LOOK - 1)) == 0) {
      frames += remote.poll(to, most);
    }
    return frames;
  }

  /** Hands on what comes from this host's ranks, by their numbers among all. */
  private final class FromLocal implements FrameHandler {
    @Override
    public void frame(
        int peer,
        long word0,
        long word1,
        long word2,
        MemorySegment memory,
        long offset,
        int bytes) {
      handler.frame(globalOf[peer], word0, word1, word2, memory, offset, bytes);
    }

    @Override
    public void gone(int peer, String reason, boolean inPeace) {
      String its = RenamedEndpoint.renamed(reason, peer, globalOf[peer]);
      handler.gone(globalOf[peer], its, inPeace);
    }
  }

  @Override
  public boolean hasUnsent() {
    return local.hasUnsent() || remote.hasUnsent();
  }

  @Override
  public void push() {
    remote.push();
  }

  @Override
  public Endpoint endpoint(int peer) {
    int near = localOf[peer];
    if (near == ELSEWHERE) {
      return remote.endpoint(peer);
    }
    Endpoint known = endpoints[peer];
    if (known == null) {
      known = new RenamedEndpoint(local.endpoint(near), peer);
      endpoints[peer] = known;
    }
    return known;
  }

  @Override
  public Occupancy occupancy() {
    return occupancy;
  }

  /** Ranks of other hosts do not take this host's processors. */
  private final class LocalSeats implements Occupancy {
    private final Occupancy ofLocal = local.occupancy();

    @Override
    public void occupy() {
      ofLocal.occupy();
    }

    @Override
    public void vacate() {
      ofLocal.vacate();
    }

    @Override
    public boolean isBeside(int peer) {
      return localOf[peer] != ELSEWHERE && ofLocal.isBeside(localOf[peer]);
    }
  }

  @Override
  public Doorbell doorbell() {
    return bell;
  }

  @Override
  public void mark(int mark) {
    local.mark(mark);
  }

  @Override
  public int markOf(int peer) {
    return localOf[peer] == ELSEWHERE ? 0 : local.markOf(localOf[peer]);
  }

  @Override
  public boolean hasDied(int peer) {
    return localOf[peer] != ELSEWHERE && local.hasDied(localOf[peer]);
  }

  @Override
  public void pinFor(Device device) {
    local.pinFor(device);
  }

  @Override
  public Lease borrow(int peer, long descriptor) {
    if (localOf[peer] == ELSEWHERE) {
      throw new MalformedException("memory of another host, lent by rank " + peer);
    }
    return local.borrow(localOf[peer], descriptor);
  }

  @Override
  public void reject(int peer, String what) {
    if (localOf[peer] == ELSEWHERE) {
      remote.reject(peer, what);
    } else {
      local.reject(localOf[peer], what);
    }
  }

  @Override
  public @Nullable Region reserve(long bytes) {
    Region region = local.reserve(bytes);
    long host = (long) globalOf[0] << HOST_SHIFT;
    return region == null ? null : new Region(region.handle() | host, bytes);
  }

  @Override
  public @Nullable MemorySegment map(Region region) {
    return isHere(region) ? local.map(inLocal(region)) : null;
  }

  @Override
  public void release(Region region) {
    if (!isHere(region)) {
      throw new IllegalArgumentException("memory of another host cannot be released here");
    }
    local.release(inLocal(region));
  }

  private boolean isHere(Region region) {
    return region.handle() >>> HOST_SHIFT == globalOf[0];
  }

  private static Region inLocal(Region region) {
    return new Region(region.handle() & HANDLE_MASK, region.bytes());
  }

  @Override
  public void close() {
    remote.close();
    local.close();
  }

  /** Sleeps as the local transport does, while a thread waits for sockets and rings. */
  private final class Bell implements Doorbell {
    @Override
    public void arm() {
      isArmed = true;
      local.doorbell().arm();
    }

    @Override
    public void sleep(long nanos) {
      remote.watch();
      try {
        local.doorbell().sleep(nanos);
      } finally {
        remote.unwatch();
      }
    }

    @Override
    public void disarm() {
      local.doorbell().disarm();
      isArmed = false;
    }

    @Override
    public void ring() {
      local.doorbell().ring();
    }
  }
}
