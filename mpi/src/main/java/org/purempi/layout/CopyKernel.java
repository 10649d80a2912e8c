package org.purempi.layout;

import java.lang.foreign.MemorySegment;

/**
 * {@link Kernel} in the plainest words: what {@link StraightCode} is tested against, and what runs
 * where no class can be defined, as in a native image.
 *
 * @param piece the length of the pieces in bytes
 */
record CopyKernel(int piece) implements EvenKernel {
  @Override
  public void strided(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      int n) {
    for (int i = 0; i < n; i++) {
      MemorySegment.copy(from, fromAt + i * fromStride, to, toAt + i * toStride, piece);
    }
  }

  @Override
  public void gather(
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long toAt,
      int[] offsets,
      int first,
      int n) {
    for (int i = 0; i < n; i++) {
      long t = toAt + (long) i * piece;
      MemorySegment.copy(from, fromAt + offsets[first + i], to, t, piece);
    }
  }

  @Override
  public void scatter(
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long toAt,
      int[] offsets,
      int first,
      int n) {
    for (int i = 0; i < n; i++) {
      long f = fromAt + (long) i * piece;
      MemorySegment.copy(from, f, to, toAt + offsets[first + i], piece);
    }
  }
}
