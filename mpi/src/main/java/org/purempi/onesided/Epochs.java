package org.purempi.onesided;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.LockType;
import org.purempi.MpiArgumentException;
import org.purempi.protocol.Peers;
import org.purempi.tool.ProgramStack;

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

  /**
   * The first epochs of a window look where they are opened, which takes 20 times as long as a
   * lock: a program that does not end them does so from the beginning.
   */
  private static final int LOOKS = 16;

  private final Peers peers;
  private volatile Access access = Access.NONE;

  /** Whether something was done since the fence. */
  private volatile boolean isFenceUsed;

  /** The ranks that may be accessed after start; each epoch has an array of its own. */
  private volatile boolean[] started = new boolean[0];

  /** An epoch of lock or lockAll, whether nobody was asked for it, and where it was opened. */
  static final class Held {
    final LockType type;
    final boolean isUnchecked;
    final @Nullable StackTraceElement place;

    /** How many parts of ranks it has, of lockAll those of the first ones; reports read it late. */
    int taken;

    Held(LockType type, boolean isUnchecked, @Nullable StackTraceElement place) {
      this.type = type;
      this.isUnchecked = isUnchecked;
      this.place = place;
    }
  }

  /** What is held at each rank. */
  private final @Nullable Held[] locks;

  private int locked;

  /** What is held at all ranks together. */
  private @Nullable Held lockedAll;

  private volatile boolean isPosted;

  /** How many more epochs remember where they were opened. */
  private int looks = LOOKS;

  /** Where the epochs were opened that are not of lock; null if nobody has looked. */
  private @Nullable StackTraceElement accessPlace;

  private @Nullable StackTraceElement postPlace;

  Epochs(Peers peers) {
    this.peers = peers;
    this.locks = new @Nullable Held[peers.size()];
  }

  private synchronized MpiArgumentException error(String what) {
    Access now = access;
    String open = now == Access.NONE ? "no access epoch is open" : now.text + " is open";
    String place =
        switch (now) {
          case NONE -> "";
          case LOCK -> " (locked: " + lockedRanks() + ")";
          case FENCE, START, LOCK_ALL -> openedAt(accessPlace);
        };
    String posted = isPosted ? ", an epoch of post is open" + openedAt(postPlace) : "";
    return new MpiArgumentException(
        ErrorClass.RMA_SYNC, what + ": " + open + place + posted + " on " + peers.label());
  }

  private static String openedAt(@Nullable StackTraceElement place) {
    return place == null ? "" : ", opened at " + place;
  }

  /** The program's line, for an epoch that it opens now; null once there were many. */
  private @Nullable StackTraceElement look() {
    if (looks == 0) {
      return null;
    }
    looks--;
    return ProgramStack.lineOfThisThread().orElse(null);
  }

  private String lockedRanks() {
    var text = new StringBuilder();
    for (int rank = 0; rank < locks.length; rank++) {
      Held held = locks[rank];
      if (held != null) {
        text.append(text.isEmpty() ? "" : "; ").append(rank).append(openedAt(held.place));
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
    accessPlace = look();
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
    accessPlace = look();
  }

  synchronized void requireStarted() {
    if (access != Access.START) {
      throw error("complete without start");
    }
  }

  boolean isOpen(boolean[] ranks) {
    return access == Access.START && started == ranks;
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
    postPlace = look();
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

  /** At which ranks locks are held, that were asked for. */
  synchronized List<Integer> heldRanks() {
    var ranks = new ArrayList<Integer>();
    for (int rank = 0; rank < locks.length; rank++) {
      Held held = lockedAll == null ? locks[rank] : lockedAll;
      if (held != null && (lockedAll == null ? held.taken > 0 : rank < held.taken)) {
        ranks.add(rank);
      }
    }
    return ranks;
  }

  /** A lock is about to be taken. */
  synchronized Held lock(LockType type, int rank, boolean isUnchecked) {
    if (access != Access.LOCK) {
      requireNone("lock of rank " + rank);
    }
    if (locks[rank] != null) {
      throw error("a second lock of rank " + rank);
    }
    Held held = new Held(type, isUnchecked, look());
    locks[rank] = held;
    locked++;
    access = Access.LOCK;
    return held;
  }

  synchronized boolean isOpen(Held held, int rank) {
    return locks[rank] == held;
  }

  synchronized Held requireLocked(int rank) {
    Held held = locks[rank];
    if (held == null) {
      throw error("unlock of rank " + rank + " without lock");
    }
    return held;
  }

  /** What is held at a rank; null if nothing is. */
  synchronized @Nullable Held held(int rank) {
    return lockedAll != null ? lockedAll : locks[rank];
  }

  synchronized void unlocked(int rank) {
    locks[rank] = null;
    if (--locked == 0) {
      access = Access.NONE;
    }
  }

  synchronized Held lockAll(boolean isUnchecked) {
    requireNone("lockAll");
    Held held = new Held(LockType.SHARED, isUnchecked, look());
    lockedAll = held;
    access = Access.LOCK_ALL;
    accessPlace = held.place;
    return held;
  }

  synchronized boolean isOpen(Held all) {
    return lockedAll == all;
  }

  synchronized Held requireLockedAll() {
    Held held = lockedAll;
    if (held == null) {
      throw error("unlockAll without lockAll");
    }
    return held;
  }

  synchronized void unlockedAll() {
    lockedAll = null;
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
