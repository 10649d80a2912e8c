package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;

/**
 * One rank's traffic: takes the frames that its peers have put into its inbox and its rings, and
 * hands out the endpoints to them.
 */
public final class Traffic {
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

  /** Peers from which no frames are taken any more; null if there are none. */
  private @Nullable Map<Integer, Loss> losses;

  /** Of whom the handler has to be told. */
  private final List<Integer> untold = new ArrayList<>();

  /** Why a peer is lost, and whether it has left in peace. */
  private record Loss(String why, boolean inPeace) {}

  private int firstRing;
  private int arrivals;

  /** The traffic of {@code rank} on {@code ground}. */
  public Traffic(Ground ground, Loans loans, int rank) {
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
    if (losses != null) {
      tellWhoIsLost(handler, frames);
    }
    return frames;
  }

  /** What came from a peer is nothing that a rank sends. */
  public void reject(int peer, String what) {
    if (peer >= 0 && peer < ranks) { // else there is nothing to close
      String why = "sent bytes that are not a frame of purempi (" + what + "); it is cut off";
      boolean unused = lose(peer, why, false);
      if (pair(peer).failure().isEmpty()) {
        cutOff(peer);
      }
    }
  }

  /** Looks what has become of a peer for which this rank waits. */
  void look(int peer) {
    boolean hasLeft = ground.board().hasLeft(ground.memory(), peer);
    String what = hasLeft ? "has left" : ground.deathOf(peer);
    if (what != null) {
      boolean unused = lose(peer, what, hasLeft);
    }
  }

  /** Notes a loss; false if it was known. */
  private boolean lose(int peer, String what, boolean inPeace) {
    Map<Integer, Loss> all = losses == null ? new HashMap<>() : losses;
    losses = all;
    boolean isNew = all.putIfAbsent(peer, new Loss("rank " + peer + " " + what, inPeace)) == null;
    if (isNew) {
      untold.add(peer);
    }
    return isNew;
  }

  private void cutOff(int peer) {
    RingReceiver ring = ringOf(peer);
    if (ring != null) {
      ring.stop();
      rings = Arrays.stream(rings).filter(r -> r != ring).toArray(RingReceiver[]::new);
    }
    pair(peer).cut(loss(peer).why);
  }

  private Loss loss(int peer) {
    return Objects.requireNonNull(losses).getOrDefault(peer, new Loss("", false));
  }

  private @Nullable RingReceiver ringOf(int peer) {
    for (RingReceiver ring : rings) {
      if (ring.peer() == peer) {
        return ring;
      }
    }
    return null;
  }

  /** Those that died or left are lost once all that they have sent was taken. */
  private void tellWhoIsLost(FrameHandler handler, int frames) {
    for (int peer : List.copyOf(untold)) {
      boolean isCutOff = !pair(peer).failure().isEmpty();
      if (isCutOff || frames == 0) {
        untold.remove((Integer) peer);
        cutOff(peer);
        handler.gone(peer, loss(peer).why, loss(peer).inPeace);
      }
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
      Traffic.this.attach(sender, token);
    }

    @Override
    public boolean admits(int sender) {
      boolean isRank = sender >= 0 && sender < ranks;
      return isRank && (losses == null || pair(sender).failure().isEmpty());
    }

    @Override
    public void reject(int peer, String what) {
      Traffic.this.reject(peer, what);
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
