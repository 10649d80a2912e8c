package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@link Kernel}, for memory of any kind; fast if every instance's class sees two kinds only. */
final class CopyKernel implements Kernel {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  /** A bulk copy of fewer bytes costs more than a loop over words. */
  private static final long BULK_BYTES = 64;

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
    for (long r = 0; r < rows; r++) {
      long f = fromAt + r * fromRow;
      long t = toAt + r * toRow;
      if (pieceBytes == Long.BYTES) {
        longs(from, f, fromStride, to, t, toStride, pieces);
      } else if (pieceBytes == Integer.BYTES) {
        ints(from, f, fromStride, to, t, toStride, pieces);
      } else if (pieceBytes == 2 * Long.BYTES) {
        pairs(from, f, fromStride, to, t, toStride, pieces);
      } else {
        for (long i = 0; i < pieces; i++) {
          copy(from, f + i * fromStride, to, t + i * toStride, pieceBytes);
        }
      }
    }
  }

  private static void longs(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      long pieces) {
    for (long i = 0; i < pieces; i++) {
      to.set(LONG, toAt + i * toStride, from.get(LONG, fromAt + i * fromStride));
    }
  }

  private static void ints(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      long pieces) {
    for (long i = 0; i < pieces; i++) {
      to.set(INT, toAt + i * toStride, from.get(INT, fromAt + i * fromStride));
    }
  }

  private static void pairs(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      long pieces) {
    for (long i = 0; i < pieces; i++) {
      long f = fromAt + i * fromStride;
      long t = toAt + i * toStride;
      to.set(LONG, t, from.get(LONG, f));
      to.set(LONG, t + Long.BYTES, from.get(LONG, f + Long.BYTES));
    }
  }

  private static void copy(
      MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes) {
    if (bytes >= BULK_BYTES) {
      MemorySegment.copy(from, fromAt, to, toAt, bytes);
      return;
    }
    int n = (int) bytes;
    int k = 0;
    for (; k + Long.BYTES <= n; k += Long.BYTES) {
      to.set(LONG, toAt + k, from.get(LONG, fromAt + k));
    }
    if ((n & Integer.BYTES) != 0) {
      to.set(INT, toAt + k, from.get(INT, fromAt + k));
      k += Integer.BYTES;
    }
    if ((n & Short.BYTES) != 0) {
      to.set(SHORT, toAt + k, from.get(SHORT, fromAt + k));
      k += Short.BYTES;
    }
    if ((n & 1) != 0) {
      to.set(BYTE, toAt + k, from.get(BYTE, fromAt + k));
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
    long[] displacements = list.displacements;
    long t = toAt;
    for (long r = 0; r < rows; r++) {
      long f = origin + r * rowStride;
      if (list.pieceBytes == Long.BYTES) {
        for (int i = first; i < end; i++) {
          to.set(LONG, t, from.get(LONG, f + displacements[i]));
          t += Long.BYTES;
        }
      } else {
        for (int i = first; i < end; i++) {
          long n = list.length(i);
          copy(from, f + displacements[i], to, t, n);
          t += n;
        }
      }
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
    long[] displacements = list.displacements;
    long f = fromAt;
    for (long r = 0; r < rows; r++) {
      long t = origin + r * rowStride;
      if (list.pieceBytes == Long.BYTES) {
        for (int i = first; i < end; i++) {
          to.set(LONG, t + displacements[i], from.get(LONG, f));
          f += Long.BYTES;
        }
      } else {
        for (int i = first; i < end; i++) {
          long n = list.length(i);
          copy(from, f, to, t + displacements[i], n);
          f += n;
        }
      }
    }
  }
}
