package org.purempi.onesided;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.LockType;
import org.purempi.MpiArgumentException;

/**
 * Which epochs of a window are open at this rank (section 12.5), and what may be done in them. Any
 * thread.
 */
final class Epochs {
  private enum Access {
    NONE("none"),
    FENCE("a fence epoch"),
    START("an epoch of start"),
    LOCK("an epoch of lock"),
    LOCK_ALL("an epoch of lockAll");

    final String text;

    Access(String text) {
      this.text = text;
    }
  }

  private final String label;
  private volatile Access access = Access.NONE;

  /** Whether something was done since the fence. */
  private volatile boolean isFenceUsed;

  /** The ranks that may be accessed after start. */
  private volatile boolean[] started = new boolean[0];

  private final @Nullable LockType[] locks;
  private final boolean[] isUnchecked;
  private int locked;
  private volatile boolean isPosted;

  Epochs(int size, String label) {
    this.label = label;
    this.locks = new @Nullable LockType[size];
    this.isUnchecked = new boolean[size];
  }

  private MpiArgumentException error(String what) {
    Access now = access;
    String open = now == Access.NONE ? "no access epoch is open" : now.text + " is open";
    String ranks = now == Access.LOCK ? " (locked: " + lockedRanks() + ")" : "";
    return new MpiArgumentException(
        ErrorClass.RMA_SYNC, what + ": " + open + ranks + " on " + label);
  }

  private synchronized String lockedRanks() {
    var text = new StringBuilder();
    for (int rank = 0; rank < locks.length; rank++) {
      if (locks[rank] != null) {
        text.append(text.isEmpty() ? "" : ", ").append(rank);
      }
    }
    return text.toString();
  }

  /** An operation on a rank is about to be done. */
  void requireAccess(int rank) {
    switch (access) {
      case FENCE -> {
        if (!isFenceUsed) {
          isFenceUsed = true;
        }
      }
      case START -> {
        if (!started[rank]) {
          throw error("rank " + rank + " is not in the group of start");
        }
      }
      case LOCK -> {
        if (locks[rank] == null) {
          throw error("rank " + rank + " is not locked");
        }
      }
      case LOCK_ALL -> {}
      case NONE -> throw error("call fence, start or lock before operations");
    }
  }

  /** Something is about to be flushed. */
  void requirePassive(int rank) {
    Access now = access;
    if (now != Access.LOCK_ALL && !(now == Access.LOCK && (rank < 0 || locks[rank] != null))) {
      throw error(rank < 0 ? "flush is for epochs of lock" : "rank " + rank + " is not locked");
    }
  }

  synchronized void fence(boolean succeeds) {
    requireFence();
    isFenceUsed = false;
    access = succeeds ? Access.FENCE : Access.NONE;
  }

  /** Refuses a fence where another kind of epoch is open. */
  void requireFence() {
    Access now = access;
    if ((now != Access.NONE && now != Access.FENCE) || isPosted) {
      throw error(isPosted ? "fence after post: call waitFor first" : "fence");
    }
  }

  /** A fence that nothing was done after counts as none: lock and start may follow. */
  private void requireNone(String call) {
    if (access != Access.NONE && (access != Access.FENCE || isFenceUsed)) {
      throw error(call);
    }
  }

  synchronized void start(boolean[] ranks) {
    requireNone("start");
    started = ranks;
    access = Access.START;
  }

  synchronized void requireStarted() {
    if (access != Access.START) {
      throw error("complete without start");
    }
  }

  boolean isStarted() {
    return access == Access.START;
  }

  synchronized boolean[] completed() {
    requireStarted();
    access = Access.NONE;
    return started;
  }

  synchronized void post() {
    if (isPosted) {
      throw error("post twice");
    }
    isPosted = true;
  }

  void requirePosted(String call) {
    if (!isPosted) {
      throw error(call + " without post");
    }
  }

  boolean isPosted() {
    return isPosted;
  }

  synchronized void exposureEnded() {
    isPosted = false;
  }

  /** A lock is about to be taken. */
  synchronized void lock(LockType type, int rank, boolean unchecked) {
    if (access != Access.LOCK) {
      requireNone("lock of rank " + rank);
    }
    if (locks[rank] != null) {
      throw error("a second lock of rank " + rank);
    }
    locks[rank] = type;
    isUnchecked[rank] = unchecked;
    locked++;
    access = Access.LOCK;
  }

  synchronized boolean isLocked(int rank) {
    return access == Access.LOCK && locks[rank] != null;
  }

  synchronized LockType requireLocked(int rank) {
    LockType type = locks[rank];
    if (access != Access.LOCK || type == null) {
      throw error("unlock of rank " + rank + " without lock");
    }
    return type;
  }

  boolean isUnchecked(int rank) {
    return isUnchecked[rank];
  }

  synchronized void unlocked(int rank) {
    locks[rank] = null;
    if (--locked == 0) {
      access = Access.NONE;
    }
  }

  synchronized void lockAll(boolean unchecked) {
    requireNone("lockAll");
    Arrays.fill(isUnchecked, unchecked);
    access = Access.LOCK_ALL;
  }

  synchronized void requireLockedAll() {
    if (access != Access.LOCK_ALL) {
      throw error("unlockAll without lockAll");
    }
  }

  boolean isLockedAll() {
    return access == Access.LOCK_ALL;
  }

  synchronized void unlockedAll() {
    access = Access.NONE;
  }

  /** Whether an epoch is open that is not a fence's. */
  boolean isAnyOpen() {
    return isPosted || (access != Access.NONE && access != Access.FENCE);
  }

  /** What is open, for an error. */
  MpiArgumentException stillOpen() {
    return error(isPosted ? "close after post: call waitFor first" : "close");
  }
}
