package org.purempi.layout;

/** Pieces of any length anywhere, in the order of the message. */
final class Listed extends Node {
  final long shift;

  /** Where each piece begins, relative to the list's origin. */
  final long[] displacements;

  /** Bytes of the message before each piece, and before the end. */
  final long[] starts;

  private Listed(long shift, long[] displacements, long[] starts) {
    super(starts[displacements.length]);
    this.shift = shift;
    this.displacements = displacements;
    this.starts = starts;
  }

  /** A list of two or more pieces; the displacements become its own. */
  static Listed of(long[] displacements, long[] lengths) {
    int n = displacements.length;
    long[] starts = new long[n + 1];
    for (int i = 0; i < n; i++) {
      starts[i + 1] = starts[i] + lengths[i];
    }
    return new Listed(0, displacements, starts);
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
    return new Listed(shift + byBytes, displacements, starts);
  }

  @Override
  void walk(Walker walker, long origin, long from, long to) {
    long at = from;
    for (int i = find(from); at < to; i++) {
      long end = Math.min(to, starts[i + 1]);
      walker.piece(at(origin, i) + at - starts[i], end - at);
      at = end;
    }
  }

  /** All of it again and again. */
  void walkRows(Walker walker, long origin, long rows, long rowStride) {
    walker.rows(origin + shift, this, rows, rowStride);
  }

  @Override
  void runAt(long origin, long from, Run run) {
    int piece = find(from);
    long skip = from - starts[piece];
    run.set(at(origin, piece) + skip, length(piece) - skip, 1, 0);
  }
}
