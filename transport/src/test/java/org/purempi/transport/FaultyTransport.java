package org.purempi.transport;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A transport that behaves as badly as the contract allows: frames are late, frames of different
 * pairs overtake each other (never those of one pair), offers are refused though there is room, and
 * peers fail when a test says so. All chances come from one seed.
 */
public final class FaultyTransport implements Transport {
  private static final int PERCENT = 100;

  private final Transport inner;
  private final int busyPercent;
  private final int latePercent;
  private final SplittableRandom random;
  private final Map<Integer, Deque<Frame>> late = new HashMap<>();
  private final AtomicInteger lateFrames = new AtomicInteger();
  private final Map<Integer, Endpoint> endpoints = new ConcurrentHashMap<>();
  private final Map<Integer, Boolean> failed = new ConcurrentHashMap<>();

  /**
   * Wraps {@code inner}.
   *
   * @param seed of all chances
   * @param busyPercent of offers that are refused without a reason, 0 … 99
   * @param latePercent of frames that are held back for another poll, 0 … 99
   */
  public FaultyTransport(Transport inner, long seed, int busyPercent, int latePercent) {
    this.inner = inner;
    this.random = new SplittableRandom(seed);
    this.busyPercent = busyPercent;
    this.latePercent = latePercent;
  }

  /** From now on offers to {@code peer} fail; any thread may call it. */
  public void fail(int peer) {
    failed.put(peer, true);
    inner.doorbell().ring();
  }

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public int size() {
    return inner.size();
  }

  @Override
  public boolean sharesMemory(int peer) {
    return inner.sharesMemory(peer);
  }

  @Override
  public int cores() {
    return inner.cores();
  }

  @Override
  public int poll(FrameHandler handler, int most) {
    inner.poll(this::hold, most);
    List<Integer> peers = new ArrayList<>(late.keySet());
    for (int i = peers.size() - 1; i > 0; i--) {
      Integer other = peers.set(random.nextInt(i + 1), peers.get(i));
      peers.set(i, other);
    }
    int frames = 0;
    for (Integer peer : peers) {
      frames += deliver(late.getOrDefault(peer, new ArrayDeque<>()), handler);
    }
    return frames;
  }

  private int deliver(Deque<Frame> waiting, FrameHandler handler) {
    int frames = 0;
    while (!waiting.isEmpty() && !happens(latePercent)) {
      lateFrames.decrementAndGet();
      waiting.removeFirst().deliver(handler);
      frames++;
    }
    return frames;
  }

  private void hold(
      int peer, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    // Longs, because payloads lie on 8-byte boundaries.
    MemorySegment copy = MemorySegment.ofArray(new long[(bytes + Long.BYTES - 1) / Long.BYTES]);
    MemorySegment.copy(memory, offset, copy, 0, bytes);
    late.computeIfAbsent(peer, key -> new ArrayDeque<>())
        .addLast(new Frame(peer, word0, word1, word2, copy, bytes));
    lateFrames.incrementAndGet();
  }

  private boolean happens(int percent) {
    return random.nextInt(PERCENT) < percent;
  }

  @Override
  public Endpoint endpoint(int peer) {
    return endpoints.computeIfAbsent(peer, key -> new FaultyEndpoint(inner.endpoint(peer)));
  }

  @Override
  public void reject(int peer, String what) {
    inner.reject(peer, what);
  }

  @Override
  public Occupancy occupancy() {
    return inner.occupancy();
  }

  @Override
  public Doorbell doorbell() {
    return new FaultyDoorbell(inner.doorbell());
  }

  @Override
  public Lease borrow(int peer, long descriptor) {
    return inner.borrow(peer, descriptor);
  }

  @Override
  public @Nullable Region reserve(long bytes) {
    return inner.reserve(bytes);
  }

  @Override
  public @Nullable MemorySegment map(Region region) {
    return inner.map(region);
  }

  @Override
  public void release(Region region) {
    inner.release(region);
  }

  @Override
  public void close() {
    inner.close();
  }

  private record Frame(
      int peer, long word0, long word1, long word2, MemorySegment payload, int bytes) {
    void deliver(FrameHandler handler) {
      handler.frame(peer, word0, word1, word2, payload, 0, bytes);
    }
  }

  private final class FaultyEndpoint implements Endpoint {
    private final Endpoint sound;

    FaultyEndpoint(Endpoint sound) {
      this.sound = sound;
    }

    @Override
    public int peer() {
      return sound.peer();
    }

    @Override
    public int eagerBytes() {
      return sound.eagerBytes();
    }

    @Override
    public int maxPayloadBytes() {
      return sound.maxPayloadBytes();
    }

    @Override
    public Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
      if (failed.containsKey(sound.peer())) {
        return Offer.FAILED;
      }
      boolean isValid = bytes >= 0 && bytes <= sound.maxPayloadBytes();
      if (isValid && happens(busyPercent)) {
        return Offer.BUSY;
      }
      return sound.offer(word0, word1, word2, payload, bytes);
    }

    @Override
    public long lend(Source source) {
      return sound.lend(source);
    }

    @Override
    public boolean isFreeSoonerIfSent(long bytes) {
      return sound.isFreeSoonerIfSent(bytes);
    }

    @Override
    public void reclaim(long descriptor) {
      sound.reclaim(descriptor);
    }
  }

  /** Does not sleep while frames are held back: nobody would ring for them. */
  private final class FaultyDoorbell implements Doorbell {
    private final Doorbell sound;

    FaultyDoorbell(Doorbell sound) {
      this.sound = sound;
    }

    @Override
    public void arm() {
      sound.arm();
    }

    @Override
    public void sleep(long nanos) {
      if (lateFrames.get() == 0) {
        sound.sleep(nanos);
      }
    }

    @Override
    public void disarm() {
      sound.disarm();
    }

    @Override
    public void ring() {
      sound.ring();
    }
  }
}
