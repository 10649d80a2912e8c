package org.purempi.layout;

/** Bytes without a gap. */
final class Piece extends Node {
  static final Piece EMPTY = new Piece(0, 0);

  final long displacement;

  Piece(long displacement, long bytes) {
    super(bytes);
    this.displacement = displacement;
  }

  @Override
  long pieces() {
    return 1;
  }

  @Override
  long runs() {
    return 1;
  }

  @Override
  Piece shifted(long byBytes) {
    return new Piece(displacement + byBytes, bytes);
  }

  @Override
  void walk(Walker walker, long origin, long from, long to) {
    walker.piece(origin + displacement + from, to - from);
  }

  @Override
  void runAt(long origin, long from, Run run) {
    run.set(origin + displacement + from, bytes - from, 1, 0);
  }
}
