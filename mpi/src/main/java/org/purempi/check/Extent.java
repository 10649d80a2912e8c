package org.purempi.check;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;

/** The bytes of memory that a buffer's data lies in. */
final class Extent {
  /** Datatypes of more pieces are taken to touch nothing else. */
  private static final int MOST_PIECES = 1 << 14;

  private static final Object NATIVE = new Object();

  /** The array, or {@link #NATIVE}. */
  private final Object base;

  private final long origin;
  private final Buf buf;
  private final long first;
  private final long end;

  private Extent(Object base, long origin, Buf buf) {
    this.base = base;
    this.origin = origin;
    this.buf = buf;
    Datatype type = buf.datatype();
    long last = (buf.count() - 1) * type.extent();
    this.first = origin + Math.min(0, last) + type.trueLb();
    this.end = origin + Math.max(0, last) + type.trueLb() + type.trueExtent();
  }

  static Extent of(Buf buf) {
    if (!(buf.base() instanceof MemorySegment segment)) {
      return new Extent(buf.base(), buf.offsetBytes(), buf);
    }
    Object array = segment.heapBase().orElse(null);
    long at = segment.address() + buf.offsetBytes();
    return new Extent(array == null ? NATIVE : array, at, buf);
  }

  /** Whether both have a byte. */
  boolean overlaps(Extent other) {
    if (base != other.base || first >= other.end || other.first >= end) {
      return false;
    }
    if (isDense() && other.isDense()) {
      return true;
    }
    Pieces mine = pieces();
    Pieces theirs = other.pieces();
    return mine.isKnown() && theirs.isKnown() && mine.share(theirs);
  }

  /** Whether it has every byte from its first to its last. */
  private boolean isDense() {
    return end - first == buf.bytes();
  }

  private Pieces pieces() {
    Pieces all = new Pieces();
    all.add(buf.datatype(), origin, buf.count());
    all.sort();
    return all;
  }

  private static final class Pieces {
    private long[][] pieces = new long[16][];
    private int n;

    boolean isKnown() {
      return n < MOST_PIECES;
    }

    void sort() {
      Arrays.sort(pieces, 0, n, (a, b) -> Long.compare(a[0], b[0]));
    }

    /** Elements one after the other. */
    void add(Datatype type, long at, long count) {
      if (type instanceof BasicDatatype || type.size() == type.extent()) {
        piece(at + type.trueLb(), at + type.trueLb() + count * type.size());
        return;
      }
      for (long i = 0; i < count && isKnown(); i++) {
        long element = at + i * type.extent();
        ((DerivedDatatype) type)
            .forEachPart(
                (displacement, blocks, stride, length, of) -> {
                  for (long block = 0; block < blocks && isKnown(); block++) {
                    add(of, element + displacement + block * stride, length);
                  }
                });
      }
    }

    private void piece(long from, long to) {
      if (!isKnown() || from == to) {
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

    boolean share(Pieces other) {
      int i = 0;
      int k = 0;
      while (i < n && k < other.n) {
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
  }
}
