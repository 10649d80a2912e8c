package org.purempi.protocol;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.matching.MatchQueues;

/** Messages that no receive has asked for yet (section 3.8). Any thread. */
public final class Probes {
  private final Engine engine;

  Probes(Engine engine) {
    this.engine = engine;
  }

  /**
   * The message that a receive would match now, after making progress; null if none ({@code
   * MPI_Iprobe}).
   */
  public @Nullable Status probeNow(long context, int source, int tag) {
    return lookNow(context, source, tag, false, Arrival::status);
  }

  /** Waits for a message that a receive would match ({@code MPI_Probe}). */
  public Status probe(long context, int source, int tag) {
    return awaitMessage(context, source, tag, false, Arrival::status);
  }

  /** Takes a message out of the queue if there is one ({@code MPI_Improbe}). */
  public @Nullable Arrival matchNow(long context, int source, int tag) {
    return lookNow(context, source, tag, true, arrival -> arrival);
  }

  /** Waits for a message and takes it out of the queue ({@code MPI_Mprobe}). */
  public Arrival match(long context, int source, int tag) {
    return awaitMessage(context, source, tag, true, arrival -> arrival);
  }

  /** Outside the lock, a message that stays in the queue may be received by another thread. */
  private <T> @Nullable T lookNow(
      long context, int source, int tag, boolean take, Function<Arrival, T> result) {
    engine.progress.enter();
    try {
      engine.progress.look();
      MatchQueues<ReceiveOperation.Slot, Arrival> queues = engine.contexts.queues(context);
      Arrival found = take ? queues.takeArrived(source, tag) : queues.peekArrived(source, tag);
      if (found != null) {
        return result.apply(found);
      }
      engine.flow.missedBy(context, source);
      engine.gone.check(context, source);
    } finally {
      engine.progress.leave();
    }
    engine.progress.emptyHanded();
    return null;
  }

  private <T> T awaitMessage(
      long context, int source, int tag, boolean take, Function<Arrival, T> result) {
    engine.progress.enter();
    try {
      Probe probe = new Probe(engine, context, source, tag, take);
      engine.progress.await(probe);
      return result.apply(probe.found());
    } finally {
      engine.progress.leave();
    }
  }
}
