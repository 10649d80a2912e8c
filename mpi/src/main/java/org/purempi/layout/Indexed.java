package org.purempi.layout;

import org.jspecify.annotations.Nullable;

/** Short pieces of one length anywhere, in the order of the message: found without a search. */
final class Indexed extends Node {
  final long displacement;

  /** Where each piece begins, in bytes from the displacement. */
  final int[] offsets;

  final int pieceBytes;

  Indexed(long displacement, int[] offsets, int pieceBytes) {
    super((long) offsets.length * pieceBytes);
    this.displacement = displacement;
    this.offsets = offsets;
    this.pieceBytes = pieceBytes;
  }

  /**
   * Pieces of a length that divides all of {@code lengths}; null if that makes them too many, or if
   * they lie too far apart for an int.
   */
  static @Nullable Indexed of(long[] displacements, long[] lengths, int pieceBytes) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    long bytes = 0;
    for (int i = 0; i < displacements.length; i++) {
      low = Math.min(low, displacements[i]);
      high = Math.max(high, displacements[i] + lengths[i]);
      bytes += lengths[i];
    }
    long n = bytes / pieceBytes;
    if (high - low > Integer.MAX_VALUE || n > Integer.MAX_VALUE / Integer.BYTES) {
      return null;
    }
    int[] offsets = new int[(int) n];
    int k = 0;
    for (int i = 0; i < displacements.length; i++) {
      int offset = (int) (displacements[i] - low);
      for (long done = 0; done < lengths[i]; done += pieceBytes) {
        offsets[k++] = offset + (int) done;
      }
    }
    return new Indexed(low, offsets, pieceBytes);
  }

  @Override
  long pieces() {
    return offsets.length;
  }

  @Override
  long runs() {
    return offsets.length;
  }

  @Override
  Indexed shifted(long byBytes) {
    return new Indexed(displacement + byBytes, offsets, pieceBytes);
  }

  private long at(long origin, int piece) {
    return origin + displacement + offsets[piece];
  }

  @Override
  void walk(Walker walker, long origin, long from, long to) {
    int first = (int) (from / pieceBytes);
    long at = from;
    long skip = from - (long) first * pieceBytes;
    if (skip > 0) {
      long rest = Math.min(to - from, pieceBytes - skip);
      walker.piece(at(origin, first) + skip, rest);
      at += rest;
      first++;
    }
    int end = (int) (to / pieceBytes);
    if (end > first) {
      walker.indexed(origin + displacement, offsets, pieceBytes, first, end);
      at = (long) end * pieceBytes;
    }
    if (at < to) {
      walker.piece(at(origin, end), to - at);
    }
  }

  @Override
  void runAt(long origin, long from, Run run) {
    int piece = (int) (from / pieceBytes);
    long skip = from - (long) piece * pieceBytes;
    run.set(at(origin, piece) + skip, pieceBytes - skip, 1, 0);
  }
}
