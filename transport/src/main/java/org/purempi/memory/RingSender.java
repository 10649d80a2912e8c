package org.purempi.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.os.StreamingCopy;
import org.purempi.transport.Source;

/**
 * The writing end of a pair ring: one sender, one receiver, a stamp in every slot.
 *
 * <pre>
 *   line 0             consumed: how many frames the receiver has taken, as far as it has told
 *   lines 1 … slots    slot: │0 stamp │4 length │8 word0 │16 word1 │24 word2 │32 … 127 payload
 *   far cells          one per slot
 *   near block         8 KiB or four cells, used round and round
 * </pre>
 *
 * <p>Frame number n (from 0) lies in slot n mod slots and is there once the slot's stamp is n + 1;
 * stamps wrap at 2³². Stamp and length are one 8-byte word, stored last with release, so that a
 * receiver learns of a short frame by loading one line. The receiver never writes to a slot. Zeroed
 * memory is an empty ring.
 *
 * <p>A payload up to 96 bytes travels in its slot. A longer one goes into the near block while
 * there is room, else into the slot's far cell. As long as the receiver keeps up, a stream of any
 * length thus uses the same few kilobytes, which stay in both first-level caches: two to three
 * times the throughput of walking through all cells. When it does not keep up the far cells hold
 * the rest. While the receiver's core is far away ({@link Distance}), payloads from 3 KiB on are
 * streamed past the caches into far cells, where that is possible.
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
   * Payloads from here on are copied past the caches: pulling a line out of the cache of a core far
   * away costs more than fetching it from memory in a stream (docs/decisions 25, 26 and 38 tell the
   * measurements).
   */
  static final int STREAMED_BYTES = 3072;

  static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_BYTES);
  static final long STAMP_MASK = 0xffff_ffffL;

  /** The length word: payload bytes below, above them where the payload lies. */
  static final int PLACE_SHIFT = 16;

  static final int LENGTH_MASK = 0xffff;

  /** Place of a payload in its slot's far cell; else 0: in the slot, n: grain n − 1 of near. */
  static final int FAR = 0xffff;

  /** Near payloads begin on whole cache lines. */
  static final int GRAIN_SHIFT = 6;

  private static final int GRAIN_BYTES = 1 << GRAIN_SHIFT;

  /** These looks are many, as often as once in two frames. */
  private static final int NEAR_LOOKS_PER_MEASUREMENT = 16;

  private final MemorySegment memory;
  private final long consumedAt;
  private final long slotsAt;
  private final long cellsAt;
  private final int slots;
  private final int mask;
  private final int cellBytes;
  private final long nearAt;
  private final int nearBytes;

  /** For the frame in each slot: where in near the next one begins, counted without wrapping. */
  private final int[] nearEnds;

  private final Distance distance = new Distance();

  /** Whether there was ever anything that might be streamed: only then is the clock read. */
  private boolean isMeasuring;

  private int nearLooks;

  /** Data that is not contiguous is put together here before it is streamed. */
  private @Nullable MemorySegment block;

  private int sent;
  private int consumed;
  private int nearNext;
  private int nearFreed;

  /** The sender of the empty ring at {@code base} of {@code memory}. */
  public RingSender(MemorySegment memory, long base, Geometry geometry) {
    this.memory = memory;
    this.consumedAt = base;
    this.slotsAt = base + HEAD_BYTES;
    this.slots = geometry.slots();
    this.cellsAt = slotsAt + (long) slots * SLOT_BYTES;
    this.mask = slots - 1;
    this.cellBytes = geometry.cellBytes();
    this.nearAt = cellsAt + (long) slots * cellBytes;
    this.nearBytes = geometry.nearBytes();
    this.nearEnds = new int[slots];
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
    memory.set(Words.PLAIN, slot + WORD0, word0);
    memory.set(Words.PLAIN, slot + WORD1, word1);
    memory.set(Words.PLAIN, slot + WORD2, word2);
    int length = bytes;
    if (bytes > INLINE_BYTES) {
      length = writeOutside(number, payload, bytes);
    } else if (bytes > 0) {
      payload.read(memory, slot + PAYLOAD, bytes);
    }
    nearEnds[number & mask] = nearNext;
    int stamp = number + 1;
    Words.LONG.setRelease(memory, slot, (long) length << Integer.SIZE | (stamp & STAMP_MASK));
    sent = stamp;
    return true;
  }

  /** Writes a payload that does not fit into the slot; returns the length word. */
  private int writeOutside(int number, Source payload, int bytes) {
    if (bytes >= STREAMED_BYTES && StreamingCopy.isReady()) {
      isMeasuring = true;
      if (distance.isFar()) {
        stream(payload, cell(number), bytes);
        return bytes | FAR << PLACE_SHIFT;
      }
    }
    int place = nearPlace(bytes);
    payload.read(memory, place == FAR ? cell(number) : near(place), bytes);
    return bytes | place << PLACE_SHIFT;
  }

  private void stream(Source payload, long to, int bytes) {
    if (!payload.stream(memory, to, bytes)) {
      MemorySegment together = block;
      if (together == null) {
        together = Arena.ofAuto().allocate(cellBytes, Words.LINE_BYTES);
        block = together;
      }
      payload.read(together, 0, bytes);
      StreamingCopy.copy(together, 0, memory, to, bytes);
    }
  }

  private int nearPlace(int bytes) {
    int begin = nearNext;
    int offset = begin & (nearBytes - 1);
    int size = (bytes + GRAIN_BYTES - 1) & -GRAIN_BYTES;
    if (offset + size > nearBytes) {
      begin += nearBytes - offset;
      offset = 0;
    }
    int end = begin + size;
    if (end - nearFreed > nearBytes && isStillNearFull(begin, end)) {
      return FAR;
    }
    nearNext = end;
    return (offset >> GRAIN_SHIFT) + 1;
  }

  private long near(int place) {
    return nearAt + ((long) (place - 1) << GRAIN_SHIFT);
  }

  private long cell(int number) {
    return cellsAt + (long) (number & mask) * cellBytes;
  }

  private boolean isStillFull(int number) {
    lookAndMeasure();
    return number - consumed >= slots;
  }

  private boolean isStillNearFull(int begin, int end) {
    if (++nearLooks % NEAR_LOOKS_PER_MEASUREMENT == 0) {
      lookAndMeasure();
    } else {
      look();
    }
    if (nearFreed == nearNext) {
      nearFreed = begin; // all of it is free, so also what would be skipped at the end
    }
    return end - nearFreed > nearBytes;
  }

  private void lookAndMeasure() {
    if (!isMeasuring) {
      look();
      return;
    }
    int known = consumed;
    long before = System.nanoTime();
    look();
    if (consumed != known) {
      distance.note(System.nanoTime() - before);
    }
  }

  /** Looks at the receiver's line, which is in its cache: only when there seems to be no room. */
  private void look() {
    // Acquire: the receiver has finished reading the slots that it gives back.
    consumed = (int) Words.INT.getAcquire(memory, consumedAt);
    if (sent - consumed < slots) {
      // The end of the last frame consumed; its entry has not been overwritten yet.
      nearFreed = nearEnds[(consumed - 1) & mask];
    }
  }
}
