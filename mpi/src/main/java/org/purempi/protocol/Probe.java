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
  private final Messenger messenger;
  private final MatchQueues<ReceiveOperation.Slot, Arrival> queues;
  private final boolean take;
  private @Nullable Arrival found;

  /**
   * Looks in the queues of a context.
   *
   * @param take whether the message is taken out
   */
  Probe(Messenger messenger, long context, int source, int tag, boolean take) {
    this.messenger = messenger;
    this.queues = messenger.queues(context);
    this.context = context;
    this.source = source;
    this.tag = tag;
    this.take = take;
  }

  @Override
  public boolean getAsBoolean() {
    found = take ? queues.takeArrived(source, tag) : queues.peekArrived(source, tag);
    if (found == null) {
      messenger.departures.check(context, source, true);
    }
    return found != null;
  }

  /** The message, once it has come. */
  Arrival found() {
    return Objects.requireNonNull(found);
  }
}
