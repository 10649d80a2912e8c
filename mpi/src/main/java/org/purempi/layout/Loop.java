package org.purempi.layout;

/** A node again and again, at equal distances. */
final class Loop extends Node {
  final Node body;
  final long count;
  final long stride;

  Loop(Node body, long count, long stride) {
    super(count * body.bytes);
    this.body = body;
    this.count = count;
    this.stride = stride;
  }

  @Override
  long pieces() {
    return count * body.pieces();
  }

  @Override
  long runs() {
    return count * body.runs();
  }

  @Override
  Loop shifted(long byBytes) {
    return new Loop(body.shifted(byBytes), count, stride);
  }

  @Override
  void walk(Walker walker, long origin, long from, long to) {
    long turn = from / body.bytes;
    long skip = from - turn * body.bytes;
    long left = to - from;
    if (skip > 0) {
      long rest = Math.min(left, body.bytes - skip);
      body.walk(walker, origin + turn * stride, skip, skip + rest);
      left -= rest;
      turn++;
    }
    long whole = left / body.bytes;
    if (whole > 0) {
      walkWhole(walker, origin + turn * stride, whole);
      turn += whole;
      left -= whole * body.bytes;
    }
    if (left > 0) {
      body.walk(walker, origin + turn * stride, 0, left);
    }
  }

  private void walkWhole(Walker walker, long origin, long turns) {
    switch (body) {
      case Strided s ->
          walker.grid(origin + s.displacement, s.pieceBytes, s.pieces, s.stride, turns, stride);
      case Listed l -> l.walkRows(walker, origin, turns, stride);
      default -> {
        for (long i = 0; i < turns; i++) {
          body.walk(walker, origin + i * stride, 0, body.bytes);
        }
      }
    }
  }

  @Override
  void runAt(long origin, long from, Run run) {
    long turn = from / body.bytes;
    body.runAt(origin + turn * stride, from - turn * body.bytes, run);
  }
}
