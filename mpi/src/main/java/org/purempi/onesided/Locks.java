package org.purempi.onesided;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.LockType;
import org.purempi.protocol.Engine;

/** Passive access: locks at targets, which call nothing (section 12.5.3). Any thread. */
public final class Locks {
  private final Engine engine;
  private final Epochs epochs;
  private final Remote remote;
  private final Target[] targets;

  Locks(Engine engine, Epochs epochs, Remote remote, Target[] targets) {
    this.engine = engine;
    this.epochs = epochs;
    this.remote = remote;
    this.targets = targets;
  }

  /**
   * Begins access to a rank.
   *
   * @return whether this very epoch is open
   */
  public BooleanSupplier lock(LockType type, int rank, boolean isUnchecked) {
    Epochs.Held held = epochs.lock(type, rank, isUnchecked);
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
    return () -> epochs.isOpen(held, rank);
  }

  /** Ends access to a rank: all has been done there. */
  public void unlock(int rank) {
    Epochs.Held held = epochs.requireLocked(rank);
    try {
      remote.complete(rank);
    } finally {
      if (!held.isUnchecked) {
        give(held.type, rank);
      }
      epochs.unlocked(rank);
    }
  }

  /**
   * Shared locks at all ranks.
   *
   * @return whether this very epoch is open
   */
  public BooleanSupplier lockAll(boolean isUnchecked) {
    Epochs.Held held = epochs.lockAll(isUnchecked);
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
    return () -> epochs.isOpen(held);
  }

  /** Ends access to all ranks: all has been done. */
  public void unlockAll() {
    Epochs.Held held = epochs.requireLockedAll();
    try {
      remote.completeAll();
    } finally {
      for (int rank = 0; rank < targets.length && !held.isUnchecked; rank++) {
        give(LockType.SHARED, rank);
      }
      epochs.unlockedAll();
    }
  }

  private void take(LockType type, int rank) {
    Exposed there = targets[rank].memory();
    if (there == null) {
      remote.await(request(rank, Verb.LOCK, type));
    } else if (!there.lock().tryLock(type)) {
      engine.waiting().await(() -> there.lock().tryLock(type));
    }
    VarHandle.fullFence();
  }

  private void give(LockType type, int rank) {
    VarHandle.fullFence();
    Exposed there = targets[rank].memory();
    if (there == null) {
      remote.await(request(rank, Verb.UNLOCK, type));
    } else {
      there.lock().unlock(type);
    }
  }

  private Answer request(int rank, Verb verb, LockType type) {
    @Nullable Answer[] answer = {null};
    int detail = type == LockType.EXCLUSIVE ? 1 : 0;
    engine.locked(() -> answer[0] = remote.request(rank, verb, detail));
    return Objects.requireNonNull(answer[0]);
  }
}
