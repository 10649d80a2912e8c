package org.purempi.world;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.RankLook;
import org.purempi.protocol.Engine;

/**
 * What a rank that is a process answers its launcher, which asks what it is doing.
 *
 * @param first the thread that runs the program
 * @param hasLeft whether it has ended MPI
 */
record RankAnswers(Engine engine, Thread first, BooleanSupplier hasLeft) {
  /** From now on the launcher gets them. */
  void to(PmiClient pmi) {
    pmi.onReport(() -> List.of(see().report()));
    pmi.onLook(() -> List.of(look()));
  }

  private RankWatch.Seen see() {
    return hasLeft.getAsBoolean() ? RankWatch.Seen.ended(rank()) : watch().see();
  }

  /** One that has left may yet do anything, and soon tells so. */
  private RankLook look() {
    return hasLeft.getAsBoolean() ? RankLook.busy(rank()) : watch().look();
  }

  private RankWatch watch() {
    return new RankWatch(rank(), engine, first);
  }

  private int rank() {
    return engine.transport().rank();
  }
}
