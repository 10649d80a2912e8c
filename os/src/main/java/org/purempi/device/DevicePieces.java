package org.purempi.device;

import java.util.Objects;

/** Pieces of one length in a device's memory, in an order. All offsets and lengths are bytes. */
public sealed interface DevicePieces {
  /** Bytes of all of them. */
  long bytes();

  /** {@code rows} rows of {@code pieces} pieces of {@code pieceBytes} bytes. */
  record Grid(long origin, long pieceBytes, long pieces, long stride, long rows, long rowStride)
      implements DevicePieces {
    @Override
    public long bytes() {
      return pieceBytes * pieces * rows;
    }
  }

  /**
   * Pieces at any place.
   *
   * @param origin what offsets are counted from
   * @param offsets of pieces; not copied, and not to be changed before all is done
   * @param first the first one that is meant
   * @param pieces how many
   * @param pieceBytes the length of each
   */
  @SuppressWarnings("ArrayRecordComponent") // read, never changed
  record Listed(long origin, int[] offsets, int first, int pieces, int pieceBytes)
      implements DevicePieces {
    /**
     * Checks that there are so many.
     *
     * @throws IndexOutOfBoundsException if there are not
     */
    public Listed {
      Objects.checkFromIndexSize(first, pieces, offsets.length);
    }

    @Override
    public long bytes() {
      return (long) pieces * pieceBytes;
    }

    /** Where a piece lies, from the origin on. */
    public int at(int piece) {
      return offsets[first + piece];
    }

    /** A part of them. */
    public Listed part(int from, int count) {
      return new Listed(origin, offsets, first + from, count, pieceBytes);
    }
  }
}
