package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;

/** The sending end of one pair of ranks: its ring, or the receiver's inbox. */
final class PairEndpoint implements Endpoint {
  private static final long WATCH_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Traffic traffic;
  private final Ground ground;
  private final Loans loans;
  private final MemorySegment board;
  private final int self;
  private final int peer;
  private final long bellAt;
  private final boolean isFenced;
  private final int maxPayloadBytes;

  private final Inbox inbox;

  /** Set once the ring has been announced; null before, and for ever when there is no memory. */
  private @Nullable RingSender ring;

  /** Why nothing goes to this peer any more; empty if it does. */
  private String cut = "";

  private boolean hasTriedRing;
  private long ringToken = Transport.NONE;

  private long watchedAtNanos;

  /** How often something had arrived when the last frame was sent. */
  private int arrivalsBefore;

  PairEndpoint(Traffic traffic, Ground ground, Loans loans, int self, int peer) {
    this.traffic = traffic;
    this.ground = ground;
    this.loans = loans;
    this.board = ground.memory();
    this.self = self;
    this.peer = peer;
    this.bellAt = ground.board().bellAt(peer);
    this.isFenced = ground.isFenced();
    this.maxPayloadBytes = ground.board().geometry().cellBytes();
    this.inbox = ground.board().inbox(board, peer);
  }

  @Override
  public int peer() {
    return peer;
  }

  @Override
  public int maxPayloadBytes() {
    return maxPayloadBytes;
  }

  @Override
  public int eagerBytes() {
    return Math.min(maxPayloadBytes, loans.worthFromBytes());
  }

  @Override
  public Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
    if (bytes < 0 || bytes > maxPayloadBytes) {
      throw tooLong(bytes);
    }
    RingSender out = ring;
    if (out == null) {
      return offerWithoutRing(word0, word1, word2, payload, bytes);
    }
    if (!out.offer(word0, word1, word2, payload, bytes)) {
      return full();
    }
    wakeIfArmed();
    int arrivals = traffic.arrivals();
    if (arrivals == arrivalsBefore) {
      out.fetchAhead(); // a second frame, and no answer to the first: there may be a third
    }
    arrivalsBefore = arrivals;
    return Offer.OK;
  }

  /**
   * Without the fence our store of the frame may still wait in this core's store buffer while we
   * read the bell: a ring is then missed, and the sleeper finds the frame when it looks again.
   * Saves 8 ns per frame and more. See {@link Ground#isFenced}.
   */
  private void wakeIfArmed() {
    if (isFenced) {
      VarHandle.fullFence();
    }
    // Opaque: read afresh each time; nothing is ordered by it.
    if ((int) SharedWords.INT.getOpaque(board, bellAt) != Board.AWAKE) {
      ground.wake(peer);
    }
  }

  /** Nothing goes to this peer any more. */
  void cut(String why) {
    cut = why;
    ring = null;
  }

  @Override
  public String failure() {
    return cut;
  }

  @Override
  public void watch() {
    long now = System.nanoTime();
    if (now - watchedAtNanos >= WATCH_AGAIN_NANOS || watchedAtNanos == 0) {
      watchedAtNanos = now;
      traffic.look(peer);
    }
  }

  private Offer offerWithoutRing(long word0, long word1, long word2, Source payload, int bytes) {
    if (!cut.isEmpty()) {
      return Offer.FAILED;
    }
    if (!hasTriedRing) {
      hasTriedRing = true;
      ringToken = ground.makeRing(peer);
    }
    long number = inbox.claim();
    if (number == Inbox.FULL) {
      return full();
    }
    if (ringToken != Transport.NONE) {
      inbox.publish(number, Inbox.RING, self, ringToken, 0, 0, 0);
      MemorySegment memory = Objects.requireNonNull(ground.ringMemory(ringToken), "made just now");
      ring = new RingSender(memory, ground.ringBase(ringToken), ground.board().geometry());
      return offer(word0, word1, word2, payload, bytes);
    }
    fillInbox(number, word0, word1, word2, payload, bytes);
    wakeIfArmed();
    return Offer.OK;
  }

  private void fillInbox(
      long number, long word0, long word1, long word2, Source payload, int bytes) {
    int kind = Inbox.NOTHING;
    try {
      if (bytes > 0) {
        payload.read(inbox.memory(), inbox.payloadOf(number), bytes);
      }
      kind = Inbox.FRAME;
    } finally {
      // Also when the source throws: a claimed slot must be published, others queue behind it.
      inbox.publish(number, kind, self, word0, word1, word2, bytes);
    }
  }

  private Offer full() {
    return ground.board().hasLeft(board, peer) ? Offer.FAILED : Offer.BUSY;
  }

  private IllegalArgumentException tooLong(int bytes) {
    return new IllegalArgumentException(
        "a frame to rank "
            + peer
            + " has "
            + bytes
            + " payload bytes; this transport carries 0 to "
            + maxPayloadBytes);
  }

  @Override
  public long lend(Source source) {
    return loans.lend(source);
  }

  @Override
  public boolean isFreeSoonerIfSent(long bytes) {
    return loans.isFreeSoonerIfSent(bytes);
  }

  @Override
  public void reclaim(long descriptor) {
    loans.reclaim(descriptor);
  }
}
