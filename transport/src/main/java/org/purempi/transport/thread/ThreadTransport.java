package org.purempi.transport.thread;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.memory.Board;
import org.purempi.memory.BoardOccupancy;
import org.purempi.memory.Ground;
import org.purempi.memory.Traffic;
import org.purempi.transport.Doorbell;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Lease;
import org.purempi.transport.Occupancy;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/** One rank among the threads of a JVM. */
final class ThreadTransport implements Transport, Ground {
  private final ThreadHub hub;
  private final int rank;
  private final Traffic exchange;
  private final Doorbell doorbell;
  private final Occupancy occupancy;
  private final LentBuffers lent = new LentBuffers();

  ThreadTransport(ThreadHub hub, int rank) {
    this.hub = hub;
    this.rank = rank;
    this.exchange = new Traffic(this, lent, rank);
    this.doorbell = new ThreadDoorbell(hub, rank);
    this.occupancy = new BoardOccupancy(hub.board(), hub.boardMemory(), rank);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return hub.ranks();
  }

  @Override
  public boolean sharesMemory(int peer) {
    return true;
  }

  @Override
  public int cores() {
    return hub.cores();
  }

  @Override
  public int poll(FrameHandler handler, int most) {
    return exchange.poll(handler, most);
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
    hub.board().mark(hub.boardMemory(), rank, mark);
  }

  @Override
  public int markOf(int peer) {
    return hub.board().markOf(hub.boardMemory(), peer);
  }

  @Override
  public Lease borrow(int peer, long descriptor) {
    return new DirectLease(hub.existing(peer).lent.get(descriptor));
  }

  @Override
  public void reject(int peer, String what) {
    exchange.reject(peer, what);
  }

  @Override
  public @Nullable Region reserve(long bytes) {
    long handle = hub.reserve(bytes);
    return handle == NONE ? null : new Region(handle, bytes);
  }

  @Override
  public @Nullable MemorySegment map(Region region) {
    MemorySegment memory = hub.memory(region.handle());
    return memory == null ? null : memory.asSlice(0, region.bytes());
  }

  @Override
  public void release(Region region) {
    hub.release(region.handle());
  }

  @Override
  public void close() {
    hub.board().leave(hub.boardMemory(), rank);
  }

  @Override
  public MemorySegment memory() {
    return hub.boardMemory();
  }

  @Override
  public Board board() {
    return hub.board();
  }

  @Override
  public long makeRing(int receiver) {
    return hub.makeRing();
  }

  @Override
  public @Nullable MemorySegment ringMemory(long token) {
    return hub.memory(token);
  }

  @Override
  public long ringBase(long token) {
    return 0;
  }

  @Override
  public void wake(int peer) {
    hub.wake(peer);
  }

  /** True: a thousand sleeping ranks should not have to look again every few milliseconds. */
  @Override
  public boolean isFenced() {
    return true;
  }
}
