package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@link Kernel}, for memory of any kind; fast if every instance's class sees two kinds only.
 *
 * <p>Short pieces are moved in columns: the first word of many pieces, then the second word, and so
 * on. A loop with one access to either memory is what C2 can free of its checks, and it then runs
 * at a nanosecond a word; a loop over all words of a piece keeps its checks and takes three to ten
 * times as long. The pieces of one turn fit the first-level cache.
 *
 * <pre>
 *   pieces of 12 bytes   │llllllllIIII│  │llllllllIIII│  │llllllllIIII│
 *   first the longs        1               2               3
 *   then the ints                  4               5               6
 * </pre>
 */
final class CopyKernel implements Kernel {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  /** Longer pieces are copied in bulk, one by one. */
  private static final long COLUMNS_UP_TO_BYTES = 56;

  /** Fewer pieces are not worth a loop for each column. */
  private static final long FEW_PIECES = 4;

  /** So many pieces, in cache lines of their own, fill half of a first-level cache. */
  private static final int TURN = 256;

  CopyKernel() {}

  @Override
  public void grid(
      MemorySegment from,
      long fromAt,
      long fromStride,
      long fromRow,
      MemorySegment to,
      long toAt,
      long toStride,
      long toRow,
      long pieceBytes,
      long pieces,
      long rows) {
    if (pieceBytes > COLUMNS_UP_TO_BYTES || Math.max(pieces, rows) < FEW_PIECES) {
      for (long r = 0; r < rows; r++) {
        for (long i = 0; i < pieces; i++) {
          long f = fromAt + r * fromRow + i * fromStride;
          MemorySegment.copy(from, f, to, toAt + r * toRow + i * toStride, pieceBytes);
        }
      }
    } else if (pieces >= rows) {
      for (long r = 0; r < rows; r++) {
        long f = fromAt + r * fromRow;
        row(from, f, fromStride, to, toAt + r * toRow, toStride, pieceBytes, pieces);
      }
    } else {
      for (long i = 0; i < pieces; i++) {
        long f = fromAt + i * fromStride;
        row(from, f, fromRow, to, toAt + i * toStride, toRow, pieceBytes, rows);
      }
    }
  }

  private static void row(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      long pieceBytes,
      long pieces) {
    for (long done = 0; done < pieces; done += TURN) {
      int n = (int) Math.min(TURN, pieces - done);
      columns(
          from,
          fromAt + done * fromStride,
          fromStride,
          to,
          toAt + done * toStride,
          toStride,
          (int) pieceBytes,
          n);
    }
  }

  private static void columns(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      int bytes,
      int n) {
    int k = 0;
    for (; k + Long.BYTES <= bytes; k += Long.BYTES) {
      longs(from, fromAt + k, fromStride, to, toAt + k, toStride, n);
    }
    if ((bytes & Integer.BYTES) != 0) {
      ints(from, fromAt + k, fromStride, to, toAt + k, toStride, n);
      k += Integer.BYTES;
    }
    if ((bytes & Short.BYTES) != 0) {
      shorts(from, fromAt + k, fromStride, to, toAt + k, toStride, n);
      k += Short.BYTES;
    }
    if ((bytes & 1) != 0) {
      bytes(from, fromAt + k, fromStride, to, toAt + k, toStride, n);
    }
  }

  private static void longs(
      MemorySegment from, long f, long fromStride, MemorySegment to, long t, long toStride, int n) {
    for (int i = 0; i < n; i++) {
      to.set(LONG, t + i * toStride, from.get(LONG, f + i * fromStride));
    }
  }

  private static void ints(
      MemorySegment from, long f, long fromStride, MemorySegment to, long t, long toStride, int n) {
    for (int i = 0; i < n; i++) {
      to.set(INT, t + i * toStride, from.get(INT, f + i * fromStride));
    }
  }

  private static void shorts(
      MemorySegment from, long f, long fromStride, MemorySegment to, long t, long toStride, int n) {
    for (int i = 0; i < n; i++) {
      to.set(SHORT, t + i * toStride, from.get(SHORT, f + i * fromStride));
    }
  }

  private static void bytes(
      MemorySegment from, long f, long fromStride, MemorySegment to, long t, long toStride, int n) {
    for (int i = 0; i < n; i++) {
      to.set(BYTE, t + i * toStride, from.get(BYTE, f + i * fromStride));
    }
  }

  @Override
  public void gather(
      MemorySegment from,
      long origin,
      long rowStride,
      Listed list,
      int first,
      int end,
      long rows,
      MemorySegment to,
      long toAt) {
    long turn = list.starts[end] - list.starts[first];
    if (rows >= FEW_PIECES) {
      for (int i = first; i < end; i++) {
        long t = toAt + list.starts[i] - list.starts[first];
        long f = origin + list.displacements[i];
        grid(from, f, rowStride, 0, to, t, turn, 0, list.length(i), rows, 1);
      }
      return;
    }
    for (long r = 0; r < rows; r++) {
      gather(from, origin + r * rowStride, list, first, end, to, toAt + r * turn);
    }
  }

  private static void gather(
      MemorySegment from, long origin, Listed list, int first, int end, MemorySegment to, long at) {
    long[] d = list.displacements;
    long piece = list.pieceBytes;
    if (piece == 0 || piece > COLUMNS_UP_TO_BYTES || piece % Integer.BYTES != 0) {
      long t = at;
      for (int i = first; i < end; i++) {
        MemorySegment.copy(from, origin + d[i], to, t, list.length(i));
        t += list.length(i);
      }
      return;
    }
    for (int begin = first; begin < end; begin += TURN) {
      int n = Math.min(TURN, end - begin);
      long t = at + (begin - first) * piece;
      int k = 0;
      for (; k + Long.BYTES <= piece; k += Long.BYTES) {
        gatherLongs(from, origin + k, d, begin, n, to, t + k, piece);
      }
      if (k < piece) {
        gatherInts(from, origin + k, d, begin, n, to, t + k, piece);
      }
    }
  }

  private static void gatherLongs(
      MemorySegment from, long f, long[] d, int first, int n, MemorySegment to, long t, long step) {
    for (int i = 0; i < n; i++) {
      to.set(LONG, t + i * step, from.get(LONG, f + d[first + i]));
    }
  }

  private static void gatherInts(
      MemorySegment from, long f, long[] d, int first, int n, MemorySegment to, long t, long step) {
    for (int i = 0; i < n; i++) {
      to.set(INT, t + i * step, from.get(INT, f + d[first + i]));
    }
  }

  @Override
  public void scatter(
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long origin,
      long rowStride,
      Listed list,
      int first,
      int end,
      long rows) {
    long turn = list.starts[end] - list.starts[first];
    if (rows >= FEW_PIECES) {
      for (int i = first; i < end; i++) {
        long f = fromAt + list.starts[i] - list.starts[first];
        long t = origin + list.displacements[i];
        grid(from, f, turn, 0, to, t, rowStride, 0, list.length(i), rows, 1);
      }
      return;
    }
    for (long r = 0; r < rows; r++) {
      scatter(from, fromAt + r * turn, to, origin + r * rowStride, list, first, end);
    }
  }

  private static void scatter(
      MemorySegment from, long at, MemorySegment to, long origin, Listed list, int first, int end) {
    long[] d = list.displacements;
    long piece = list.pieceBytes;
    if (piece == 0 || piece > COLUMNS_UP_TO_BYTES || piece % Integer.BYTES != 0) {
      long f = at;
      for (int i = first; i < end; i++) {
        MemorySegment.copy(from, f, to, origin + d[i], list.length(i));
        f += list.length(i);
      }
      return;
    }
    for (int begin = first; begin < end; begin += TURN) {
      int n = Math.min(TURN, end - begin);
      long f = at + (begin - first) * piece;
      int k = 0;
      for (; k + Long.BYTES <= piece; k += Long.BYTES) {
        scatterLongs(from, f + k, piece, to, origin + k, d, begin, n);
      }
      if (k < piece) {
        scatterInts(from, f + k, piece, to, origin + k, d, begin, n);
      }
    }
  }

  private static void scatterLongs(
      MemorySegment from, long f, long step, MemorySegment to, long t, long[] d, int first, int n) {
    for (int i = 0; i < n; i++) {
      to.set(LONG, t + d[first + i], from.get(LONG, f + i * step));
    }
  }

  private static void scatterInts(
      MemorySegment from, long f, long step, MemorySegment to, long t, long[] d, int first, int n) {
    for (int i = 0; i < n; i++) {
      to.set(INT, t + d[first + i], from.get(INT, f + i * step));
    }
  }
}
