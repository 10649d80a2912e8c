package org.purempi.file;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.purempi.disk.OpenFile;

/**
 * Locks ranges of a file against other ranks, by locks of the file system, and against this rank's
 * other threads, which have the same open file, and of which one at a time gets any range. Any
 * thread; not reentrant.
 */
final class RangeLock {
  private final OpenFile file;
  private final Lock threads = new ReentrantLock();

  RangeLock(OpenFile file) {
    this.file = file;
  }

  /** Does something while nobody else who locks is in this range. */
  void alone(long at, long bytes, Runnable action) {
    locked(at, bytes, false, action);
  }

  /** Does something while other ranks may be in this range so, but nobody alone. */
  void shared(long at, long bytes, Runnable action) {
    locked(at, bytes, true, action);
  }

  private void locked(long at, long bytes, boolean isShared, Runnable action) {
    threads.lock();
    try {
      DiskErrors.run(() -> file.lock(at, bytes, isShared));
      try {
        action.run();
      } finally {
        DiskErrors.run(() -> file.unlock(at, bytes));
      }
    } finally {
      threads.unlock();
    }
  }
}
