package org.purempi.device.cuda;

import java.util.Objects;

/**
 * Where pieces lie, counted in bytes.
 *
 * @param offsets of the pieces
 * @param first the first one that is meant
 * @param pieces how many
 * @param pieceBytes the length of each
 */
@SuppressWarnings("ArrayRecordComponent") // read, never changed
record CudaOffsets(int[] offsets, int first, int pieces, int pieceBytes) {
  CudaOffsets {
    Objects.checkFromIndexSize(first, pieces, offsets.length);
  }

  /** A part of them. */
  CudaOffsets part(int from, int count) {
    return new CudaOffsets(offsets, first + from, count, pieceBytes);
  }

  int at(int piece) {
    return offsets[first + piece];
  }

  /** The lowest of them. */
  int lowest() {
    int lowest = Integer.MAX_VALUE;
    for (int i = 0; i < pieces; i++) {
      lowest = Math.min(lowest, at(i));
    }
    return lowest;
  }

  /** The highest of them. */
  int highest() {
    int highest = Integer.MIN_VALUE;
    for (int i = 0; i < pieces; i++) {
      highest = Math.max(highest, at(i));
    }
    return highest;
  }

  /** All their bits. */
  int bits() {
    int bits = pieceBytes;
    for (int i = 0; i < pieces; i++) {
      bits |= at(i);
    }
    return bits;
  }
}
