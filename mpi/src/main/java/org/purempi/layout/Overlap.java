package org.purempi.layout;

import java.util.Arrays;

/**
 * Whether elements of a type touch a byte twice: such can be sent, but not received into (section
 * 3.2.4). Types of very many pieces are believed.
 */
final class Overlap {
  /** So many pieces are looked at; sorting them takes a few milliseconds, once. */
  private static final int MOST_PIECES = 1 << 16;

  private final Node node;
  private final long extent;

  // Both only grow, and are read and written plainly: a stale value costs a look.
  private long freeUpTo;
  private long overlapFrom = Long.MAX_VALUE;

  Overlap(Node node, long extent) {
    this.node = node;
    this.extent = extent;
  }

  /** Whether two of {@code count} elements, or two parts of one, share a byte. */
  boolean among(long count) {
    if (count <= freeUpTo || count == 0) {
      return false;
    }
    if (count >= overlapFrom) {
      return true;
    }
    boolean shares = find(count);
    if (shares) {
      overlapFrom = count;
    } else {
      freeUpTo = isApart() ? Long.MAX_VALUE : count;
    }
    return shares;
  }

  private boolean find(long count) {
    if (isApart()) {
      return sharesWithin(node);
    }
    return sharesWithin(Normalizer.repeated(node, count, extent));
  }

  /** Whether no element reaches into the next one's place. */
  private boolean isApart() {
    Range range = new Range();
    if (node.bytes > 0) {
      node.walk(range, 0, 0, node.bytes);
    }
    return Math.abs(extent) >= range.high - range.low;
  }

  private static boolean sharesWithin(Node node) {
    if (node.bytes == 0) {
      return false;
    }
    if (node instanceof Strided s) {
      return Math.abs(s.stride) < s.pieceBytes;
    }
    if (node.pieces() > MOST_PIECES) {
      return false;
    }
    Collector all = new Collector((int) node.pieces());
    node.walk(all, 0, 0, node.bytes);
    return all.share();
  }

  /** The lowest and the highest byte. */
  private static final class Range implements Walker {
    private long low = Long.MAX_VALUE;
    private long high = Long.MIN_VALUE;

    @Override
    public void piece(long at, long bytes) {
      low = Math.min(low, at);
      high = Math.max(high, at + bytes);
    }

    @Override
    public void grid(
        long at, long pieceBytes, long pieces, long stride, long rows, long rowStride) {
      long along = (pieces - 1) * stride;
      long down = (rows - 1) * rowStride;
      piece(at + Math.min(0, along) + Math.min(0, down), pieceBytes);
      piece(at + Math.max(0, along) + Math.max(0, down), pieceBytes);
    }
  }

  /** All pieces. */
  private static final class Collector implements Walker {
    private final long[][] pieces;
    private int n;

    Collector(int room) {
      pieces = new long[room][];
    }

    boolean share() {
      Arrays.sort(pieces, 0, n, (a, b) -> Long.compare(a[0], b[0]));
      for (int i = 1; i < n; i++) {
        if (pieces[i - 1][1] > pieces[i][0]) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void piece(long at, long bytes) {
      pieces[n++] = new long[] {at, at + bytes};
    }
  }
}
