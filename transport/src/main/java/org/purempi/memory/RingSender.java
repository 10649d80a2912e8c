package org.purempi.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.os.fast.Prefetch;
import org.purempi.os.fast.StreamingCopy;
import org.purempi.transport.Source;

/**
 * The writing end of a pair ring: one sender, one receiver, a stamp in every frame.
 *
 * <pre>
 *   head               consumed: how many slots the receiver has taken, as far as it has told
 *   slots              16 bytes each, four in a cache line; a frame takes 1, 2, 4 or 8 in succession
 *   cells              one for every eight slots
 *   near block         8 KiB or four cells, used round and round
 *
 *   a frame            │0 stamp │4 length │8 word0 │16 word1 │24 word2 │32 payload …
 *   word2 is 0         │0 stamp │4 length │8 word0 │16 word1 │24 payload …
 *   like the last one  │0 stamp │4 length │8 payload …
 * </pre>
 *
 * <p>Slots are counted from 0; slot n lies at place n mod slots. A frame that begins in slot n is
 * there once the stamp at that place is n + 1; stamps wrap at 2³². Stamp and length are one 8-byte
 * word, stored last with release, so that a receiver learns of a short frame by loading one line,
 * or half of one. The receiver never writes to a slot. Zeroed memory is an empty ring.
 *
 * <p>Where the next frame will begin there may lie what looks like its stamp, if the inside of a
 * frame was there before: the sender clears that word before it publishes the frame in front of it,
 * and so never fills the last free slot. A frame that begins near the end runs over it; the next
 * one begins where it would have ended, counted in slots.
 *
 * <p>The words are a message's envelope. A frame with those of the frame before it, and no word 2,
 * leaves them out: of a stream of short messages four travel in a cache line.
 *
 * <p>A payload up to 96 bytes travels in its frame's slots. A longer one goes into the near block
 * while there is room, else into a far cell, for which the frame takes eight slots. As long as the
 * receiver keeps up, a stream of any length thus uses the same few kilobytes, which stay in both
 * first-level caches: two to three times the throughput of walking through all cells. When it does
 * not keep up the far cells hold the rest. While the receiver's core is far away ({@link
 * CacheDistance}), payloads from 3 KiB on are streamed past the caches into far cells, where that
 * is possible.
 */
public final class RingSender {
  /** Bytes of a slot: the shortest frame. */
  static final int SLOT_BYTES = 16;

  /** The longest frame, in slots. */
  static final int MOST_SLOTS = 8;

  /** Bytes before the first slot. */
  static final int HEAD_BYTES = SharedWords.LINE_BYTES;

  static final int WORD0 = 8;
  static final int WORD1 = 16;
  static final int WORD2 = 24;

  /** The header of a frame with the words of the one before it, in bytes. */
  static final int SAME_WORDS = WORD0;

  /** The header of a frame whose word 2 is 0. */
  static final int TWO_WORDS = WORD2;

  /** The longest header. */
  static final int THREE_WORDS = 32;

  /** The longest payload that travels inside its frame. */
  private static final int INLINE_BYTES = MOST_SLOTS * SLOT_BYTES - THREE_WORDS;

  /**
   * Payloads from here on are copied past the caches: pulling a line out of the cache of a core far
   * away costs more than fetching it from memory in a stream (docs/decisions/copies.md and rings.md
   * tell the measurements).
   */
  static final int STREAMED_BYTES = 3072;

  static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_BYTES);
  private static final int CELL_SHIFT = Integer.numberOfTrailingZeros(MOST_SLOTS);
  static final long STAMP_MASK = 0xffff_ffffL;

  /**
   * The length word: payload bytes below, then where the payload lies, the header's bytes and the
   * number of slots as a power of two.
   */
  static final int PLACE_SHIFT = 16;

  static final int LENGTH_MASK = 0xffff;
  static final int PLACE_MASK = 0xff;
  static final int HEADER_SHIFT = 24;
  static final int HEADER_MASK = 0x3f;
  static final int POWER_SHIFT = 30;

  /** Place of a payload that follows its header. Grain n of near: n + 1. */
  static final int INLINE = 0;

  /** Place of a payload in its frame's far cell. */
  static final int FAR = PLACE_MASK;

  /** Near payloads begin on whole cache lines. */
  static final int GRAIN_SHIFT = 6;

  private static final int GRAIN_BYTES = 1 << GRAIN_SHIFT;

  private static final int SLOTS_PER_LINE = SharedWords.LINE_BYTES / SLOT_BYTES;

  /** Who sends fewer has next to nothing to gain, and does not bind native code. */
  private static final int FRAMES_BEFORE_FETCHING = 256;

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

  /** Which slots hold the inside of a frame, or nothing, and no stamp. */
  private final boolean[] isInside;

  /** For the frame that ends in each slot: where in near the next begins, without wrapping. */
  private final int[] nearEnds;

  private final CacheDistance distance = new CacheDistance();

  /** Whether there was ever anything that might be streamed: only then is the clock read. */
  private boolean isMeasuring;

  private int nearLooks;

  /** Data that is not contiguous is put together here before it is streamed. */
  private @Nullable MemorySegment block;

  private int sent;
  private int consumed;
  private long lastWord0;
  private long lastWord1;
  private int nearNext;
  private int nearFreed;

  private int framesToFetching = FRAMES_BEFORE_FETCHING;

  /** The slot up to which lines have been fetched. */
  private int fetched;

  /** Of the last frame. */
  private int lastSlots;

  /** Of the last frame, in the near block. */
  private int lastNearBytes;

  /** The sender of the empty ring at {@code base} of {@code memory}. */
  public RingSender(MemorySegment memory, long base, Geometry geometry) {
    this(memory, base, geometry, 0);
  }

  /** The sender of a ring in which all of so many slots, whole rounds, have been consumed. */
  RingSender(MemorySegment memory, long base, Geometry geometry, int begun) {
    this.memory = memory;
    this.consumedAt = base;
    this.slotsAt = base + HEAD_BYTES;
    this.slots = geometry.slots();
    this.cellsAt = base + geometry.cellsOffset();
    this.mask = slots - 1;
    this.cellBytes = geometry.cellBytes();
    this.nearAt = base + geometry.nearOffset();
    this.nearBytes = geometry.nearBytes();
    this.isInside = new boolean[slots];
    this.nearEnds = new int[slots];
    this.sent = begun;
    this.consumed = begun;
    this.fetched = begun;
  }

  /** How many slots so many bytes take: a power of two, so that frames of one size lie aligned. */
  private static int slotsOf(int bytes) {
    return bytes <= SLOT_BYTES
        ? 1
        : bytes <= 2 * SLOT_BYTES ? 2 : bytes <= 4 * SLOT_BYTES ? 4 : MOST_SLOTS;
  }

  /** The number of the far cell of the frame that begins in slot {@code number}. */
  static int cellOf(int number, int mask) {
    return (number & mask) >>> CELL_SHIFT;
  }

  /**
   * Sends one frame with the next {@code bytes} bytes of {@code payload}; false, and nothing
   * happened, when the ring is full.
   */
  public boolean offer(long word0, long word1, long word2, Source payload, int bytes) {
    int number = sent;
    int header = headerOf(word0, word1, word2);
    boolean isInline = bytes <= INLINE_BYTES;
    int most = isInline ? slotsOf(header + bytes) : MOST_SLOTS;
    if (number + most - consumed >= slots && isStillFull(number + most)) {
      return false;
    }
    int place = isInline ? INLINE : writeOutside(number, payload, bytes);
    int next = number + (isInline || place == FAR ? most : slotsOf(header));
    for (int inside = number + 1; inside != next; inside++) {
      isInside[inside & mask] = true; // before anything is written there, should the payload throw
    }
    long slot = slotAt(number);
    // Plain stores: the release in publish is behind them.
    if (header != SAME_WORDS) {
      memory.set(SharedWords.PLAIN, slot + WORD0, word0);
      memory.set(SharedWords.PLAIN, slot + WORD1, word1);
    }
    if (header == THREE_WORDS) {
      memory.set(SharedWords.PLAIN, slot + WORD2, word2);
    }
    if (isInline && bytes > 0) {
      payload.read(memory, slot + header, bytes);
    }
    publish(number, slot, next, bytes | place << PLACE_SHIFT | header << HEADER_SHIFT);
    lastWord0 = word0;
    lastWord1 = word1;
    lastSlots = next - number;
    lastNearBytes = isInline || place == FAR ? 0 : bytes;
    return true;
  }

  /**
   * Fetches the lines for one more frame like the last one, and a line on. For senders of many
   * frames: the receiver has read these lines in the round before, and stores would wait for them
   * one after the other.
   */
  void fetchAhead() {
    if (framesToFetching > 0) {
      framesToFetching--;
      return;
    }
    if (memory.isNative() && Prefetch.isReady()) {
      fetchSlots();
      fetchNear();
    }
  }

  private void fetchSlots() {
    int end = lineFrom(sent + lastSlots) + SLOTS_PER_LINE;
    if (end - fetched > 0) {
      int begin = lineFrom(sent);
      int from = fetched - begin > 0 ? fetched : begin;
      Prefetch.forWriting(memory, slotAt(from), (long) (end - from) << SLOT_SHIFT);
      fetched = end;
    }
  }

  /** The first slot from this one on with which a line begins. */
  private static int lineFrom(int slot) {
    return (slot + SLOTS_PER_LINE - 1) & -SLOTS_PER_LINE;
  }

  private void fetchNear() {
    if (lastNearBytes > 0) {
      int offset = nearNext & (nearBytes - 1);
      int begin = offset + lastNearBytes > nearBytes ? 0 : offset;
      Prefetch.forWriting(memory, nearAt + begin, Math.min(lastNearBytes, STREAMED_BYTES));
    }
  }

  private long slotAt(int number) {
    return slotsAt + ((long) (number & mask) << SLOT_SHIFT);
  }

  private int headerOf(long word0, long word1, long word2) {
    if (word2 != 0) {
      return THREE_WORDS;
    }
    return word0 == lastWord0 && word1 == lastWord1 ? SAME_WORDS : TWO_WORDS;
  }

  private void publish(int number, long slot, int next, int length) {
    nearEnds[(next - 1) & mask] = nearNext;
    if (isInside[next & mask]) {
      isInside[next & mask] = false;
      // The stamp of another place; even 0 is the right one here once in 2³² slots.
      long none = next & STAMP_MASK;
      memory.set(SharedWords.PLAIN, slotAt(next), none);
    }
    long stamp = (number + 1) & STAMP_MASK;
    int power = Integer.numberOfTrailingZeros(next - number);
    SharedWords.LONG.setRelease(
        memory, slot, (long) (length | power << POWER_SHIFT) << Integer.SIZE | stamp);
    sent = next;
  }

  /** Writes a payload that does not fit into a frame; returns its place. */
  private int writeOutside(int number, Source payload, int bytes) {
    if (bytes >= STREAMED_BYTES && StreamingCopy.isReady()) {
      isMeasuring = true;
      if (distance.isFar()) {
        stream(payload, cell(number), bytes);
        return FAR;
      }
    }
    int place = nearPlace(bytes);
    payload.read(memory, place == FAR ? cell(number) : near(place), bytes);
    return place;
  }

  private void stream(Source payload, long to, int bytes) {
    if (!payload.stream(memory, to, bytes)) {
      MemorySegment together = block;
      if (together == null) {
        together = Arena.ofAuto().allocate(cellBytes, SharedWords.LINE_BYTES);
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
    return cellsAt + (long) cellOf(number, mask) * cellBytes;
  }

  private boolean isStillFull(int end) {
    lookAndMeasure();
    return end - consumed >= slots;
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
    consumed = (int) SharedWords.INT.getAcquire(memory, consumedAt);
    // The end of the last frame consumed: one slot is free, so its entry is not overwritten yet.
    nearFreed = nearEnds[(consumed - 1) & mask];
  }
}
