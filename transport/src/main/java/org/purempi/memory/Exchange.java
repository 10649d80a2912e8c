package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;

/**
 * One rank's traffic: takes the frames that its peers have put into its inbox and its rings, and
 * hands out the endpoints to them.
 */
public final class Exchange {
  /** Frames taken from one source before the next one has its turn. */
  private static final int FRAMES_PER_TURN = 16;

  private final Ground ground;
  private final Loans loans;
  private final int rank;
  private final Inbox inbox;
  private final Inbox.Rings announced = this::attach;
  private final @Nullable PairEndpoint[] endpoints;

  private RingReceiver[] rings = new RingReceiver[4];
  private int ringCount;
  private int firstRing;

  /** The traffic of {@code rank} on {@code ground}. */
  public Exchange(Ground ground, Loans loans, int rank) {
    this.ground = ground;
    this.loans = loans;
    this.rank = rank;
    this.inbox = ground.board().inbox(ground.memory(), rank);
    this.endpoints = new PairEndpoint[ground.board().ranks()];
  }

  /**
   * Hands over frames that have arrived, each source in its order, at most 16 from each, and
   * returns how many.
   */
  public int poll(FrameHandler handler) {
    RingReceiver[] in = rings;
    int count = ringCount;
    int first = firstRing;
    int frames = 0;
    for (int i = first; i < count; i++) {
      frames += in[i].drain(handler, FRAMES_PER_TURN);
    }
    for (int i = 0; i < first; i++) {
      frames += in[i].drain(handler, FRAMES_PER_TURN);
    }
    // Another one begins next time, so that none is always served last.
    firstRing = first + 1 < count ? first + 1 : 0;
    frames += inbox.drain(handler, announced, FRAMES_PER_TURN);
    // A ring that was announced just now may hold a frame already: a poll that answers 0 must mean
    // that nothing was there, for its caller may go to sleep on it.
    for (int i = count; i < ringCount; i++) {
      frames += rings[i].drain(handler, FRAMES_PER_TURN);
    }
    return frames;
  }

  /** Whether a poll would find something. */
  public boolean hasArrivals() {
    if (inbox.hasFrame()) {
      return true;
    }
    for (int i = 0; i < ringCount; i++) {
      if (rings[i].hasFrame()) {
        return true;
      }
    }
    return false;
  }

  /** The way to {@code peer}; the same object each time. */
  public Endpoint endpoint(int peer) {
    PairEndpoint known = endpoints[peer];
    if (known == null) {
      known = new PairEndpoint(ground, loans, rank, peer);
      endpoints[peer] = known;
    }
    return known;
  }

  private void attach(int sender, long token) {
    if (ringCount == rings.length) {
      rings = Arrays.copyOf(rings, 2 * ringCount);
    }
    MemorySegment memory = ground.ringMemory(token);
    Geometry geometry = ground.board().geometry();
    rings[ringCount++] = new RingReceiver(memory, ground.ringBase(token), geometry, sender);
  }
}
