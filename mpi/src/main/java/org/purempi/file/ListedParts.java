package org.purempi.file;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.disk.OpenFile;
import org.purempi.layout.Layout;

/** Data in long pieces of memory and in one of the file: moved by a list of the pieces. */
final class ListedParts {
  /** Shorter pieces are copied together first: each takes the kernel some time. */
  private static final long LONG_BYTES = 4096;

  /** Of one call. */
  private static final int MOST_PARTS = 1024;

  private ListedParts() {}

  /** Whether a buffer's data lies in such pieces. */
  static boolean areWorthIt(Buf buf) {
    return Layout.view(buf.base()) != null && buf.bytes() / Layout.pieces(buf) >= LONG_BYTES;
  }

  static void write(OpenFile file, Buf buf, long at) {
    var list = new List(buf, at);
    Layout.walk(
        buf,
        (place, bytes) -> {
          if (list.isFull()) {
            list.write(file);
          }
          list.add(place, bytes);
        });
    list.write(file);
  }

  /** How many bytes were read. */
  static long read(OpenFile file, Buf buf, long at) {
    var list = new List(buf, at);
    Layout.walk(
        buf,
        (place, bytes) -> {
          if (list.isFull()) {
            list.read(file);
          }
          list.add(place, bytes);
        });
    list.read(file);
    return list.at - at;
  }

  /** Pieces that are moved next. */
  private static final class List {
    private final MemorySegment memory;
    private final long[] offsets = new long[MOST_PARTS];
    private final long[] lengths = new long[MOST_PARTS];
    private int parts;

    /** Where in the file. */
    private long at;

    private long bytes;
    private boolean isAtEnd;

    List(Buf buf, long at) {
      this.memory = Objects.requireNonNull(Layout.view(buf.base()));
      this.at = at;
    }

    boolean isFull() {
      return parts == MOST_PARTS;
    }

    void add(long place, long length) {
      offsets[parts] = place;
      lengths[parts++] = length;
      bytes += length;
    }

    void write(OpenFile file) {
      DiskErrors.run(() -> file.writeParts(memory, offsets, lengths, parts, at));
      at += bytes;
      clear();
    }

    void read(OpenFile file) {
      long got =
          isAtEnd ? 0 : DiskErrors.get(() -> file.readParts(memory, offsets, lengths, parts, at));
      isAtEnd |= got < bytes;
      at += got;
      clear();
    }

    private void clear() {
      parts = 0;
      bytes = 0;
    }
  }
}
