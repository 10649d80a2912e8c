package org.purempi.transport.thread;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.purempi.memory.Board;
import org.purempi.memory.Geometry;
import org.purempi.memory.SharedWords;
import org.purempi.transport.Transport;

/**
 * Where the ranks of one JVM meet: owns what they share and hands each its transport. Thread-safe.
 */
public final class ThreadHub {
  /** All rings of a hub together; a pair that comes later stays with the inbox. */
  private static final long RING_BUDGET_BYTES = 128L << 20;

  /** With many ranks each is expected to talk to about so many, and memory is shared out so. */
  private static final int EXPECTED_PEERS = 20;

  /** The part of the heap's limit (which also bounds off-heap memory) that rings may take. */
  private static final int RING_SHARE = 4;

  private static final long ALIGNMENT_BYTES = 64;

  private final int ranks;

  /** Of all ranks: the answer may be another for another thread, or later. */
  private final int cores = Runtime.getRuntime().availableProcessors();

  private final Board board;
  private final MemorySegment boardMemory;
  private final AtomicReferenceArray<@Nullable ThreadTransport> transports;
  private final AtomicReferenceArray<@Nullable Thread> sleepers;
  private final AtomicLong ringBytesLeft;
  private final AtomicLong lastHandle = new AtomicLong();

  /** Rings and reserved regions by handle; an entry keeps its memory alive. */
  private final ConcurrentHashMap<Long, MemorySegment> memories = new ConcurrentHashMap<>();

  /** A hub for {@code ranks} ranks, at least 1. */
  public ThreadHub(int ranks) {
    if (ranks < 1) {
      throw new IllegalArgumentException("a hub needs at least one rank, not " + ranks);
    }
    this.ranks = ranks;
    long budget = Math.min(RING_BUDGET_BYTES, Runtime.getRuntime().maxMemory() / RING_SHARE);
    long pairs = (long) ranks * Math.min(ranks, EXPECTED_PEERS);
    this.board = new Board(0, ranks, Geometry.choose(ranks, pairs, budget));
    this.boardMemory = Arena.ofAuto().allocate(board.bytes(), SharedWords.LINE_BYTES);
    this.transports = new AtomicReferenceArray<>(ranks);
    this.sleepers = new AtomicReferenceArray<>(ranks);
    this.ringBytesLeft = new AtomicLong(budget);
  }

  /** The transport of {@code rank}, 0 … ranks − 1; the same object each time. */
  public Transport transport(int rank) {
    ThreadTransport known = transports.get(rank);
    if (known != null) {
      return known;
    }
    transports.compareAndSet(rank, null, new ThreadTransport(this, rank));
    return existing(rank);
  }

  int ranks() {
    return ranks;
  }

  int cores() {
    return cores;
  }

  Board board() {
    return board;
  }

  MemorySegment boardMemory() {
    return boardMemory;
  }

  /** The transport of a rank that has sent something, so it exists. */
  ThreadTransport existing(int rank) {
    ThreadTransport transport = transports.get(rank);
    if (transport == null) {
      throw new IllegalStateException("rank " + rank + " has no transport yet");
    }
    return transport;
  }

  /** Zeroed memory for one ring, or {@link Transport#NONE} when the budget is spent. */
  long makeRing() {
    long bytes = board.geometry().ringBytes();
    if (ringBytesLeft.addAndGet(-bytes) < 0) {
      ringBytesLeft.addAndGet(bytes);
      return Transport.NONE;
    }
    return allocate(bytes, SharedWords.LINE_BYTES);
  }

  long reserve(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("cannot reserve " + bytes + " bytes");
    }
    return allocate(bytes, ALIGNMENT_BYTES);
  }

  @Nullable MemorySegment memory(long handle) {
    return memories.get(handle);
  }

  void release(long handle) {
    memories.remove(handle);
  }

  private long allocate(long bytes, long alignment) {
    MemorySegment memory;
    try {
      memory = Arena.ofAuto().allocate(bytes, alignment);
    } catch (OutOfMemoryError spent) {
      // The limit on off-heap memory: an ordinary answer here, callers have another way.
      return Transport.NONE;
    }
    long handle = lastHandle.incrementAndGet();
    memories.put(handle, memory);
    return handle;
  }

  /** Notes who sleeps for {@code rank} and arms its bell. */
  void arm(int rank) {
    sleepers.set(rank, Thread.currentThread());
    // Opaque, ordered by the fence: what was published before it is seen by the polls after it.
    SharedWords.INT.setOpaque(boardMemory, board.bellAt(rank), Board.ARMED);
    VarHandle.fullFence();
  }

  boolean isArmed(int rank) {
    // Acquire: who rang had published its frame.
    return (int) SharedWords.INT.getAcquire(boardMemory, board.bellAt(rank)) == Board.ARMED;
  }

  void disarm(int rank) {
    // Opaque: orders nothing.
    SharedWords.INT.setOpaque(boardMemory, board.bellAt(rank), Board.AWAKE);
    sleepers.lazySet(rank, null);
  }

  /** Takes the bell of {@code rank} from armed to awake and unparks its sleeper. */
  void wake(int rank) {
    // Volatile: the sleeper that sees the bell awake sees our frame.
    SharedWords.INT.setVolatile(boardMemory, board.bellAt(rank), Board.AWAKE);
    LockSupport.unpark(sleepers.get(rank));
  }
}
