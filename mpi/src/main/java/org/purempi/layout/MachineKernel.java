package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import org.purempi.os.fast.PieceCopy;

/**
 * {@link Kernel} in machine code: for any two kinds of memory, and fast from its first call.
 *
 * @param piece the length of the pieces in bytes
 */
record MachineKernel(int piece) implements EvenKernel {
  @Override
  public void strided(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      int n) {
    PieceCopy.strided(piece, from, fromAt, fromStride, to, toAt, toStride, n);
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
    PieceCopy.gather(piece, from, fromAt, to, toAt, offsets, first, n);
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
    PieceCopy.scatter(piece, from, fromAt, to, toAt, offsets, first, n);
  }
}
