package org.purempi.onesided;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.purempi.LockType;
import org.purempi.progress.Outgoing;
import org.purempi.protocol.Peers;

/**
 * The lock of this rank's part, for those that ask for it by frames: granted in the order in which
 * they ask. Belongs to the rank's lock.
 */
final class Grants implements Outgoing {
  /** A lock that could not be granted yet. */
  private record Waiter(Claim claim, int id) {}

  /** Tells a rank that it has the lock, or cannot have it. */
  @FunctionalInterface
  interface Teller {
    void tell(int rank, int id, boolean isGranted);
  }

  private final Peers peers;
  private final LockWord word;
  private final IntPredicate mayHold;
  private final Teller teller;
  private final List<Waiter> waiters = new ArrayList<>();
  private final Map<Integer, LockType> held = new HashMap<>();

  /** {@code mayHold}: see {@link Claim}. */
  Grants(Peers peers, LockWord word, IntPredicate mayHold, Teller teller) {
    this.peers = peers;
    this.word = word;
    this.mayHold = mayHold;
    this.teller = teller;
  }

  /** A rank asks; it is told with this id. */
  void ask(int rank, int id, LockType type) {
    var waiter = new Waiter(new Claim(peers, word, mayHold, type, rank, peers.rank()), id);
    if (!waiters.isEmpty() || !isOver(waiter)) {
      waiters.add(waiter);
      if (waiters.size() == 1) {
        peers.engine().progress().offerLater(this);
      }
    }
  }

  /** Whether a wait is over: then its rank has been told. */
  private boolean isOver(Waiter waiter) {
    Claim claim = waiter.claim();
    if (!claim.getAsBoolean()) {
      return false;
    }
    if (claim.isTaken()) {
      held.put(claim.rank(), claim.type());
    }
    teller.tell(claim.rank(), waiter.id(), claim.isTaken());
    return true;
  }

  /** Tries at each poll to grant what others wait for. */
  @Override
  public boolean advance() {
    while (!waiters.isEmpty() && isOver(waiters.getFirst())) {
      waiters.removeFirst();
    }
    return waiters.isEmpty();
  }

  /** A rank gives it back. */
  void unlock(int rank) {
    LockType its = held.remove(rank);
    if (its != null) {
      word.unlock(its, rank);
    }
  }

  /** A rank has failed, or left: it has nothing, and waits for nothing. */
  void drop(int rank) {
    unlock(rank);
    waiters.removeIf(waiter -> waiter.claim().rank() == rank);
  }

  /** This rank has left: nobody gets the lock any more, or has it. */
  void close() {
    waiters.forEach(waiter -> teller.tell(waiter.claim().rank(), waiter.id(), false));
    waiters.clear();
    List.copyOf(held.keySet()).forEach(this::drop);
  }
}
