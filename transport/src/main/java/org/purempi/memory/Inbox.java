package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.transport.FrameHandler;

/**
 * A bounded queue with many senders and one receiver, used until a pair has a ring of its own.
 *
 * <pre>
 *   line 0    tail: slots claimed so far
 *   slots     │0 state │8 word0 │16 word1 │24 word2 │32 kind │36 sender │40 bytes │64 … payload
 * </pre>
 *
 * <p>In round r (from 0) a slot's state is 2r: free, 2r + 1: filled, 2r + 2: free for the next
 * round, so zeroed memory is an empty inbox and states never repeat. A sender claims a slot by
 * moving the tail, fills it and publishes it. One that dies in between stops the inbox but spoils
 * no one's data; a job does not outlive a rank that died.
 */
final class Inbox {
  /** Bytes before the first slot. */
  static final int TAIL_BYTES = SharedWords.LINE_BYTES;

  /** What {@link #claim} answers when the inbox is full. */
  static final long FULL = -1;

  /** A frame of a pair that has no ring. */
  static final int FRAME = 1;

  /** The sender has made a ring for this pair: word0 is its token. */
  static final int RING = 2;

  /** The sender could not fill its slot. */
  static final int NOTHING = 3;

  private static final int WORD0 = 8;
  private static final int WORD1 = 16;
  private static final int WORD2 = 24;
  private static final int KIND = 32;
  private static final int SENDER = 36;
  private static final int BYTES = 40;
  private static final int PAYLOAD = 64;

  private final MemorySegment memory;
  private final long tailAt;
  private final long slotsAt;
  private final long slotBytes;
  private final int cellBytes;
  private final int mask;
  private final int shift;

  private long taken;

  Inbox(MemorySegment memory, long base, Geometry geometry) {
    this.memory = memory;
    this.tailAt = base;
    this.slotsAt = base + TAIL_BYTES;
    this.cellBytes = geometry.cellBytes();
    this.slotBytes = slotBytes(cellBytes);
    this.mask = geometry.inboxSlots() - 1;
    this.shift = Integer.numberOfTrailingZeros(geometry.inboxSlots());
  }

  static long slotBytes(int cellBytes) {
    return SharedWords.toLines(PAYLOAD + (long) cellBytes);
  }

  /** Sender: the number of a slot that is now this sender's to fill, or {@link #FULL}. */
  long claim() {
    while (true) {
      // Opaque: a stale tail only makes the compare-and-set fail.
      long number = (long) SharedWords.LONG.getOpaque(memory, tailAt);
      // Acquire: the receiver has finished reading the slot that it gave back.
      long ahead = (long) SharedWords.LONG.getAcquire(memory, slot(number)) - 2 * (number >> shift);
      if (ahead < 0) {
        return FULL;
      }
      // Plain compare-and-set (volatile): who wins it owns the slot.
      if (ahead == 0 && SharedWords.LONG.compareAndSet(memory, tailAt, number, number + 1)) {
        return number;
      }
      Thread.onSpinWait();
    }
  }

  /** Sender: the memory that the shared words and payload offsets are in. */
  MemorySegment memory() {
    return memory;
  }

  /** Sender: where the payload of a claimed slot goes. */
  long payloadOf(long number) {
    return slot(number) + PAYLOAD;
  }

  /** Sender: fills the header of a claimed slot and hands it to the receiver. */
  void publish(long number, int kind, int sender, long word0, long word1, long word2, int bytes) {
    long slot = slot(number);
    memory.set(ValueLayout.JAVA_LONG, slot + WORD0, word0);
    memory.set(ValueLayout.JAVA_LONG, slot + WORD1, word1);
    memory.set(ValueLayout.JAVA_LONG, slot + WORD2, word2);
    memory.set(ValueLayout.JAVA_INT, slot + KIND, kind);
    memory.set(ValueLayout.JAVA_INT, slot + SENDER, sender);
    memory.set(ValueLayout.JAVA_INT, slot + BYTES, bytes);
    // Release: publishes the header and the payload.
    SharedWords.LONG.setRelease(memory, slot, filled(number));
  }

  /** Receiver: whether something waits. */
  boolean hasFrame() {
    // Acquire: pairs with the release in publish.
    return (long) SharedWords.LONG.getAcquire(memory, slot(taken)) == filled(taken);
  }

  /**
   * Receiver: takes entries until {@code limit} frames were among them or none is left; returns how
   * many frames it took.
   */
  int drain(FrameHandler handler, Rings rings, int limit) {
    int frames = 0;
    while (frames < limit && hasFrame()) {
      frames += take(handler, rings);
    }
    return frames;
  }

  private int take(FrameHandler handler, Rings rings) {
    long number = taken;
    long slot = slot(number);
    int kind = memory.get(ValueLayout.JAVA_INT, slot + KIND);
    int sender = memory.get(ValueLayout.JAVA_INT, slot + SENDER);
    long word0 = memory.get(ValueLayout.JAVA_LONG, slot + WORD0);
    taken = number + 1;
    try {
      if (!rings.admits(sender)) {
        return 0;
      }
      int bytes = memory.get(ValueLayout.JAVA_INT, slot + BYTES);
      if (kind == FRAME && (bytes < 0 || bytes > cellBytes)) {
        rings.reject(sender, "a frame of " + bytes + " bytes");
        return 0;
      }
      if (kind == FRAME) {
        handler.frame(
            sender,
            word0,
            memory.get(ValueLayout.JAVA_LONG, slot + WORD1),
            memory.get(ValueLayout.JAVA_LONG, slot + WORD2),
            memory,
            slot + PAYLOAD,
            bytes);
        return 1;
      }
      if (kind == RING) {
        rings.attach(sender, word0);
      }
      return 0;
    } finally {
      // Release: our reads of the slot are over before a sender claims it again.
      SharedWords.LONG.setRelease(memory, slot, filled(number) + 1);
    }
  }

  private long slot(long number) {
    return slotsAt + (number & mask) * slotBytes;
  }

  private long filled(long number) {
    return 2 * (number >> shift) + 1;
  }

  /** Told of the rings that senders announce. */
  interface Rings extends RingReceiver.Rejects {
    void attach(int sender, long token);

    /** Whether anything is taken from a sender. */
    boolean admits(int sender);
  }
}
