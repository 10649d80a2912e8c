package org.purempi.disk;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Parts of memory that one stretch of a file fills or comes from, and how far that has come. */
final class Parts {
  /** An entry of a table of parts: offset and length. */
  static final long ENTRY_BYTES = 16;

  private static final long LENGTH_AT = 8;

  final MemorySegment memory;
  private final long[] offsets;
  private final long[] lengths;
  private final int parts;

  /** All bytes of all parts. */
  final long bytes;

  /** The first part that is not done, and how many bytes of it are. */
  private int part;

  private long doneOfPart;

  private long done;

  /** Throws IndexOutOfBoundsException if a part is not within the memory. */
  Parts(MemorySegment memory, long[] offsets, long[] lengths, int parts) {
    Objects.checkFromIndexSize(0, parts, Math.min(offsets.length, lengths.length));
    long all = 0;
    for (int i = 0; i < parts; i++) {
      Objects.checkFromIndexSize(offsets[i], lengths[i], memory.byteSize());
      all = Math.addExact(all, lengths[i]);
    }
    this.memory = memory;
    this.offsets = offsets;
    this.lengths = lengths;
    this.parts = parts;
    this.bytes = all;
  }

  /** Whether parts have less than so many bytes on average. */
  boolean areShorterThan(long mean) {
    return bytes < mean * parts;
  }

  long done() {
    return done;
  }

  long left() {
    return bytes - done;
  }

  /** Takes the next bytes, at most so many and all of them in one part, as done. */
  private long step(long most) {
    while (doneOfPart == lengths[part]) {
      part++;
      doneOfPart = 0;
    }
    long step = Math.min(most, lengths[part] - doneOfPart);
    doneOfPart += step;
    done += step;
    return step;
  }

  /** Where the byte behind those that are done lies. */
  private long offset() {
    return offsets[part] + doneOfPart;
  }

  /**
   * Lists the next parts in a table, at most so many and so many bytes.
   *
   * @return how many, at least one
   */
  int list(MemorySegment table, int mostParts, long mostBytes) {
    int entries = 0;
    long room = mostBytes;
    long doneOfNext = doneOfPart;
    for (int i = part; i < parts && entries < mostParts && room > 0; i++) {
      long length = Math.min(lengths[i] - doneOfNext, room);
      if (length > 0) {
        table.set(JAVA_LONG, entries * ENTRY_BYTES, offsets[i] + doneOfNext);
        table.set(JAVA_LONG, entries * ENTRY_BYTES + LENGTH_AT, length);
        entries++;
        room -= length;
      }
      doneOfNext = 0;
    }
    return entries;
  }

  /** The next {@code count} bytes are done. */
  void advance(long count) {
    for (long left = count; left > 0; ) {
      left -= step(left);
    }
  }

  /**
   * Copies the next {@code count} bytes of the stretch, which lie in {@code from}, to their parts.
   */
  void scatter(MemorySegment from, long count) {
    for (long at = 0; at < count; ) {
      long step = step(count - at);
      MemorySegment.copy(from, at, memory, offset() - step, step);
      at += step;
    }
  }

  /** Copies the next {@code count} bytes of the stretch to {@code to}; they are done then. */
  void gather(MemorySegment to, long count) {
    for (long at = 0; at < count; ) {
      long step = step(count - at);
      MemorySegment.copy(memory, offset() - step, to, at, step);
      at += step;
    }
  }
}
