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

  /** One that sleeps reads them outside the rank's lock: a new one comes with a new array. */
  private volatile RingReceiver[] rings = {};

  private int firstRing;
  private int arrivals;

  /** The traffic of {@code rank} on {@code ground}. */
  public Exchange(Ground ground, Loans loans, int rank) {
    this.ground = ground;
    this.loans = loans;
    this.rank = rank;
    this.inbox = ground.board().inbox(ground.memory(), rank);
    this.endpoints = new PairEndpoint[ground.board().ranks()];
  }

  /**
   * Hands over frames that have arrived, each source in its order, {@code most} from each or 16,
   * and returns how many. Who looks for a second frame before anybody wants it takes the line in
   * which the sender writes it just then (docs/decisions 61).
   */
  public int poll(FrameHandler handler, int most) {
    int framesPerTurn = Math.min(most, FRAMES_PER_TURN);
    RingReceiver[] in = rings;
    int count = in.length;
    int first = firstRing;
    int frames = 0;
    for (int i = first; i < count; i++) {
      frames += in[i].drain(handler, framesPerTurn);
    }
    for (int i = 0; i < first; i++) {
      frames += in[i].drain(handler, framesPerTurn);
    }
    // Another one begins next time, so that none is always served last.
    firstRing = first + 1 < count ? first + 1 : 0;
    frames += inbox.drain(handler, announced, framesPerTurn);
    // A ring that was announced just now may hold a frame already: a poll that answers 0 must mean
    // that nothing was there, for its caller may go to sleep on it.
    RingReceiver[] now = rings;
    for (int i = count; i < now.length; i++) {
      frames += now[i].drain(handler, framesPerTurn);
    }
    if (frames > 0) {
      arrivals++;
    }
    return frames;
  }

  /** How many polls have found something; wraps around. */
  int arrivals() {
    return arrivals;
  }

  /** Whether a poll would find something. Outside the rank's lock, too. */
  public boolean hasArrivals() {
    if (inbox.hasFrame()) {
      return true;
    }
    for (RingReceiver ring : rings) {
      if (ring.hasFrame()) {
        return true;
      }
    }
    return false;
  }

  /** The way to {@code peer}; the same object each time. */
  public Endpoint endpoint(int peer) {
    PairEndpoint known = endpoints[peer];
    if (known == null) {
      known = new PairEndpoint(this, ground, loans, rank, peer);
      endpoints[peer] = known;
    }
    return known;
  }

  private void attach(int sender, long token) {
    MemorySegment memory = ground.ringMemory(token);
    Geometry geometry = ground.board().geometry();
    RingReceiver[] known = rings;
    RingReceiver[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] = new RingReceiver(memory, ground.ringBase(token), geometry, sender);
    rings = more;
  }
}
