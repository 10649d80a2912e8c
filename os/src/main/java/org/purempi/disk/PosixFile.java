package org.purempi.disk;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Set;
import org.purempi.disk.Disk.Option;
import org.purempi.disk.FileCall.Kernel;

/** A file by the kernel's calls; arrays and parts are copied once more. */
class PosixFile extends PositionalFile {
  /** What the kernel takes at once ends at 2 GiB. */
  static final long MOST_BYTES = 1 << 30;

  private static final long SEEK_END = 2;

  /** SYNC_FILE_RANGE_WRITE; what goes wrong is told by the next sync. */
  private static final long WITHOUT_WAITING = 2;

  private static final long SET_LOCK = 37;
  private static final long SET_LOCK_AND_WAIT = 38;
  private static final short SHARED = 0;
  private static final short EXCLUSIVE = 1;
  private static final short NONE = 2;

  /** A {@code struct flock}: kind, from where it counts, start, length, process. */
  private static final long LOCK_BYTES = 32;

  private static final long START_AT = 8;
  private static final long LENGTH_AT = 16;

  final int descriptor;
  private final FileIdentity identity;
  private final Kernel kernel;

  PosixFile(
      String path, Set<Option> options, int descriptor, FileIdentity identity, Kernel kernel) {
    super(path, options);
    this.descriptor = descriptor;
    this.identity = identity;
    this.kernel = kernel;
  }

  private long call(String action, FileCall call, long b, long c, long d) throws DiskException {
    return PosixDisk.answer(kernel, action, path, call, descriptor, b, c, d);
  }

  @Override
  long readSome(MemorySegment to, long toOffset, long bytes, long at) throws DiskException {
    return to.isNative()
        ? transfer("read", FileCall.PREAD, to, toOffset, bytes, at)
        : readCopied(to, toOffset, bytes, at);
  }

  @Override
  long writeSome(MemorySegment from, long fromOffset, long bytes, long at) throws DiskException {
    return from.isNative()
        ? transfer("write to", FileCall.PWRITE, from, fromOffset, bytes, at)
        : writeCopied(from, fromOffset, bytes, at);
  }

  private long transfer(
      String action, FileCall call, MemorySegment memory, long offset, long bytes, long at)
      throws DiskException {
    if (!memory.scope().isAlive() || !memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalStateException("the memory is closed, or another thread's");
    }
    try {
      return call(action, call, memory.address() + offset, Math.min(bytes, MOST_BYTES), at);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }

  @Override
  final long sizeNow() throws DiskException {
    return call("tell the size of", FileCall.LSEEK, 0, SEEK_END, 0);
  }

  @Override
  final void resize(long bytes) throws DiskException {
    call("set the size of", FileCall.FTRUNCATE, bytes, 0, 0);
  }

  @Override
  final void reserve(long bytes) throws DiskException {
    long answer;
    do {
      answer = kernel.call(FileCall.FALLOCATE.number, descriptor, 0, 0, bytes);
    } while (answer == -SystemError.EINTR.number);
    if (answer == -SystemError.EOPNOTSUPP.number) {
      writeZeros(bytes);
    } else if (answer < 0) {
      throw SystemError.exception("reserve room for", path, answer);
    }
  }

  @Override
  final void startFlush(long at, long bytes) {
    long unused =
        kernel.call(FileCall.SYNC_FILE_RANGE.number, descriptor, at, bytes, WITHOUT_WAITING);
  }

  @Override
  final void flush() throws DiskException {
    call("sync", FileCall.FDATASYNC, 0, 0, 0);
  }

  @Override
  final void lockNow(long at, long bytes, boolean isShared) throws DiskException {
    setLock("lock", SET_LOCK_AND_WAIT, isShared ? SHARED : EXCLUSIVE, at, bytes);
  }

  @Override
  final void unlockNow(long at, long bytes) throws DiskException {
    setLock("unlock", SET_LOCK, NONE, at, bytes);
  }

  private void setLock(String action, long command, short kind, long at, long bytes)
      throws DiskException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lock = arena.allocate(LOCK_BYTES, Long.BYTES);
      lock.set(JAVA_SHORT, 0, kind);
      lock.set(JAVA_LONG, START_AT, at);
      lock.set(JAVA_LONG, LENGTH_AT, bytes);
      call(action, FileCall.FCNTL, command, lock.address(), 0);
    }
  }

  @Override
  public final FileIdentity identity() {
    return identity;
  }

  @Override
  final void release() throws DiskException {
    long answer = kernel.call(FileCall.CLOSE.number, descriptor, 0, 0, 0);
    if (answer < 0 && answer != -SystemError.EINTR.number) { // it is closed all the same
      throw SystemError.exception("close", path, answer);
    }
  }
}
