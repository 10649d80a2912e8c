package org.purempi.file;

import java.lang.foreign.MemorySegment;
import org.purempi.Buf;
import org.purempi.disk.OpenFile;
import org.purempi.layout.Layout;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * What one rank reads and writes by itself. Data without gaps, in the file and in memory, goes
 * straight, long pieces in memory by a list of them; short ones go through a block. Where the file
 * has small holes, a block is read that covers them (data sieving; Thakur, Gropp, Lusk, "Data
 * Sieving and Collective I/O in ROMIO", 1999). Writing so writes the holes back. So that it undoes
 * nothing, it locks its range, and other writes lock theirs where a view of the file's ranks has
 * holes at all.
 */
final class Independent {
  /** A hole up to this size costs less to read than a call does. */
  private static final long SMALL_HOLE_BYTES = 4096;

  /** Fewer stretches are written each by a call. */
  private static final long MANY_PIECES = 4;

  /** And so are longer ones. */
  private static final long SHORT_PIECE_BYTES = 8192;

  private final OpenFile file;
  private final RangeLock lock;
  private final Blocks blocks;

  Independent(OpenFile file, RangeLock lock, Blocks blocks) {
    this.file = file;
    this.lock = lock;
    this.blocks = blocks;
  }

  /** How a write keeps clear of those who write holes back. */
  enum Guard {
    /** Nobody does: no view of the file's ranks has holes. */
    NONE,
    /** By locks of its own. */
    NEEDED,
    /** The caller has locked all of it. */
    HELD
  }

  // ---- atomic access

  /** Writes; nobody sees a part of it, nor writes between. */
  void writeAtomically(View view, FileHints hints, long from, Buf buf) {
    if (buf.bytes() > 0) {
      long at = view.place(from);
      long bytes = view.end(from + buf.bytes()) - at;
      lock.alone(at, bytes, () -> write(view, hints, from, buf, Guard.HELD));
    }
  }

  /** Reads; what others write atomically is there whole or not at all. */
  long readAtomically(View view, FileHints hints, long from, Buf buf) {
    if (buf.bytes() == 0) {
      return 0;
    }
    long at = view.place(from);
    long bytes = view.end(from + buf.bytes()) - at;
    long[] read = {0};
    lock.shared(at, bytes, () -> read[0] = read(view, hints, from, buf));
    return read[0];
  }

  // ---- writing

  /** Writes a buffer's data to where a view shows data bytes {@code from} and on. */
  void write(View view, FileHints hints, long from, Buf buf, Guard guard) {
    long bytes = buf.bytes();
    if (bytes == 0) {
      return;
    }
    Source source = Layout.source(buf);
    MemorySegment memory = source.contiguous();
    if (memory != null) {
      write(view, hints, from, memory, bytes, guard);
      return;
    }
    if (view.isStraight(from, from + bytes) && ListedParts.areWorthIt(buf)) {
      long at = view.place(from);
      guarded(guard, at, bytes, () -> ListedParts.write(file, buf, at));
      return;
    }
    MemorySegment block = blocks.take(Math.min(bytes, hints.writeBlockBytes()));
    try {
      for (long done = 0; done < bytes; ) {
        long n = Math.min(block.byteSize(), bytes - done);
        source.read(block, 0, n);
        write(view, hints, from + done, block, n, guard);
        done += n;
      }
    } finally {
      blocks.give(block);
    }
  }

  private void write(
      View view, FileHints hints, long from, MemorySegment memory, long bytes, Guard guard) {
    long to = from + bytes;
    if (isSieved(view, hints.sieving(true), from, to)) {
      sieve(view, hints, from, memory, bytes, guard);
      return;
    }
    long at = view.place(from);
    Runnable write =
        view.isStraight(from, to)
            ? () -> DiskErrors.run(() -> file.write(memory, 0, bytes, at))
            : () -> writeStretches(view, from, to, memory, 0);
    guarded(guard, at, view.end(to) - at, write);
  }

  private void guarded(Guard guard, long at, long bytes, Runnable write) {
    if (guard == Guard.NEEDED && file.isReadable()) {
      lock.shared(at, bytes, write);
    } else {
      write.run();
    }
  }

  /** Whether some data is written through blocks that cover its holes. */
  private boolean isSieved(View view, FileHints.Choice choice, long from, long to) {
    if (choice == FileHints.Choice.DISABLE
        || !view.isOrdered()
        || !file.isReadable()
        || view.isStraight(from, to)) {
      return false;
    }
    long pieces = view.pieces(to - from);
    boolean isWorthIt =
        pieces >= MANY_PIECES
            && (to - from) / pieces <= SHORT_PIECE_BYTES
            && view.meanHoleBytes(from, to) <= SMALL_HOLE_BYTES;
    return choice == FileHints.Choice.ENABLE || isWorthIt;
  }

  /** Writes data bytes {@code from} … {@code to} − 1, from an offset of memory, call by call. */
  void writeStretches(View view, long from, long to, MemorySegment memory, long offset) {
    long[] done = {offset};
    view.tiling()
        .walk(
            from,
            to,
            (at, n) -> {
              DiskErrors.run(() -> file.write(memory, done[0], n, view.disp() + at));
              done[0] += n;
            });
  }

  private void sieve(
      View view, FileHints hints, long from, MemorySegment memory, long bytes, Guard guard) {
    MemorySegment block = blocks.take(hints.writeBlockBytes());
    try {
      long to = from + bytes;
      for (long data = from; data < to; ) {
        long begin = data;
        long at = view.place(begin);
        long end = Math.min(to, view.below(at + block.byteSize()));
        long span = view.end(end) - at;
        Runnable change =
            () -> {
              fill(file, block, at, span);
              view.sink(block, at, begin).write(memory, begin - from, end - begin);
              DiskErrors.run(() -> file.write(block, 0, span, at));
            };
        if (guard == Guard.HELD) {
          change.run();
        } else {
          lock.alone(at, span, change);
        }
        data = end;
      }
    } finally {
      blocks.give(block);
    }
  }

  /** Reads what the file has, and zeros behind its end. */
  static void fill(OpenFile file, MemorySegment block, long at, long bytes) {
    long n = DiskErrors.get(() -> file.read(block, 0, bytes, at));
    block.asSlice(n, bytes - n).fill((byte) 0);
  }

  // ---- reading

  /**
   * Reads what a view shows from data byte {@code from} on.
   *
   * @return how many bytes; fewer than the buffer has only at the end of the file
   */
  long read(View view, FileHints hints, long from, Buf buf) {
    long bytes = buf.bytes();
    if (bytes == 0) {
      return 0;
    }
    Sink sink = Layout.sink(buf);
    MemorySegment memory = sink.contiguous();
    if (memory != null) {
      return read(view, hints, from, memory, bytes);
    }
    if (view.isStraight(from, from + bytes) && ListedParts.areWorthIt(buf)) {
      return ListedParts.read(file, buf, view.place(from));
    }
    MemorySegment block = blocks.take(Math.min(bytes, hints.readBlockBytes()));
    try {
      long done = 0;
      while (done < bytes) {
        long n = Math.min(block.byteSize(), bytes - done);
        long got = read(view, hints, from + done, block, n);
        sink.write(block, 0, got);
        done += got;
        if (got < n) {
          break;
        }
      }
      sink.flush();
      return done;
    } finally {
      blocks.give(block);
    }
  }

  private long read(View view, FileHints hints, long from, MemorySegment memory, long bytes) {
    long to = from + bytes;
    if (view.isStraight(from, to)) {
      return DiskErrors.get(() -> file.read(memory, 0, bytes, view.place(from)));
    }
    boolean isSieved =
        view.isOrdered()
            && switch (hints.sieving(false)) {
              case ENABLE -> true;
              case DISABLE -> false;
              case AUTOMATIC -> view.meanHoleBytes(from, to) <= SMALL_HOLE_BYTES;
            };
    return isSieved
        ? readThroughHoles(view, hints, from, memory, bytes)
        : readStretches(view, from, memory, bytes);
  }

  private long readStretches(View view, long from, MemorySegment memory, long bytes) {
    long[] done = {0};
    boolean[] isAtEnd = {false};
    view.tiling()
        .walk(
            from,
            from + bytes,
            (at, n) -> {
              if (!isAtEnd[0]) {
                long got = DiskErrors.get(() -> file.read(memory, done[0], n, view.disp() + at));
                done[0] += got;
                isAtEnd[0] = got < n;
              }
            });
    return done[0];
  }

  private long readThroughHoles(
      View view, FileHints hints, long from, MemorySegment memory, long bytes) {
    long to = from + bytes;
    long whole = view.end(to) - view.place(from);
    MemorySegment block = blocks.take(Math.min(whole, hints.readBlockBytes()));
    try {
      long data = from;
      while (data < to) {
        long at = view.place(data);
        long end = Math.min(to, view.below(at + block.byteSize()));
        long span = view.end(end) - at;
        long n = DiskErrors.get(() -> file.read(block, 0, span, at));
        long got = (n == span ? end : Math.max(data, view.below(at + n))) - data;
        view.source(block, at, data).read(memory, data - from, got);
        data += got;
        if (n < span) {
          break;
        }
      }
      return data - from;
    } finally {
      blocks.give(block);
    }
  }
}
