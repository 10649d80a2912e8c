package org.purempi.check;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.purempi.BasicDatatype;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;

/** Ranges of bytes, in their order. */
final class Pieces {
  /** Data of more pieces is taken to touch nothing else. */
  private static final int MOST = 1 << 14;

  private static final int FIRST_ROOM = 16;

  private long[][] pieces = new long[FIRST_ROOM][];
  private int n;

  private Pieces() {}

  /** One range. */
  static Pieces of(long from, long to) {
    Pieces one = new Pieces();
    one.piece(from, to);
    return one;
  }

  /** The bytes of elements. */
  static Pieces of(Datatype type, long origin, long count) {
    Pieces all = new Pieces();
    all.add(type, origin, count);
    Arrays.sort(all.pieces, 0, all.n, (a, b) -> Long.compare(a[0], b[0]));
    return all;
  }

  private boolean isFull() {
    return n >= MOST;
  }

  private void add(Datatype type, long at, long count) {
    boolean isDense = type.size() == type.extent() && type.size() == type.trueExtent();
    if (type instanceof BasicDatatype || isDense) {
      piece(at + type.trueLb(), at + type.trueLb() + count * type.size());
      return;
    }
    for (long i = 0; i < count && !isFull(); i++) {
      long element = at + i * type.extent();
      ((DerivedDatatype) type)
          .forEachPart(
              (displacement, blocks, stride, length, of) -> {
                for (long block = 0; block < blocks && !isFull(); block++) {
                  add(of, element + displacement + block * stride, length);
                }
              });
    }
  }

  private void piece(long from, long to) {
    if (isFull() || from == to) {
      return;
    }
    if (n > 0 && pieces[n - 1][1] == from) {
      pieces[n - 1][1] = to;
      return;
    }
    if (n == pieces.length) {
      pieces = Arrays.copyOf(pieces, 2 * n);
    }
    pieces[n++] = new long[] {from, to};
  }

  long first() {
    return n == 0 ? 0 : pieces[0][0];
  }

  long end() {
    long end = 0;
    for (int i = 0; i < n; i++) {
      end = Math.max(end, pieces[i][1]);
    }
    return end;
  }

  /** Whether both have a byte; not if that would take too long to find out. */
  boolean share(Pieces other) {
    int i = 0;
    int k = 0;
    while (i < n && k < other.n && !isFull() && !other.isFull()) {
      long[] a = pieces[i];
      long[] b = other.pieces[k];
      if (a[0] < b[1] && b[0] < a[1]) {
        return true;
      }
      if (a[1] <= b[1]) {
        i++;
      } else {
        k++;
      }
    }
    return false;
  }

  void write(DataOutputStream out) throws IOException {
    int written = isFull() ? 0 : n;
    out.writeInt(written);
    for (int i = 0; i < written; i++) {
      out.writeLong(pieces[i][0]);
      out.writeLong(pieces[i][1]);
    }
  }

  static Pieces read(DataInputStream in) throws IOException {
    Pieces all = new Pieces();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      long from = in.readLong();
      all.piece(from, in.readLong());
    }
    return all;
  }
}
