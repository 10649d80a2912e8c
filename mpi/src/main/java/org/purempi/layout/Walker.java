package org.purempi.layout;

/**
 * Is shown where the bytes of a message lie, in order. Offsets are bytes from the memory's start.
 */
interface Walker {
  /** Bytes without a gap. */
  void piece(long at, long bytes);

  /**
   * {@code rows} rows of {@code pieces} pieces of {@code pieceBytes} bytes.
   *
   * @param stride bytes from a piece to the next one of its row
   * @param rowStride bytes from a row's first piece to the next row's
   */
  default void grid(long at, long pieceBytes, long pieces, long stride, long rows, long rowStride) {
    for (long r = 0; r < rows; r++) {
      for (long i = 0; i < pieces; i++) {
        piece(at + r * rowStride + i * stride, pieceBytes);
      }
    }
  }

  /**
   * All pieces of a list, {@code rows} times.
   *
   * @param origin where the list's displacements count from
   * @param rowStride bytes from one origin to the next
   */
  default void rows(long origin, Listed list, long rows, long rowStride) {
    for (long r = 0; r < rows; r++) {
      for (int i = 0; i < list.displacements.length; i++) {
        piece(origin + r * rowStride + list.displacements[i], list.length(i));
      }
    }
  }

  /** Pieces of {@code pieceBytes} bytes at offsets {@code first} … {@code end} − 1 from origin. */
  default void indexed(long origin, int[] offsets, int pieceBytes, int first, int end) {
    for (int i = first; i < end; i++) {
      piece(origin + offsets[i], pieceBytes);
    }
  }
}
