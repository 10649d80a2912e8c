package org.purempi.disk;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.purempi.disk.ChannelLocks.Range;
import org.purempi.disk.Disk.Option;
import org.purempi.disk.DiskException.Reason;

/**
 * A file by Java's channel. What it cannot do as well as the kernel's calls:
 *
 * <ul>
 *   <li>Arrays and parts are copied once more.
 *   <li>Room on the disk is reserved by writing zeros, and a file grows by writing one.
 *   <li>Locks belong to the process: closing any file of this process gives its locks on the same
 *       file back for other processes. Between threads of this process {@link ChannelLocks} keeps
 *       them, and there a shared lock excludes like any other. A lock that another process has is
 *       polled for.
 *   <li>An interrupt closes a channel. The file is opened and locked again then, which does not
 *       work if it has been deleted or moved meanwhile, and lets others have a lock in between.
 * </ul>
 */
final class ChannelFile extends PositionalFile {
  private static final long FIRST_PAUSE_NANOS = 50_000;
  private static final long LAST_PAUSE_NANOS = 5_000_000;

  private final Path file;
  private final FileIdentity identity;
  private final Set<OpenOption> reopenOptions = new HashSet<>();
  private volatile FileChannel channel;

  ChannelFile(
      String path, Path file, Set<Option> options, FileChannel channel, FileIdentity identity) {
    super(path, options);
    this.file = file;
    this.channel = channel;
    this.identity = identity;
    if (options.contains(Option.READ)) {
      reopenOptions.add(StandardOpenOption.READ);
    }
    if (options.contains(Option.WRITE)) {
      reopenOptions.add(StandardOpenOption.WRITE);
    }
  }

  /** What is done with a channel. */
  private interface Call {
    long on(FileChannel channel) throws IOException;
  }

  /** Calls until no interrupt gets in the way; a call may be made again that did its work. */
  private long call(String action, Call call) throws DiskException {
    boolean isInterrupted = Thread.interrupted();
    try {
      while (true) {
        FileChannel now = channel;
        try {
          return call.on(now);
        } catch (ClosedChannelException e) { // this thread was interrupted, or another one
          isInterrupted |= Thread.interrupted();
          reopen(now);
        }
      }
    } catch (DiskException e) {
      throw e;
    } catch (IOException e) {
      throw SystemError.exception(action, path, e);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Replaces a channel that an interrupt has closed, unless that has been done already. */
  private synchronized void reopen(FileChannel closed) throws IOException {
    if (channel != closed) {
      return;
    }
    FileChannel next = FileChannel.open(file, reopenOptions);
    if (!ChannelDisk.identity(file).equals(identity)) {
      next.close();
      throw SystemError.exception(
          Reason.IO, "go on with", path, "another file has its name since an interrupt");
    }
    channel = next;
    for (Range range : ChannelLocks.rangesOf(identity, this)) {
      if (range.isHeld()) {
        range.hold(lockOfProcess(next, range));
      }
    }
  }

  @Override
  long readSome(MemorySegment to, long toOffset, long bytes, long at) throws DiskException {
    if (!to.isNative()) {
      return readCopied(to, toOffset, bytes, at);
    }
    long most = Math.min(bytes, Integer.MAX_VALUE);
    ByteBuffer target = to.asSlice(toOffset, most).asByteBuffer();
    return Math.max(0, call("read", c -> c.read(target.duplicate(), at)));
  }

  @Override
  long writeSome(MemorySegment from, long fromOffset, long bytes, long at) throws DiskException {
    if (!from.isNative()) {
      return writeCopied(from, fromOffset, bytes, at);
    }
    long most = Math.min(bytes, Integer.MAX_VALUE);
    ByteBuffer source = from.asSlice(fromOffset, most).asByteBuffer();
    return call("write to", c -> c.write(source.duplicate(), at));
  }

  @Override
  long sizeNow() throws DiskException {
    return call("tell the size of", FileChannel::size);
  }

  @Override
  void resize(long bytes) throws DiskException {
    call(
        "set the size of",
        c -> {
          if (bytes <= c.size()) {
            c.truncate(bytes);
          } else {
            c.write(ByteBuffer.allocate(1), bytes - 1);
          }
          return 0;
        });
  }

  @Override
  void reserve(long bytes) throws DiskException {
    writeZeros(bytes);
  }

  @Override
  void startFlush(long at, long bytes) {
    // Java has no call for it.
  }

  @Override
  void flush() throws DiskException {
    call(
        "sync",
        c -> {
          c.force(false);
          return 0;
        });
  }

  @Override
  void lockNow(long at, long bytes, boolean isShared) throws DiskException {
    Range range = new Range(this, at, bytes, isShared);
    ChannelLocks.enter(identity, range);
    try {
      call(
          "lock",
          c -> {
            range.hold(lockOfProcess(c, range));
            return 0;
          });
    } finally {
      if (!range.isHeld()) {
        ChannelLocks.leave(identity, range);
      }
    }
  }

  /** Waits for a lock against other processes; the thread must not be interrupted at first. */
  private static FileLock lockOfProcess(FileChannel channel, Range range) throws IOException {
    boolean isInterrupted = false;
    try {
      for (long pause = FIRST_PAUSE_NANOS; ; pause = Math.min(2 * pause, LAST_PAUSE_NANOS)) {
        try {
          FileLock lock = channel.tryLock(range.at(), range.bytes(), range.isShared());
          if (lock != null) {
            return lock;
          }
        } catch (OverlappingFileLockException e) {
          // Somebody else in this process uses Java's locks on this file.
        }
        LockSupport.parkNanos(pause);
        isInterrupted |= Thread.interrupted();
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  void unlockNow(long at, long bytes) throws DiskException {
    Range range = ChannelLocks.find(identity, this, at, bytes);
    if (range != null) {
      try {
        call(
            "unlock",
            c -> {
              range.release();
              return 0;
            });
      } finally {
        ChannelLocks.leave(identity, range);
      }
    }
  }

  @Override
  public FileIdentity identity() {
    return identity;
  }

  @Override
  void release() throws DiskException {
    try {
      channel.close();
    } catch (IOException e) {
      throw SystemError.exception("close", path, e);
    } finally {
      for (Range range : ChannelLocks.rangesOf(identity, this)) {
        ChannelLocks.leave(identity, range);
      }
    }
  }
}
