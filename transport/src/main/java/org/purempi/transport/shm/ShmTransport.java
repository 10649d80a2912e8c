package org.purempi.transport.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.memory.BoardOccupancy;
import org.purempi.memory.Traffic;
import org.purempi.transport.Doorbell;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Lease;
import org.purempi.transport.Occupancy;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/** One rank among the JVMs of a host. */
public final class ShmTransport implements Transport {
  /** Files made by this process, open until all ranks have opened them. */
  private static final Map<String, SegmentFile> CREATED = new ConcurrentHashMap<>();

  private final String address;
  private final Segment segment;
  private final int rank;
  private final Traffic exchange;
  private final ShmDoorbell doorbell;
  private final Occupancy occupancy;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /**
   * Makes the shared file of a job of {@code ranks} ranks and returns its address, for {@link
   * #open} by all of them: up to 200 printable characters without spaces. This process must live
   * until all have opened it. When the directory of {@code limits} has no room, a temporary
   * directory is used, with a line on standard error.
   *
   * @throws IOException when neither has room
   */
  public static String create(ShmLimits limits, int ranks) throws IOException {
    if (ranks < 1) {
      throw new IllegalArgumentException("a job needs at least one rank, not " + ranks);
    }
    SegmentFile file = ShmPlaces.create(limits, ranks);
    CREATED.put(file.address(), file);
    return file.address();
  }

  /** {@link #create} with {@link ShmLimits#standard}. */
  public static String create(int ranks) throws IOException {
    return create(ShmLimits.standard(), ranks);
  }

  /**
   * Joins the job at {@code address} as {@code rank} of {@code ranks}.
   *
   * @throws IOException when the file is gone, not readable or not of this job
   */
  public static ShmTransport open(String address, int rank, int ranks) throws IOException {
    if (rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException("rank " + rank + " is not in 0 … " + (ranks - 1));
    }
    Segment segment = Segment.map(SegmentFile.open(address), rank, ranks);
    return new ShmTransport(address, segment, rank);
  }

  /**
   * Gives up a file that this process has made and that will not be opened by all: its memory is
   * free once those that have opened it leave. Nothing happens if it was not made here.
   */
  public static void abandon(String address) throws IOException {
    SegmentFile file = CREATED.remove(address);
    if (file != null) {
      try (file) {
        file.unlink();
      }
    }
  }

  private ShmTransport(String address, Segment segment, int rank) {
    this.address = address;
    this.segment = segment;
    this.rank = rank;
    this.exchange = new Traffic(segment, segment, rank);
    this.doorbell = new ShmDoorbell(segment, rank, exchange);
    this.occupancy = new BoardOccupancy(segment.board(), segment.memory(), rank);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return segment.board().ranks();
  }

  @Override
  public boolean sharesMemory(int peer) {
    return true;
  }

  @Override
  public int cores() {
    return segment.cores();
  }

  @Override
  public boolean sharesCores() {
    return segment.sharesCores();
  }

  @Override
  public int poll(FrameHandler handler, int most) {
    int helped = segment.help();
    return helped + exchange.poll(handler, most);
  }

  @Override
  public Endpoint endpoint(int peer) {
    return exchange.endpoint(peer);
  }

  @Override
  public Doorbell doorbell() {
    return doorbell;
  }

  @Override
  public Occupancy occupancy() {
    return occupancy;
  }

  @Override
  public void mark(int mark) {
    segment.board().mark(segment.memory(), rank, mark);
  }

  @Override
  public int markOf(int peer) {
    return segment.board().markOf(segment.memory(), peer);
  }

  @Override
  public boolean hasDied(int peer) {
    return segment.deathOf(peer) != null;
  }

  @Override
  public Lease borrow(int peer, long descriptor) {
    return segment.borrow(peer, descriptor);
  }

  @Override
  public void pinFor(Device device) {
    segment.pinFor(device);
  }

  @Override
  public void reject(int peer, String what) {
    exchange.reject(peer, what);
  }

  @Override
  public @Nullable Region reserve(long bytes) {
    long at = segment.allocate(bytes);
    return at == NONE ? null : new Region(at, bytes);
  }

  @Override
  public @Nullable MemorySegment map(Region region) {
    return segment.view(region.handle(), region.bytes());
  }

  @Override
  public void release(Region region) {
    segment.free(region.handle(), region.bytes());
  }

  /** Leaves the file: memory from {@link #map} must not be used any more. */
  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    segment.board().leave(segment.memory(), rank);
    if (segment.isOpenedByAll()) {
      forget(address);
    }
    segment.close();
  }

  /** The creator's own descriptor is not needed once every rank has opened the file. */
  private static void forget(String address) {
    SegmentFile file = CREATED.remove(address);
    if (file == null) {
      return;
    }
    try {
      file.close();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot close the shared file", failed);
    }
  }
}
