package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final Inbox.Rings announced = new Announced();
  private final int ranks;

  /** To the peers that have been met. */
  private final Map<Integer, PairEndpoint> endpoints = new HashMap<>();

  /** One that sleeps reads them outside the rank's lock: a new one comes with a new array. */
  private volatile RingReceiver[] rings = {};

  /** Peers whose frames are not taken any more, and why; null if there are none. */
  private @Nullable Map<Integer, String> rejected;

  /** Of whom the handler has to be told. */
  private final List<Integer> untold = new ArrayList<>();

  private int firstRing;
  private int arrivals;

  /** The traffic of {@code rank} on {@code ground}. */
  public Exchange(Ground ground, Loans loans, int rank) {
    this.ground = ground;
    this.loans = loans;
    this.rank = rank;
    this.inbox = ground.board().inbox(ground.memory(), rank);
    this.ranks = ground.board().ranks();
  }

  /**
   * Hands over frames that have arrived, each source in its order, {@code most} from each or 16,
   * and returns how many. Who looks for a second frame before anybody wants it takes the line in
   * which the sender writes it just then (docs/decisions/waiting.md).
   */
  public int poll(FrameHandler handler, int most) {
    int framesPerTurn = Math.min(most, FRAMES_PER_TURN);
    RingReceiver[] in = rings;
    int count = in.length;
    int first = firstRing < count ? firstRing : 0;
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
    if (rejected != null) {
      tellWhoIsRejected(handler);
    }
    return frames;
  }

  /** What came from a peer is nothing that a rank sends. */
  public void reject(int peer, String what) {
    Map<Integer, String> all = rejected == null ? new HashMap<>() : rejected;
    rejected = all;
    if (peer < 0 || peer >= ranks || all.containsKey(peer)) {
      return; // nobody has that number: there is nothing to close
    }
    String why =
        "rank " + peer + " sent bytes that are no frame of purempi (" + what + "); it is cut off";
    all.put(peer, why);
    untold.add(peer);
    RingReceiver ring = ringOf(peer);
    if (ring != null) {
      ring.stop();
      rings = Arrays.stream(rings).filter(r -> r != ring).toArray(RingReceiver[]::new);
    }
    pair(peer).cut(why);
  }

  private @Nullable RingReceiver ringOf(int peer) {
    for (RingReceiver ring : rings) {
      if (ring.peer() == peer) {
        return ring;
      }
    }
    return null;
  }

  private void tellWhoIsRejected(FrameHandler handler) {
    Map<Integer, String> all = rejected;
    List<Integer> now = List.copyOf(untold);
    untold.clear();
    for (int peer : now) {
      handler.gone(peer, all == null ? "" : all.getOrDefault(peer, ""), false);
    }
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
    return pair(peer);
  }

  private PairEndpoint pair(int peer) {
    return endpoints.computeIfAbsent(peer, its -> new PairEndpoint(this, ground, loans, rank, its));
  }

  /** What senders say before they have rings. */
  private final class Announced implements Inbox.Rings {
    @Override
    public void attach(int sender, long token) {
      Exchange.this.attach(sender, token);
    }

    @Override
    public boolean admits(int sender) {
      Map<Integer, String> out = rejected;
      boolean isRank = sender >= 0 && sender < ranks;
      return isRank && (out == null || !out.containsKey(sender));
    }

    @Override
    public void reject(int peer, String what) {
      Exchange.this.reject(peer, what);
    }
  }

  private void attach(int sender, long token) {
    MemorySegment memory = ground.ringMemory(token);
    if (memory == null || ringOf(sender) != null) {
      reject(sender, "a ring where there is none, or a second one");
      return;
    }
    Geometry geometry = ground.board().geometry();
    RingReceiver[] known = rings;
    RingReceiver[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] =
        new RingReceiver(memory, ground.ringBase(token), geometry, sender, 0, this::reject);
    rings = more;
  }
}
