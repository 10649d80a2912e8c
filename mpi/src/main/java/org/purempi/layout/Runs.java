package org.purempi.layout;

import java.util.ArrayList;
import java.util.List;
import org.purempi.Datatype;
import org.purempi.StructDatatype;

/**
 * A datatype's normal form: the pieces of memory that one element consists of, in type map order,
 * neighbours merged. Elements are one extent apart.
 *
 * <p>Run {@code i} is {@code pieces} pieces of {@code pieceBytes} bytes, the first at {@code
 * displacement}, each {@code stride} bytes after the one before. Strided types thus stay one run
 * however many blocks they have.
 */
final class Runs {
  /**
   * Equal pieces at equal distances.
   *
   * @param displacement where the first piece begins, in bytes from the element's origin
   * @param pieceBytes bytes of each piece, ≥ 1
   * @param pieces how many, ≥ 1
   * @param stride bytes from one piece's start to the next's; irrelevant for one piece
   */
  record Run(long displacement, long pieceBytes, long pieces, long stride) {
    long bytes() {
      return pieceBytes * pieces;
    }

    Run shifted(long by) {
      return new Run(displacement + by, pieceBytes, pieces, stride);
    }
  }

  final long size;
  final long extent;

  /** The lowest byte touched by one element, relative to its origin; 0 for no data. */
  final long lowest;

  /** The byte after the highest byte touched by one element; 0 for no data. */
  final long highest;

  private final Run[] runs;

  /** {@code start[i]}: bytes of the message before run i; one more entry holds the size. */
  private final long[] start;

  private Runs(List<Run> list, long extent) {
    this.runs = list.toArray(Run[]::new);
    this.extent = extent;
    this.start = new long[runs.length + 1];
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = 0; i < runs.length; i++) {
      Run r = runs[i];
      start[i + 1] = start[i] + r.bytes();
      long last = r.displacement + (r.pieces - 1) * r.stride;
      low = Math.min(low, Math.min(r.displacement, last));
      high = Math.max(high, Math.max(r.displacement, last) + r.pieceBytes);
    }
    this.size = start[runs.length];
    this.lowest = runs.length == 0 ? 0 : low;
    this.highest = runs.length == 0 ? 0 : high;
  }

  /** The normal form of a datatype, compiled at the first call. */
  static Runs of(Datatype type) {
    if (type instanceof StructDatatype s) {
      return (Runs) s.memo(Runs::compile);
    }
    return new Runs(List.of(new Run(0, type.size(), 1, 0)), type.extent());
  }

  private static Runs compile(StructDatatype type) {
    List<Run> list = new ArrayList<>();
    for (StructDatatype.Block block : type.blocks()) {
      Runs inner = of(block.type());
      if (inner.isDense()) {
        append(list, new Run(block.displacement(), inner.size * block.blocklength(), 1, 0));
      } else if (inner.runs.length == 1 && inner.runs[0].pieces == 1) {
        Run one = inner.runs[0].shifted(block.displacement());
        append(list, new Run(one.displacement, one.pieceBytes, block.blocklength(), inner.extent));
      } else {
        for (long k = 0; k < block.blocklength(); k++) {
          for (Run run : inner.runs) {
            append(list, run.shifted(block.displacement() + k * inner.extent));
          }
        }
      }
    }
    return new Runs(list, type.extent());
  }

  private static void append(List<Run> list, Run run) {
    if (run.bytes() == 0) {
      return;
    }
    Run last = list.isEmpty() ? null : list.getLast();
    if (last != null
        && last.pieces == 1
        && run.pieces == 1
        && last.displacement + last.pieceBytes == run.displacement) {
      long joined = last.pieceBytes + run.pieceBytes;
      list.set(list.size() - 1, new Run(last.displacement, joined, 1, 0));
    } else {
      list.add(run);
    }
  }

  /** Whether one element is one piece of memory. */
  boolean isOnePiece() {
    return runs.length == 1 && runs[0].pieces == 1;
  }

  /** Whether elements follow each other without gaps, from the origin on. */
  boolean isDense() {
    return runs.length == 0
        ? extent == 0
        : isOnePiece() && runs[0].displacement == 0 && runs[0].pieceBytes == extent;
  }

  int count() {
    return runs.length;
  }

  Run run(int i) {
    return runs[i];
  }

  /** Bytes of the message before run {@code i} of an element. */
  long start(int i) {
    return start[i];
  }

  /** The run that holds byte {@code at} of an element's data, 0 ≤ at &lt; size. */
  int find(long at) {
    int low = 0;
    int high = runs.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (start[middle] <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
