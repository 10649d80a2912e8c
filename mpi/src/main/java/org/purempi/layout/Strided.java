package org.purempi.layout;

/** Equal pieces at equal distances. */
final class Strided extends Node {
  final long displacement;
  final long pieceBytes;
  final long pieces;
  final long stride;

  Strided(long displacement, long pieceBytes, long pieces, long stride) {
    super(pieceBytes * pieces);
    this.displacement = displacement;
    this.pieceBytes = pieceBytes;
    this.pieces = pieces;
    this.stride = stride;
  }

  @Override
  long pieces() {
    return pieces;
  }

  @Override
  long runs() {
    return 1;
  }

  @Override
  Strided shifted(long byBytes) {
    return new Strided(displacement + byBytes, pieceBytes, pieces, stride);
  }

  @Override
  void walk(Walker walker, long origin, long from, long to) {
    long first = from / pieceBytes;
    long skip = from - first * pieceBytes;
    long at = origin + displacement + first * stride;
    long left = to - from;
    if (skip > 0) {
      long rest = Math.min(left, pieceBytes - skip);
      walker.piece(at + skip, rest);
      left -= rest;
      at += stride;
    }
    long whole = left / pieceBytes;
    if (whole > 0) {
      walker.grid(at, pieceBytes, whole, stride, 1, 0);
      left -= whole * pieceBytes;
      at += whole * stride;
    }
    if (left > 0) {
      walker.piece(at, left);
    }
  }

  @Override
  void runAt(long origin, long from, Run run) {
    long first = from / pieceBytes;
    long skip = from - first * pieceBytes;
    long at = origin + displacement + first * stride + skip;
    if (skip > 0) {
      run.set(at, pieceBytes - skip, 1, 0);
    } else {
      run.set(at, pieceBytes, pieces - first, stride);
    }
  }
}
