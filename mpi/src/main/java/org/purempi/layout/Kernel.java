package org.purempi.layout;

import java.lang.foreign.MemorySegment;

/**
 * The loops that move data. One text, {@link CopyKernel}; {@link Kernels} makes an instance of its
 * own for each two kinds of memory.
 */
interface Kernel {
  /**
   * Copies {@code rows} × {@code pieces} pieces of {@code pieceBytes} bytes.
   *
   * @param fromStride bytes between the pieces of a row, {@code fromRow} between rows; so {@code
   *     toStride} and {@code toRow}
   */
  void grid(
      MemorySegment from,
      long fromAt,
      long fromStride,
      long fromRow,
      MemorySegment to,
      long toAt,
      long toStride,
      long toRow,
      long pieceBytes,
      long pieces,
      long rows);

  /** Copies pieces {@code first} … {@code end} − 1 of a list, without gaps, {@code rows} times. */
  void gather(
      MemorySegment from,
      long origin,
      long rowStride,
      Listed list,
      int first,
      int end,
      long rows,
      MemorySegment to,
      long toAt);

  /** Copies to pieces {@code first} … {@code end} − 1 of a list, {@code rows} times. */
  void scatter(
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long origin,
      long rowStride,
      Listed list,
      int first,
      int end,
      long rows);
}
