package org.purempi.protocol;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.matching.MatchQueues;

/** The condition that a message has come which a receive would match; a report can name it. */
final class Probe implements BooleanSupplier {
  final long context;
  final int source;
  final int tag;
  private final Engine engine;
  private final MatchQueues<ReceiveOperation.Slot, Arrival> queues;
  private final boolean take;
  private @Nullable Arrival found;
  private @Nullable RuntimeException error;

  /**
   * Looks in the queues of a context.
   *
   * @param take whether the message is taken out
   */
  Probe(Engine engine, long context, int source, int tag, boolean take) {
    this.engine = engine;
    this.queues = engine.contexts.queues(context);
    this.context = context;
    this.source = source;
    this.tag = tag;
    this.take = take;
  }

  @Override
  public boolean getAsBoolean() {
    found = take ? queues.takeArrived(source, tag) : queues.peekArrived(source, tag);
    if (found == null) {
      engine.flow.missedBy(context, source);
      engine.gone.check(context, source);
      RuntimeException e = error;
      if (e != null) {
        throw e;
      }
    }
    return found != null;
  }

  /** Whose ranks its source is one of; null if they are not known any more. */
  @Nullable Peers peers() {
    return engine.contexts.known(Peers.pointToPoint(context));
  }

  /** Whether the message lies here, seen or not. */
  boolean isThere() {
    return queues.peekArrived(source, tag) != null;
  }

  /** It will never come. */
  void fail(RuntimeException why) {
    error = why;
  }

  /** The message, once it has come. */
  Arrival found() {
    return Objects.requireNonNull(found);
  }
}
