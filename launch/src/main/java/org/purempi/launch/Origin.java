package org.purempi.launch;

import java.util.Map;

/**
 * Where a world comes from: mpiexec was called for the first one, ranks have spawned the others.
 *
 * @param number which world of this mpiexec it is; 0 for the first
 * @param parent the rank that has spawned it, in words; empty for the first
 * @param preput pairs that its ranks find in their space, as they go over the wire
 */
record Origin(int number, String parent, Map<String, String> preput) {
  /** The world that mpiexec was called for. */
  static final Origin FIRST = new Origin(0, "", Map.of());

  Origin {
    preput = Map.copyOf(preput);
  }

  boolean isSpawned() {
    return number > 0;
  }

  /** The name of one of its ranks. */
  String rank(int rank) {
    return "rank " + rank + world();
  }

  /** {@code " of world 1"}; nothing for the first. */
  String world() {
    return isSpawned() ? " of world " + number : "";
  }

  /** {@code " (rank 0 has spawned world 1)"}; nothing for the first. */
  String ancestry() {
    return isSpawned() ? " (%s has spawned world %d)".formatted(parent, number) : "";
  }
}
