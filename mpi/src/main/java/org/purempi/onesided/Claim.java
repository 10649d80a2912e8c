package org.purempi.onesided;

import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.purempi.LockType;
import org.purempi.hang.Need;
import org.purempi.protocol.Failures;
import org.purempi.protocol.Needing;
import org.purempi.protocol.Peers;

/**
 * A rank's wait for the lock of a part, which is over when the lock is taken or never will be. A
 * lock that a failed rank has alone is free; whether one of those that share it has failed cannot
 * be told, so nobody waits for them once any rank has failed that might be one. Inside the rank's
 * lock.
 */
final class Claim implements BooleanSupplier, Needing {
  private final Peers peers;
  private final Failures failures;
  private final LockWord word;
  private final IntPredicate mayHold;
  private final LockType type;
  private final int rank;
  private final int target;
  private boolean isTaken;

  /**
   * A claim of {@code rank} to the lock of {@code target}'s part.
   *
   * @param mayHold whether a rank that has failed may have left a shared lock
   */
  Claim(Peers peers, LockWord word, IntPredicate mayHold, LockType type, int rank, int target) {
    this.peers = peers;
    this.failures = peers.engine().failures();
    this.word = word;
    this.mayHold = mayHold;
    this.type = type;
    this.rank = rank;
    this.target = target;
  }

  int rank() {
    return rank;
  }

  LockType type() {
    return type;
  }

  /** Whether it is taken. */
  boolean isTaken() {
    return isTaken;
  }

  @Override
  public boolean getAsBoolean() {
    int owner = word.owner();
    if (owner != LockWord.NOBODY && peers.engine().departures().hasFailed(peers, owner)) {
      word.release(owner);
    }
    isTaken = word.tryLock(type, rank);
    return isTaken || (type == LockType.EXCLUSIVE && word.isShared() && mayHaveFailed());
  }

  private boolean mayHaveFailed() {
    return failures.failed(peers).stream().anyMatch(mayHold::test);
  }

  @Override
  public int[] needed() {
    int owner = word.owner();
    return owner == LockWord.NOBODY ? peers.processes() : new int[] {peers.process(owner)};
  }

  @Override
  public Purpose purpose() {
    return new Purpose(Need.Kind.LOCK, peers, target);
  }

  @Override
  public int world() {
    return peers.world();
  }
}
