package org.purempi.disk;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.purempi.disk.Disk.Option;
import org.purempi.disk.DiskException.Reason;

/**
 * What both ways have in common: arguments, calls that do less than they were asked for, and a
 * close while other threads are at work. A call that is under way keeps the file open, so that no
 * call reaches another file that got the same number.
 */
abstract class PositionalFile implements OpenFile {
  /** What is copied at once, where arrays and parts are. */
  static final int COPY_BYTES = 1 << 18;

  private static final Scratch COPIES = new Scratch(COPY_BYTES);

  private static final int CLOSED = Integer.MIN_VALUE;

  final String path;
  private final boolean isReadable;
  private final boolean isWritable;

  /** How many calls are under way, and {@link #CLOSED}. */
  private final AtomicInteger calls = new AtomicInteger();

  PositionalFile(String path, Set<Option> options) {
    this.path = path;
    isReadable = options.contains(Option.READ);
    isWritable = options.contains(Option.WRITE);
  }

  /** Throws IllegalArgumentException if they do not go together. */
  static void check(Set<Option> options) {
    boolean isWritten = options.contains(Option.WRITE);
    boolean isCreated = options.contains(Option.CREATE);
    boolean isNew = options.contains(Option.EXCLUSIVE);
    boolean isUsed = isWritten || options.contains(Option.READ);
    if (!isUsed || (isCreated && !isWritten) || (isNew && !isCreated)) {
      throw new IllegalArgumentException(
          "a file is opened to READ, WRITE or both, with CREATE only to WRITE, and with EXCLUSIVE"
              + " only to CREATE, but not "
              + options);
    }
  }

  /** Reads some bytes, at least one; 0 at the end of the file. */
  abstract long readSome(MemorySegment to, long toOffset, long bytes, long at) throws DiskException;

  /** Writes some bytes. */
  abstract long writeSome(MemorySegment from, long fromOffset, long bytes, long at)
      throws DiskException;

  abstract long sizeNow() throws DiskException;

  abstract void resize(long bytes) throws DiskException;

  abstract void reserve(long bytes) throws DiskException;

  abstract void startFlush(long at, long bytes);

  abstract void flush() throws DiskException;

  abstract void lockNow(long at, long bytes, boolean isShared) throws DiskException;

  abstract void unlockNow(long at, long bytes) throws DiskException;

  /** Called once, when no other call is under way or will be. */
  abstract void release() throws DiskException;

  @Override
  public final long read(MemorySegment to, long toOffset, long bytes, long at)
      throws DiskException {
    checkTarget(to);
    checkRange(to, toOffset, bytes, at);
    enter("read", isReadable);
    try {
      long done = 0;
      long some = -1;
      while (done < bytes && some != 0) {
        some = readSome(to, toOffset + done, bytes - done, at + done);
        done += some;
      }
      return done;
    } finally {
      leave();
    }
  }

  @Override
  public final void write(MemorySegment from, long fromOffset, long bytes, long at)
      throws DiskException {
    checkRange(from, fromOffset, bytes, at);
    enter("write to", isWritable);
    try {
      writeAll(from, fromOffset, bytes, at, 0, bytes);
    } finally {
      leave();
    }
  }

  /** Throws if a write has done nothing, so that nobody tries for ever. */
  final long progress(long written) throws DiskException {
    if (written == 0) {
      String why = "the system has written nothing and told no error";
      throw SystemError.exception(Reason.IO, "write to", path, why);
    }
    return written;
  }

  /** Writes {@code bytes} bytes, before which others of {@code ofBytes} in all were written. */
  private void writeAll(
      MemorySegment from, long fromOffset, long bytes, long at, long before, long ofBytes)
      throws DiskException {
    long done = 0;
    try {
      while (done < bytes) {
        done += progress(writeSome(from, fromOffset + done, bytes - done, at + done));
      }
    } catch (DiskException e) {
      throw e.after(before + done, ofBytes);
    }
  }

  @Override
  public final long readParts(
      MemorySegment memory, long[] offsets, long[] lengths, int parts, long at)
      throws DiskException {
    checkTarget(memory);
    Parts all = new Parts(memory, offsets, lengths, parts);
    checkPosition(all.bytes, at);
    enter("read", isReadable);
    try {
      boolean isMore = true;
      while (isMore && all.left() > 0) {
        isMore = readSomeParts(all, at + all.done());
      }
      return all.done();
    } finally {
      leave();
    }
  }

  /**
   * Reads the next bytes into their parts, of which there are some.
   *
   * @param at the position of the next byte
   * @return whether there may be more
   */
  boolean readSomeParts(Parts parts, long at) throws DiskException {
    MemorySegment copy = COPIES.borrow();
    try {
      long some = readSome(copy, 0, Math.min(parts.left(), COPY_BYTES), at);
      parts.scatter(copy, some);
      return some > 0;
    } finally {
      COPIES.giveBack(copy);
    }
  }

  @Override
  public final void writeParts(
      MemorySegment memory, long[] offsets, long[] lengths, int parts, long at)
      throws DiskException {
    Parts all = new Parts(memory, offsets, lengths, parts);
    checkPosition(all.bytes, at);
    enter("write to", isWritable);
    try {
      while (all.left() > 0) {
        writeSomeParts(all, at + all.done());
      }
    } finally {
      leave();
    }
  }

  /**
   * Writes the next bytes of parts, of which there are some.
   *
   * @param at the position of the next byte
   */
  void writeSomeParts(Parts parts, long at) throws DiskException {
    MemorySegment copy = COPIES.borrow();
    try {
      long before = parts.done();
      long some = Math.min(parts.left(), COPY_BYTES);
      parts.gather(copy, some);
      writeAll(copy, 0, some, at, before, parts.bytes);
    } finally {
      COPIES.giveBack(copy);
    }
  }

  /** Reads some bytes into an array, by way of memory outside the heap. */
  final long readCopied(MemorySegment to, long toOffset, long bytes, long at) throws DiskException {
    MemorySegment copy = COPIES.borrow();
    try {
      long some = readSome(copy, 0, Math.min(bytes, COPY_BYTES), at);
      MemorySegment.copy(copy, 0, to, toOffset, some);
      return some;
    } finally {
      COPIES.giveBack(copy);
    }
  }

  /** Writes some bytes of an array, by way of memory outside the heap. */
  final long writeCopied(MemorySegment from, long fromOffset, long bytes, long at)
      throws DiskException {
    MemorySegment copy = COPIES.borrow();
    try {
      long some = Math.min(bytes, COPY_BYTES);
      MemorySegment.copy(from, fromOffset, copy, 0, some);
      return writeSome(copy, 0, some, at);
    } finally {
      COPIES.giveBack(copy);
    }
  }

  /** Writes zeros from the end of the file to {@code bytes}. */
  final void writeZeros(long bytes) throws DiskException {
    MemorySegment zeros = COPIES.borrow();
    try {
      zeros.fill((byte) 0);
      for (long at = sizeNow(); at < bytes; ) {
        at += progress(writeSome(zeros, 0, Math.min(bytes - at, COPY_BYTES), at));
      }
    } finally {
      COPIES.giveBack(zeros);
    }
  }

  @Override
  public final long size() throws DiskException {
    enter("tell the size of", true);
    try {
      return sizeNow();
    } finally {
      leave();
    }
  }

  @Override
  public final void size(long bytes) throws DiskException {
    checkPosition(bytes, 0);
    enter("set the size of", isWritable);
    try {
      resize(bytes);
    } finally {
      leave();
    }
  }

  @Override
  public final void allocate(long bytes) throws DiskException {
    checkPosition(bytes, 0);
    enter("reserve room for", isWritable);
    try {
      if (bytes > 0) {
        reserve(bytes);
      }
    } finally {
      leave();
    }
  }

  @Override
  public final void startSync(long at, long bytes) throws DiskException {
    checkPosition(bytes, at);
    enter("sync", true);
    try {
      if (bytes > 0) {
        startFlush(at, bytes);
      }
    } finally {
      leave();
    }
  }

  @Override
  public final void sync() throws DiskException {
    enter("sync", true);
    try {
      flush();
    } finally {
      leave();
    }
  }

  @Override
  public final void lock(long at, long bytes, boolean isShared) throws DiskException {
    checkPosition(bytes, at);
    enter("lock", isShared ? isReadable : isWritable);
    try {
      if (bytes > 0) {
        lockNow(at, bytes, isShared);
      }
    } finally {
      leave();
    }
  }

  @Override
  public final void unlock(long at, long bytes) throws DiskException {
    checkPosition(bytes, at);
    enter("unlock", true);
    try {
      if (bytes > 0) {
        unlockNow(at, bytes);
      }
    } finally {
      leave();
    }
  }

  @Override
  public final boolean isReadable() {
    return isReadable;
  }

  @Override
  public final void close() throws DiskException {
    if (calls.getAndUpdate(n -> n | CLOSED) == 0) {
      release();
    }
  }

  private void enter(String action, boolean isAllowed) throws DiskException {
    int now;
    do {
      now = calls.get();
      if (now < 0) {
        throw SystemError.exception(Reason.CLOSED, action, path, "this file has been closed");
      }
    } while (!calls.compareAndSet(now, now + 1));
    if (!isAllowed) {
      leave();
      String opened = isReadable ? "reading" : "writing";
      throw SystemError.exception(Reason.ACCESS, action, path, "it is open for " + opened);
    }
  }

  private void leave() throws DiskException {
    if (calls.decrementAndGet() == CLOSED) {
      release();
    }
  }

  private static void checkTarget(MemorySegment to) {
    if (to.isReadOnly()) {
      throw new IllegalArgumentException("cannot read into memory that is read-only");
    }
  }

  private static void checkRange(MemorySegment memory, long offset, long bytes, long at) {
    Objects.checkFromIndexSize(offset, bytes, memory.byteSize());
    checkPosition(bytes, at);
  }

  /** Throws IndexOutOfBoundsException unless bytes and their positions are numbers of a file. */
  private static void checkPosition(long bytes, long at) {
    Objects.checkFromIndexSize(at, bytes, Long.MAX_VALUE);
  }
}
