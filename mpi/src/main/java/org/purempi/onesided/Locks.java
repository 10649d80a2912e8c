package org.purempi.onesided;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.purempi.LockType;
import org.purempi.MpiException;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;

/** Passive access: locks at targets, which call nothing (section 12.5.3). Any thread. */
public final class Locks {
  private static final String CANNOT_BE_HAD =
      " cannot be had alone: ranks share it, of which one may have failed";

  private final Engine engine;
  private final Epochs epochs;
  private final Remote remote;
  private final Target[] targets;
  private final Peers peers;
  private final IntPredicate isNear;

  /** {@code isNear} tells whether a rank maps what this one does. */
  Locks(Peers peers, Epochs epochs, Remote remote, Target[] targets, IntPredicate isNear) {
    this.peers = peers;
    this.isNear = isNear;
    this.engine = peers.engine();
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
        held.taken = 1;
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
    var attempts = new Attempts();
    try {
      attempts.run(() -> remote.complete(rank));
    } finally {
      if (!held.isUnchecked) {
        attempts.run(() -> give(held.type, rank));
      }
      epochs.unlocked(rank);
    }
    attempts.end();
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
        held.taken++;
      }
    } catch (RuntimeException e) {
      giveAll(taken, new Attempts());
      epochs.unlockedAll();
      throw e;
    }
    return () -> epochs.isOpen(held);
  }

  /** Ends access to all ranks: all has been done. */
  public void unlockAll() {
    Epochs.Held held = epochs.requireLockedAll();
    var attempts = new Attempts();
    try {
      attempts.run(remote::completeAll);
    } finally {
      giveAll(held.isUnchecked ? 0 : targets.length, attempts);
      epochs.unlockedAll();
    }
    attempts.end();
  }

  private void giveAll(int ranks, Attempts attempts) {
    for (int rank = 0; rank < ranks; rank++) {
      int of = rank;
      attempts.run(() -> give(LockType.SHARED, of));
    }
  }

  /** Gives back, without waiting, what this rank has of the parts that lie here. */
  void drop() {
    for (int rank = 0; rank < targets.length; rank++) {
      Exposed there = targets[rank].memory();
      Epochs.Held held = epochs.held(rank);
      if (there != null && held != null && !held.isUnchecked) {
        VarHandle.fullFence();
        there.lock().unlock(held.type, peers.rank());
      }
    }
  }

  private void take(LockType type, int rank) {
    Exposed there = targets[rank].memory();
    if (there == null) {
      remote.awaitLock(request(rank, Verb.LOCK, type));
      remote.tell(rank);
    } else {
      remote.requireAlive(rank);
      if (!there.lock().tryLock(type, peers.rank())) {
        await(there, type, rank);
      }
    }
    VarHandle.fullFence();
  }

  private void await(Exposed there, LockType type, int rank) {
    IntPredicate mayHold = there.isShared() ? isNear : other -> false;
    var claim = new Claim(peers, there.lock(), mayHold, type, peers.rank(), rank);
    engine.waiting().await(claim);
    if (!claim.isTaken()) {
      @Nullable MpiException[] failure = {null};
      engine.locked(() -> failure[0] = remote.failure("the lock of rank " + rank + CANNOT_BE_HAD));
      throw Objects.requireNonNull(failure[0]);
    }
  }

  private void give(LockType type, int rank) {
    VarHandle.fullFence();
    Exposed there = targets[rank].memory();
    if (there == null) {
      remote.await(request(rank, Verb.UNLOCK, type));
    } else {
      there.lock().unlock(type, peers.rank());
      remote.requireAlive(rank);
    }
  }

  private Answer request(int rank, Verb verb, LockType type) {
    @Nullable Answer[] answer = {null};
    int detail = type == LockType.EXCLUSIVE ? 1 : 0;
    engine.locked(() -> answer[0] = remote.request(rank, verb, detail));
    return Objects.requireNonNull(answer[0]);
  }
}
