package org.purempi.file;

import java.lang.foreign.MemorySegment;
import org.purempi.FileView;
import org.purempi.layout.Tiling;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * Which bytes of a file a rank sees. Its data is numbered byte by byte from the view's beginning;
 * places are bytes of the file. Immutable.
 *
 * @param disp the place where the first filetype begins
 * @param tiling the filetypes
 * @param isOrdered whether places increase with data, so that they can be searched for
 */
record View(long disp, Tiling tiling, boolean isOrdered) {
  /** All bytes of the file. */
  static final View BYTES = of(FileView.BYTES);

  /** What a rank sees by a description that has been checked. */
  static View of(FileView view) {
    return of(view.disp(), Tiling.of(view.filetype()));
  }

  static View of(long disp, Tiling tiling) {
    return new View(disp, tiling, tiling.order() == Tiling.Order.APART);
  }

  /** Whether it sees anything. */
  boolean isEmpty() {
    return tiling.tileBytes() == 0;
  }

  /** The place of a byte of data. */
  long place(long data) {
    return disp + tiling.at(data);
  }

  /** The place behind the last of data bytes {@code from} … {@code to} − 1, of which some are. */
  long end(long to) {
    return place(to - 1) + 1;
  }

  /** How many bytes of data lie before a place. */
  long below(long place) {
    return tiling.below(place - disp);
  }

  /** Whether so much data lies without a gap. */
  boolean isStraight(long from, long to) {
    return tiling.isDense() || end(to) - place(from) == to - from;
  }

  /** About how many pieces so much data lies in, at least 1. */
  long pieces(long bytes) {
    double each = (double) tiling.tileBytes() / tiling.pieces();
    return Math.max(1, (long) (bytes / each));
  }

  /** Bytes of the average hole. */
  long meanHoleBytes(long from, long to) {
    return (end(to) - place(from) - (to - from)) / pieces(to - from);
  }

  /** The data from byte {@code from} on in a block that holds the file from {@code place} on. */
  Source source(MemorySegment block, long place, long from) {
    return tiling.source(block, disp - place, from);
  }

  /** As {@link #source}, to write to. */
  Sink sink(MemorySegment block, long place, long from) {
    return tiling.sink(block, disp - place, from);
  }
}
