package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.MalformedException;

/** The reading end of a pair ring; {@link RingSender} draws it. */
public final class RingReceiver {
  /**
   * The receiver tells what it has consumed after every quarter of the slots or of the near block.
   * Telling of each frame would bring the line into the ping-pong.
   */
  private static final int TELLINGS = 4;

  private final MemorySegment memory;
  private final long consumedAt;
  private final long slotsAt;
  private final long cellsAt;
  private final int mask;
  private final int cellBytes;
  private final long nearAt;
  private final int tellBytes;
  private final int slotWeight;
  private final int peer;

  private final int cellsMost;
  private final Rejects rejects;

  /** Told of a ring that holds what no sender writes. */
  @FunctionalInterface
  interface Rejects {
    void reject(int peer, String what);
  }

  /** A number of slots that no sender publishes. */
  private static final int NEVER = 1 << 30;

  private int taken;

  /** Those of the last frame. */
  private long word0;

  private long word1;

  /** What has been taken since the last telling: near bytes, and a weight for each slot. */
  private int untold;

  /** The receiver of the ring at {@code base} of {@code memory}, which rank {@code peer} fills. */
  public RingReceiver(MemorySegment memory, long base, Geometry geometry, int peer) {
    this(memory, base, geometry, peer, 0, RingReceiver::refuse);
  }

  /** The receiver of a ring in which it has taken so many slots, whole rounds. */
  RingReceiver(
      MemorySegment memory, long base, Geometry geometry, int peer, int begun, Rejects rejects) {
    this.memory = memory;
    this.consumedAt = base;
    this.slotsAt = base + RingSender.HEAD_BYTES;
    this.cellsAt = base + geometry.cellsOffset();
    this.mask = geometry.slots() - 1;
    this.cellBytes = geometry.cellBytes();
    this.nearAt = base + geometry.nearOffset();
    this.tellBytes = geometry.nearBytes() / TELLINGS;
    this.slotWeight = tellBytes / (geometry.slots() / TELLINGS);
    this.peer = peer;
    this.taken = begun;
    this.cellsMost = geometry.cellBytes();
    this.rejects = rejects;
  }

  private static void refuse(int peer, String what) {
    throw new MalformedException("rank " + peer + ": " + what);
  }

  int peer() {
    return peer;
  }

  /** Takes nothing any more. */
  void stop() {
    taken += NEVER;
  }

  /** Hands over at most {@code limit} frames and returns how many; an idle ring costs one load. */
  public int drain(FrameHandler handler, int limit) {
    int frames = 0;
    while (frames < limit) {
      int number = taken;
      long slot = slotAt(number);
      // Acquire: pairs with the release in offer, so the header and the payload are seen too.
      long published = (long) SharedWords.LONG.getAcquire(memory, slot);
      if ((int) published != number + 1) {
        break;
      }
      take(handler, number, slot, (int) (published >> Integer.SIZE));
      frames++;
    }
    return frames;
  }

  /** Whether a frame waits. */
  public boolean hasFrame() {
    // Acquire, as in drain.
    return (int) (long) SharedWords.LONG.getAcquire(memory, slotAt(taken)) == taken + 1;
  }

  private long slotAt(int number) {
    return slotsAt + ((long) (number & mask) << RingSender.SLOT_SHIFT);
  }

  private void take(FrameHandler handler, int number, long slot, int length) {
    int bytes = length & RingSender.LENGTH_MASK;
    int header = length >> RingSender.HEADER_SHIFT & RingSender.HEADER_MASK;
    int slots = 1 << (length >>> RingSender.POWER_SHIFT);
    boolean isInside = header + bytes <= slots << RingSender.SLOT_SHIFT;
    int place = length >> RingSender.PLACE_SHIFT & RingSender.PLACE_MASK;
    if (place == RingSender.INLINE ? !isInside : isOutside(header, place, bytes)) {
      rejects.reject(peer, "a frame of %d bytes at place %d".formatted(bytes, place));
      return;
    }
    // The frame counts as taken even if the handler throws; the slots stay ours until the telling.
    taken = number + slots;
    untold += slots * slotWeight;
    if (header != RingSender.SAME_WORDS) {
      word0 = memory.get(SharedWords.PLAIN, slot + RingSender.WORD0);
      word1 = memory.get(SharedWords.PLAIN, slot + RingSender.WORD1);
    }
    long word2 =
        header == RingSender.THREE_WORDS
            ? memory.get(SharedWords.PLAIN, slot + RingSender.WORD2)
            : 0;
    long payload = place == RingSender.INLINE ? slot + header : outside(number, place, bytes);
    handler.frame(peer, word0, word1, word2, memory, payload, bytes);
    if (untold >= tellBytes) {
      untold = 0;
      // Release: our reads of these slots are over before the sender writes to them again.
      SharedWords.INT.setRelease(memory, consumedAt, number + slots);
    }
  }

  /** Whether a payload that is not in its frame's slots is not where one can be, either. */
  private boolean isOutside(int header, int place, int bytes) {
    long end = ((place - 1L) << RingSender.GRAIN_SHIFT) + bytes;
    return header > RingSender.THREE_WORDS
        || bytes > cellsMost
        || (place != RingSender.FAR && end > (long) tellBytes * TELLINGS);
  }

  /** Where the payload of the frame that begins in slot {@code number} lies, if not inside it. */
  private long outside(int number, int place, int bytes) {
    if (place == RingSender.FAR) {
      return cellsAt + (long) RingSender.cellOf(number, mask) * cellBytes;
    }
    untold += bytes;
    return nearAt + ((long) (place - 1) << RingSender.GRAIN_SHIFT);
  }
}
