package org.purempi.layout;

import org.jspecify.annotations.Nullable;
import org.purempi.os.fast.PieceCopy;
import org.purempi.os.fast.PieceTable;

/**
 * Where the bytes of a message lie, relative to an origin: a datatype's normal form is a tree of
 * these. Immutable.
 *
 * <pre>
 *   Piece     bytes without a gap
 *   Strided   equal pieces at equal distances
 *   Indexed   short equal pieces anywhere
 *   Listed    pieces anywhere
 *   Loop      a node again and again, at equal distances
 *   Sequence  nodes of different kinds, one after the other
 * </pre>
 */
abstract sealed class Node permits Piece, Strided, Indexed, Listed, Loop, Sequence {
  /** A message of at most so many bytes is short. */
  static final int SHORT_BYTES = 4 << 10;

  /** A table is not made for more pieces. */
  private static final int MOST_TABLED_PIECES = 1 << 10;

  /** Asked so often, a table is made: what is sent once is not worth it. */
  private static final int ASKED_TWICE = 2;

  /** Bytes of data. */
  final long bytes;

  // Made by any thread. Plain: it is immutable, and a thread that sees it late does without.
  private @Nullable PieceTable table;
  private int asked;

  Node(long bytes) {
    this.bytes = bytes;
  }

  /**
   * All of a short message as a table, which one call copies; null if it is not short, or has too
   * many pieces, or such calls are not possible (yet).
   */
  final @Nullable PieceTable table() {
    if (asked < ASKED_TWICE && bytes <= SHORT_BYTES && PieceCopy.isReady()) {
      int n = asked + 1;
      asked = n;
      if (n == ASKED_TWICE && pieces() <= MOST_TABLED_PIECES) {
        table = tabled();
      }
    }
    return table;
  }

  private @Nullable PieceTable tabled() {
    var at = new long[(int) pieces()];
    var lengths = new int[at.length];
    int[] filled = {0};
    walk(
        (place, length) -> {
          at[filled[0]] = place;
          lengths[filled[0]++] = (int) length;
        },
        0,
        0,
        bytes);
    return PieceTable.of(at, lengths, filled[0]);
  }

  /** The number of pieces without gaps. */
  abstract long pieces();

  /** The number of runs that {@link #runAt} finds. */
  abstract long runs();

  /** The same somewhere else. */
  abstract Node shifted(long byBytes);

  /**
   * Shows the data of bytes {@code from} … {@code to} − 1 of the message, in order; {@code from}
   * &lt; {@code to}.
   */
  abstract void walk(Walker walker, long origin, long from, long to);

  /**
   * Finds the pieces from byte {@code from} &lt; {@link #bytes} of the message on that lie at equal
   * distances; the rest of one piece, if {@code from} is within it.
   */
  abstract void runAt(long origin, long from, Run run);
}
