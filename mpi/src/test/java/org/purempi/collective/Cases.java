package org.purempi.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.purempi.Datatype;

/** What the algorithms are tried on. */
final class Cases {
  static final int[] SIZES = {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17};
  static final int[] COUNTS = {0, 1, 3, 40};

  /** One without gaps, one with. */
  static final List<Datatype> TYPES = List.of(Datatype.LONG, Datatype.DOUBLE_INT);

  private Cases() {}

  /** The wishes that force one algorithm. */
  static Wishes forcing(Table<?> table, String algorithm) {
    return operation -> operation == table.setting() ? algorithm : null;
  }

  /** Records what every rank does, and performs it. */
  static void run(int size, long seed, String what, Consumer<Schedule> rank) {
    simulation(size, seed, what, rank).run();
  }

  /** Records what every rank does. */
  static Simulation simulation(int size, long seed, String what, Consumer<Schedule> rank) {
    List<Recording> ranks = new ArrayList<>();
    for (int r = 0; r < size; r++) {
      Recording recording = new Recording(r, size);
      rank.accept(recording);
      ranks.add(recording);
    }
    return new Simulation(ranks, seed, what);
  }
}
