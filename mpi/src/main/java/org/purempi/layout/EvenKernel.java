package org.purempi.layout;

import java.lang.foreign.MemorySegment;

/** A {@link Kernel} to which memory without gaps is nothing but pieces at the closest distance. */
interface EvenKernel extends Kernel {
  /** The length of the pieces in bytes. */
  int piece();

  @Override
  default void pack(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      int n) {
    strided(from, fromAt, fromStride, to, toAt, piece(), n);
  }

  @Override
  default void unpack(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      int n) {
    strided(from, fromAt, piece(), to, toAt, toStride, n);
  }
}
