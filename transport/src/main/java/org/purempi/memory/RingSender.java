package org.purempi.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.transport.Source;

/**
 * The writing end of a pair ring: one sender, one receiver, a stamp in every slot.
 *
 * <pre>
 *   line 0             consumed: how many frames the receiver has taken (it tells every quarter)
 *   lines 1 … slots    slot: │0 stamp │4 payload bytes │8 word0 │16 word1 │24 word2 │32 … 127 payload
 *   after them         one cell per slot, for payloads longer than the 96 bytes inside the slot
 * </pre>
 *
 * <p>Frame number n (from 0) lies in slot n mod slots and is there once the slot's stamp is n + 1;
 * stamps wrap at 2³². Stamp and length are one 8-byte word, stored last with release, so that a
 * receiver learns of a short frame by loading one line. The receiver never writes to a slot. Zeroed
 * memory is an empty ring.
 */
public final class RingSender {
  /** Bytes of a slot: header words and short payloads. */
  static final int SLOT_BYTES = Words.LINE_BYTES;

  /** Bytes before the first slot. */
  static final int HEAD_BYTES = Words.LINE_BYTES;

  static final int WORD0 = 8;
  static final int WORD1 = 16;
  static final int WORD2 = 24;
  static final int PAYLOAD = 32;

  /** The longest payload that travels inside its slot. */
  static final int INLINE_BYTES = SLOT_BYTES - PAYLOAD;

  /**
   * Payloads from here on are copied past the caches: pulling a line out of another core's cache
   * costs more than fetching it from memory in a stream (docs/decisions tells the measurement).
   */
  static final int STREAMED_BYTES = 1024;

  static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_BYTES);
  static final long STAMP_MASK = 0xffff_ffffL;

  private final MemorySegment memory;
  private final long consumedAt;
  private final long slotsAt;
  private final long cellsAt;
  private final int slots;
  private final int mask;
  private final int cellBytes;

  private int sent;
  private int consumed;

  /** The sender of the empty ring at {@code base} of {@code memory}. */
  public RingSender(MemorySegment memory, long base, Geometry geometry) {
    this.memory = memory;
    this.consumedAt = base;
    this.slotsAt = base + HEAD_BYTES;
    this.slots = geometry.slots();
    this.cellsAt = slotsAt + (long) slots * SLOT_BYTES;
    this.mask = slots - 1;
    this.cellBytes = geometry.cellBytes();
  }

  /**
   * Sends one frame with the next {@code bytes} bytes of {@code payload}; false, and nothing
   * happened, when the ring is full.
   */
  public boolean offer(long word0, long word1, long word2, Source payload, int bytes) {
    int number = sent;
    if (number - consumed >= slots && isStillFull(number)) {
      return false;
    }
    long slot = slotsAt + ((long) (number & mask) << SLOT_SHIFT);
    // Plain stores: the release below publishes them.
    memory.set(ValueLayout.JAVA_LONG, slot + WORD0, word0);
    memory.set(ValueLayout.JAVA_LONG, slot + WORD1, word1);
    memory.set(ValueLayout.JAVA_LONG, slot + WORD2, word2);
    if (bytes >= STREAMED_BYTES) {
      payload.stream(memory, cell(number), bytes);
    } else if (bytes > 0) {
      payload.read(memory, bytes <= INLINE_BYTES ? slot + PAYLOAD : cell(number), bytes);
    }
    int stamp = number + 1;
    Words.LONG.setRelease(memory, slot, (long) bytes << Integer.SIZE | (stamp & STAMP_MASK));
    sent = stamp;
    return true;
  }

  private long cell(int number) {
    return cellsAt + (long) (number & mask) * cellBytes;
  }

  /** Looks at the receiver's line, which is in its cache: only when the ring seems full. */
  private boolean isStillFull(int number) {
    // Acquire: the receiver has finished reading the slots that it gives back.
    consumed = (int) Words.INT.getAcquire(memory, consumedAt);
    return number - consumed >= slots;
  }
}
