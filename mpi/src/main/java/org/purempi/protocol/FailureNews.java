package org.purempi.protocol;

import java.util.BitSet;
import org.purempi.Mpi;
import org.purempi.transport.MalformedException;

/**
 * Whoever learns of a failure tells some that may not know: where no launcher sees all, the ranks
 * that had a connection are the only ones that notice, and a launcher tells the ranks of one world.
 * Inside the lock.
 */
final class FailureNews {
  /** A process of this world. */
  static final int FAILED = 3;

  /** A rank of a context, whose ranks have other numbers in other worlds. */
  static final int FAILED_IN = 5;

  private final Engine engine;

  FailureNews(Engine engine) {
    this.engine = engine;
  }

  /** This rank has learned of a failure. */
  void tell(int process) {
    int size = engine.homeSize();
    int me = engine.transport().rank();
    if (process < size && me < size) {
      tellWorld(process, size, me);
    }
    if (engine.hasLinks()) {
      engine.contexts.everybody().forEach(all -> tellOthers(all, process, size));
    }
  }

  private void tellWorld(int process, int size, int me) {
    var others = new BitSet();
    engine.met().stream().filter(p -> p.index < size).forEach(p -> others.set(p.index));
    for (int step = 1; step < size; step <<= 1) {
      others.set((me + step) % size);
      others.set((me - step + size) % size);
    }
    others.stream()
        .filter(other -> other != me && !engine.gone.isOver(other, Peers.NO_WORLD))
        .forEach(other -> engine.peer(other).control(Header.SURVIVAL, 0, process, FAILED));
  }

  /** Ranks of other worlds, or all if the one that has failed was of another. */
  private void tellOthers(Peers all, int process, int size) {
    int failed = all.rankOf(process);
    if (failed == Mpi.UNDEFINED) {
      return;
    }
    long word1 = Header.word1(Peers.pointToPoint(all.context()), failed);
    for (int rank = 0; rank < all.size(); rank++) {
      int other = all.process(rank);
      if (Math.max(other, process) >= size
          && other != engine.transport().rank()
          && !engine.gone.isOver(other, Peers.NO_WORLD)) {
        engine.peer(other).control(Header.SURVIVAL, 0, word1, FAILED_IN);
      }
    }
  }

  /** Which process another one tells of; negative if that is not known here. */
  int heard(int verb, long word1) {
    if (verb == FAILED_IN) {
      Peers all = engine.contexts.everybody(Peers.pointToPoint(Header.context(word1)));
      int rank = Header.source(word1);
      return all == null || rank < 0 || rank >= all.size() ? -1 : all.process(rank);
    }
    int process = (int) word1;
    if (process < 0 || process >= engine.homeSize() || process == engine.transport().rank()) {
      throw new MalformedException("the failure of process " + word1);
    }
    return process;
  }
}
