package org.purempi.onesided;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.purempi.LockType;
import org.purempi.hang.Need;
import org.purempi.protocol.Failures;
import org.purempi.protocol.Needing;
import org.purempi.protocol.Peers;

/**
 * A rank's wait for the lock of a part, which is over when the lock is taken or never will be. What
 * failed ranks had is given back for them. One that has failed within the moment between having a
 * shared lock and being noted leaves it for ever: who wants the lock alone does not wait for that.
 * Inside the rank's lock.
 */
final class Claim implements BooleanSupplier, Needing {
  /** Who lives has been noted by then. */
  private static final long MOMENT_NANOS = 1_000_000_000;

  private final Peers peers;
  private final Failures failures;
  private final LockWord word;
  private final IntPredicate mayHold;
  private final LockType type;
  private final int rank;
  private final int target;
  private boolean isTaken;

  /**
   * Since when more ranks than are noted have shared it, though some have failed; 0: they do not.
   */
  private long strangeSince;

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
    List<Integer> failed = failures.failed(peers);
    failed.forEach(word::release);
    isTaken = word.tryLock(type, rank);
    return isTaken || (type == LockType.EXCLUSIVE && isInVain(failed));
  }

  private boolean isInVain(List<Integer> failed) {
    if (failed.stream().noneMatch(mayHold::test) || !word.hasUnknownSharers()) {
      strangeSince = 0;
      return false;
    }
    long now = System.nanoTime();
    strangeSince = strangeSince == 0 ? now : strangeSince;
    return now - strangeSince > MOMENT_NANOS;
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
