package org.purempi.disk;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of files that threads of this process have locked by channels: Java's own locks are
 * the process's, and throw instead of waiting for another thread.
 */
final class ChannelLocks {
  private static final Map<FileIdentity, List<Range>> LOCKED = new HashMap<>();

  private ChannelLocks() {}

  /** A range of a file that an open file has, or is about to have. */
  static final class Range {
    private final OpenFile owner;
    private final long at;
    private final long bytes;
    private final boolean isShared;
    private volatile @Nullable FileLock lock;

    Range(OpenFile owner, long at, long bytes, boolean isShared) {
      this.owner = owner;
      this.at = at;
      this.bytes = bytes;
      this.isShared = isShared;
    }

    long at() {
      return at;
    }

    long bytes() {
      return bytes;
    }

    boolean isShared() {
      return isShared;
    }

    /** Whether this process has it, so that other processes wait. */
    boolean isHeld() {
      return lock != null;
    }

    void hold(FileLock lockOfProcess) {
      lock = lockOfProcess;
    }

    /** Gives it back to other processes. */
    void release() throws IOException {
      FileLock held = lock;
      if (held != null) {
        held.release();
      }
    }

    private boolean overlaps(Range other) {
      return at - other.at < other.bytes && other.at - at < bytes;
    }
  }

  /** Waits until no thread of this process has any of the range; it has it then. */
  static void enter(FileIdentity file, Range range) {
    boolean isInterrupted = false;
    synchronized (LOCKED) {
      while (LOCKED.getOrDefault(file, List.of()).stream().anyMatch(range::overlaps)) {
        try {
          LOCKED.wait();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
      LOCKED.computeIfAbsent(file, f -> new ArrayList<>()).add(range);
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  static void leave(FileIdentity file, Range range) {
    synchronized (LOCKED) {
      List<Range> ranges = LOCKED.getOrDefault(file, new ArrayList<>());
      ranges.remove(range);
      if (ranges.isEmpty()) {
        LOCKED.remove(file);
      }
      LOCKED.notifyAll();
    }
  }

  static List<Range> rangesOf(FileIdentity file, OpenFile owner) {
    synchronized (LOCKED) {
      return LOCKED.getOrDefault(file, List.of()).stream().filter(r -> r.owner == owner).toList();
    }
  }

  static @Nullable Range find(FileIdentity file, OpenFile owner, long at, long bytes) {
    for (Range range : rangesOf(file, owner)) {
      if (range.at == at && range.bytes == bytes) {
        return range;
      }
    }
    return null;
  }
}
