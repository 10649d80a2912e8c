package org.purempi.layout;

import org.jspecify.annotations.Nullable;

/** A node again and again, at equal distances. */
final class Loop extends Node {
  /** Turns of fewer pieces are written out, several turns together. */
  private static final int SHORT_TURN = 48;

  /** Pieces of the turns that are written out. */
  private static final int WRITTEN_PIECES = 256;

  /** Fewer turns are not worth it. */
  private static final int FEW_TURNS = 4;

  final Node body;
  final long count;
  final long stride;

  /** Some turns of a body of a few short pieces; made at first use, by any thread. */
  private @Nullable Indexed turns;

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
    Indexed together = turns >= FEW_TURNS ? together() : null;
    long done = 0;
    if (together != null) {
      long each = together.bytes / body.bytes;
      // A table counts from its lowest turn. With turns that go down that is its last one, which
      // must be there.
      while (done < turns && (stride >= 0 || turns - done >= each)) {
        long n = Math.min(each, turns - done);
        together.walk(walker, origin + done * stride, 0, n * body.bytes);
        done += n;
      }
    }
    if (done < turns) {
      walkEach(walker, origin + done * stride, turns - done);
    }
  }

  private void walkEach(Walker walker, long origin, long turns) {
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

  /** As many turns as make a table of some length, if the pieces are short and all alike. */
  private @Nullable Indexed together() {
    if (turns == null && body.pieces() < SHORT_TURN) {
      int length =
          switch (body) {
            case Strided s -> (int) Math.min(s.pieceBytes, Integer.MAX_VALUE);
            case Indexed i -> i.pieceBytes;
            default -> Integer.MAX_VALUE;
          };
      if (length <= Kernels.MOST_BYTES) {
        turns = writtenOut(length);
      }
    }
    return turns;
  }

  private @Nullable Indexed writtenOut(int pieceBytes) {
    int each = (int) body.pieces();
    int n = (int) Math.min(count, Math.max(FEW_TURNS, WRITTEN_PIECES / each)) * each;
    long[] at = new long[n];
    long[] lengths = new long[n];
    int[] filled = {0};
    for (int i = 0; i < n / each; i++) {
      body.walk(
          (place, bytes) -> {
            at[filled[0]] = place;
            lengths[filled[0]++] = bytes;
          },
          i * stride,
          0,
          body.bytes);
    }
    return Indexed.of(at, lengths, pieceBytes);
  }

  @Override
  void runAt(long origin, long from, Run run) {
    long turn = from / body.bytes;
    body.runAt(origin + turn * stride, from - turn * body.bytes, run);
  }
}
