package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.transport.FrameHandler;

/** The reading end of a pair ring; {@link RingSender} draws it. */
public final class RingReceiver {
  private final MemorySegment memory;
  private final long consumedAt;
  private final long slotsAt;
  private final long cellsAt;
  private final int mask;
  private final int tellMask;
  private final int cellBytes;
  private final int peer;

  private int taken;

  /** The receiver of the ring at {@code base} of {@code memory}, which rank {@code peer} fills. */
  public RingReceiver(MemorySegment memory, long base, Geometry geometry, int peer) {
    this.memory = memory;
    this.consumedAt = base;
    this.slotsAt = base + RingSender.HEAD_BYTES;
    this.cellsAt = slotsAt + (long) geometry.slots() * RingSender.SLOT_BYTES;
    this.mask = geometry.slots() - 1;
    this.tellMask = geometry.slots() / 4 - 1;
    this.cellBytes = geometry.cellBytes();
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
      take(handler, number, slot, (int) (published >>> Integer.SIZE));
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

  private void take(FrameHandler handler, int number, long slot, int bytes) {
    // The frame counts as taken even if the handler throws; the slot stays ours until the telling.
    taken = number + 1;
    handler.frame(
        peer,
        memory.get(ValueLayout.JAVA_LONG, slot + RingSender.WORD0),
        memory.get(ValueLayout.JAVA_LONG, slot + RingSender.WORD1),
        memory.get(ValueLayout.JAVA_LONG, slot + RingSender.WORD2),
        memory,
        bytes <= RingSender.INLINE_BYTES
            ? slot + RingSender.PAYLOAD
            : cellsAt + (long) (number & mask) * cellBytes,
        bytes);
    if (((number + 1) & tellMask) == 0) {
      // Release: our reads of these slots are over before the sender writes to them again. Telling
      // only every quarter keeps the line out of the ping-pong.
      Words.INT.setRelease(memory, consumedAt, number + 1);
    }
  }
}
