package org.purempi.layout;

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
  /** Bytes of data. */
  final long bytes;

  Node(long bytes) {
    this.bytes = bytes;
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
