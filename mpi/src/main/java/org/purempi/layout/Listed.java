package org.purempi.layout;

/** Pieces anywhere, in the order of the message. */
final class Listed extends Node {
  private final long shift;

  /** Where each piece begins, relative to the list's origin. */
  final long[] displacements;

  /** Bytes of the message before each piece, and before the end. */
  final long[] starts;

  /** The length that all pieces have; 0 if they differ. */
  final long pieceBytes;

  private Listed(long shift, long[] displacements, long[] starts, long pieceBytes) {
    super(starts[displacements.length]);
    this.shift = shift;
    this.displacements = displacements;
    this.starts = starts;
    this.pieceBytes = pieceBytes;
  }

  /** A list of two or more pieces; the arrays become its own. */
  static Listed of(long[] displacements, long[] lengths) {
    int n = displacements.length;
    long[] starts = new long[n + 1];
    boolean isEqual = true;
    for (int i = 0; i < n; i++) {
      starts[i + 1] = starts[i] + lengths[i];
      isEqual &= lengths[i] == lengths[0];
    }
    return new Listed(0, displacements, starts, isEqual ? lengths[0] : 0);
  }

  private long at(long origin, int piece) {
    return origin + shift + displacements[piece];
  }

  /** Bytes of a piece. */
  long length(int piece) {
    return starts[piece + 1] - starts[piece];
  }

  /** The piece that holds a byte of the message. */
  private int find(long from) {
    if (pieceBytes > 0) {
      return (int) (from / pieceBytes);
    }
    int low = 0;
    int high = displacements.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= from) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  @Override
  long pieces() {
    return displacements.length;
  }

  @Override
  long runs() {
    return displacements.length;
  }

  @Override
  Listed shifted(long byBytes) {
    return new Listed(shift + byBytes, displacements, starts, pieceBytes);
  }

  @Override
  void walk(Walker walker, long origin, long from, long to) {
    int first = find(from);
    long at = from;
    if (at > starts[first]) {
      long end = Math.min(to, starts[first + 1]);
      walker.piece(at(origin, first) + at - starts[first], end - at);
      at = end;
      first++;
    }
    if (at == to) {
      return;
    }
    int end = to == bytes ? displacements.length : find(to);
    if (end > first) {
      walker.list(origin + shift, this, first, end, 1, 0);
    }
    if (to > starts[end]) {
      walker.piece(at(origin, end), to - starts[end]);
    }
  }

  /** All of it again and again. */
  void walkRows(Walker walker, long origin, long rows, long rowStride) {
    walker.list(origin + shift, this, 0, displacements.length, rows, rowStride);
  }

  @Override
  void runAt(long origin, long from, Run run) {
    int piece = find(from);
    long skip = from - starts[piece];
    run.set(at(origin, piece) + skip, length(piece) - skip, 1, 0);
  }
}
