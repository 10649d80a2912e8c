package org.purempi.tests.device;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The buffers of a window's operations that may not be complete, by their target. */
final class Pending {
  /** In place of a rank. */
  static final int ALL = -1;

  private final Supplier<Twins> twins;
  private final Map<Integer, Twins> ofRank = new ConcurrentHashMap<>();

  Pending(Supplier<Twins> twins) {
    this.twins = twins;
  }

  Twins of(int rank) {
    return ofRank.computeIfAbsent(rank, r -> twins.get());
  }

  void in() {
    ofRank.values().forEach(Twins::in);
  }

  void out() {
    ofRank.values().forEach(Twins::out);
  }

  /** Those of a target, or of all, are complete: they are copied a last time. */
  void complete(int rank) {
    if (rank == ALL) {
      out();
      ofRank.clear();
    } else {
      Twins its = ofRank.remove(rank);
      if (its != null) {
        its.out();
      }
    }
  }
}
