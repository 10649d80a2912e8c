package org.purempi.onesided;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.purempi.LockType;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;

/** Passive access: locks at targets, which call nothing (section 12.5.3). Any thread. */
public final class Locks {
  private final Engine engine;
  private final Epochs epochs;
  private final Access access;
  private final Target[] targets;

  Locks(Peers peers, Epochs epochs, Access access, Target[] targets) {
    this.engine = peers.engine();
    this.epochs = epochs;
    this.access = access;
    this.targets = targets;
  }

  /** Begins access to a rank. */
  public void lock(LockType type, int rank, boolean isUnchecked) {
    epochs.lock(type, rank, isUnchecked);
    if (!isUnchecked) {
      boolean isTaken = false;
      try {
        take(type, rank);
        isTaken = true;
      } finally {
        if (!isTaken) {
          epochs.unlocked(rank);
        }
      }
    }
  }

  /** Whether a rank is locked by its own lock. */
  public boolean isLocked(int rank) {
    return epochs.isLocked(rank);
  }

  /** Ends access to a rank: all has been done there. */
  public void unlock(int rank) {
    LockType type = epochs.requireLocked(rank);
    try {
      access.complete(rank);
    } finally {
      if (!epochs.isUnchecked(rank)) {
        give(type, rank);
      }
      epochs.unlocked(rank);
    }
  }

  /** Shared locks at all ranks. */
  public void lockAll(boolean isUnchecked) {
    epochs.lockAll(isUnchecked);
    int taken = 0;
    try {
      for (; taken < targets.length && !isUnchecked; taken++) {
        take(LockType.SHARED, taken);
      }
    } catch (RuntimeException e) {
      for (int rank = 0; rank < taken; rank++) {
        give(LockType.SHARED, rank);
      }
      epochs.unlockedAll();
      throw e;
    }
  }

  /** Whether all are locked by {@link #lockAll}. */
  public boolean isLockedAll() {
    return epochs.isLockedAll();
  }

  /** Ends access to all ranks: all has been done. */
  public void unlockAll() {
    epochs.requireLockedAll();
    try {
      access.completeAll();
    } finally {
      for (int rank = 0; rank < targets.length && !epochs.isUnchecked(rank); rank++) {
        give(LockType.SHARED, rank);
      }
      epochs.unlockedAll();
    }
  }

  private void take(LockType type, int rank) {
    Exposed there = targets[rank].memory();
    if (there == null) {
      access.await(request(rank, Verb.LOCK, type));
    } else if (!there.lock().tryLock(type)) {
      engine.waiting().await(() -> there.lock().tryLock(type));
    }
    VarHandle.fullFence();
  }

  private void give(LockType type, int rank) {
    VarHandle.fullFence();
    Exposed there = targets[rank].memory();
    if (there == null) {
      access.await(request(rank, Verb.UNLOCK, type));
    } else {
      there.lock().unlock(type);
    }
  }

  private Answer request(int rank, Verb verb, LockType type) {
    @Nullable Answer[] answer = {null};
    int detail = type == LockType.EXCLUSIVE ? 1 : 0;
    engine.locked(() -> answer[0] = access.request(rank, verb, detail));
    return java.util.Objects.requireNonNull(answer[0]);
  }
}
