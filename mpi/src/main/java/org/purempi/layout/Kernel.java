package org.purempi.layout;

import java.lang.foreign.MemorySegment;

/**
 * The loops that move pieces of one length, at most {@link Kernels#MOST_BYTES}. What they mean is
 * said by {@link CopyKernel}; {@link MachineKernel} is fast, and so is what {@link StraightCode}
 * writes where there is no machine code.
 */
interface Kernel {
  /** From pieces at equal distances to memory without gaps; {@code toStride} is ignored. */
  void pack(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      int n);

  /** From memory without gaps to pieces at equal distances; {@code fromStride} is ignored. */
  void unpack(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      int n);

  /** From pieces at equal distances to pieces at other equal distances. */
  void strided(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      int n);

  /** From the pieces at {@code n} offsets from {@code fromAt} to memory without gaps. */
  void gather(
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long toAt,
      int[] offsets,
      int first,
      int n);

  /** From memory without gaps to the pieces at {@code n} offsets from {@code toAt}. */
  void scatter(
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long toAt,
      int[] offsets,
      int first,
      int n);
}
