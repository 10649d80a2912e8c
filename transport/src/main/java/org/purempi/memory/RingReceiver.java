package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import org.purempi.transport.FrameHandler;

/** The reading end of a pair ring; {@link RingSender} draws it. */
public final class RingReceiver {
  /**
   * The receiver tells what it has consumed after every quarter of the slots or of the near block.
   * Telling each frame would bring the line into the ping-pong.
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
  private final int frameWeight;
  private final int peer;

  private int taken;

  /** What has been taken since the last telling: near bytes, and a weight for each frame. */
  private int untold;

  /** The receiver of the ring at {@code base} of {@code memory}, which rank {@code peer} fills. */
  public RingReceiver(MemorySegment memory, long base, Geometry geometry, int peer) {
    this.memory = memory;
    this.consumedAt = base;
    this.slotsAt = base + RingSender.HEAD_BYTES;
    this.cellsAt = slotsAt + (long) geometry.slots() * RingSender.SLOT_BYTES;
    this.mask = geometry.slots() - 1;
    this.cellBytes = geometry.cellBytes();
    this.nearAt = cellsAt + (long) geometry.slots() * cellBytes;
    this.tellBytes = geometry.nearBytes() / TELLINGS;
    this.frameWeight = tellBytes / (geometry.slots() / TELLINGS);
    this.peer = peer;
  }

  /** Hands over at most {@code limit} frames and returns how many; an idle ring costs one load. */
  public int drain(FrameHandler handler, int limit) {
    int frames = 0;
    while (frames < limit) {
      int number = taken;
      long slot = slotsAt + ((long) (number & mask) << RingSender.SLOT_SHIFT);
      // Acquire: pairs with the release in offer, so the header and the payload are seen too.
      long published = (long) Words.LONG.getAcquire(memory, slot);
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
    long slot = slotsAt + ((long) (taken & mask) << RingSender.SLOT_SHIFT);
    // Acquire, as in drain.
    return (int) (long) Words.LONG.getAcquire(memory, slot) == taken + 1;
  }

  private void take(FrameHandler handler, int number, long slot, int length) {
    // The frame counts as taken even if the handler throws; the slot stays ours until the telling.
    taken = number + 1;
    int bytes = length & RingSender.LENGTH_MASK;
    untold += frameWeight;
    handler.frame(
        peer,
        memory.get(Words.PLAIN, slot + RingSender.WORD0),
        memory.get(Words.PLAIN, slot + RingSender.WORD1),
        memory.get(Words.PLAIN, slot + RingSender.WORD2),
        memory,
        bytes <= RingSender.INLINE_BYTES
            ? slot + RingSender.PAYLOAD
            : outside(number, length >>> RingSender.PLACE_SHIFT, bytes),
        bytes);
    if (untold >= tellBytes) {
      untold = 0;
      // Release: our reads of these slots are over before the sender writes to them again.
      Words.INT.setRelease(memory, consumedAt, number + 1);
    }
  }

  /** Where the payload of frame {@code number} lies, if not in its slot. */
  private long outside(int number, int place, int bytes) {
    if (place == RingSender.FAR) {
      return cellsAt + (long) (number & mask) * cellBytes;
    }
    untold += bytes;
    return nearAt + ((long) (place - 1) << RingSender.GRAIN_SHIFT);
  }
}
