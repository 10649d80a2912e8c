package org.purempi.learn.named;

import java.util.concurrent.atomic.LongAdder;

/** The counters behind {@link NamedCounts}: the background thread adds, any thread reads. */
final class Tally {
  final LongAdder cycles = new LongAdder();
  final LongAdder cacheHits = new LongAdder();
  final LongAdder negotiated = new LongAdder();
  final LongAdder fusedOperations = new LongAdder();
  final LongAdder fusedMessages = new LongAdder();
  final LongAdder negotiationNanos = new LongAdder();

  NamedCounts counts() {
    return new NamedCounts(
        cycles.sum(),
        cacheHits.sum(),
        negotiated.sum(),
        fusedOperations.sum(),
        fusedMessages.sum(),
        negotiationNanos.sum());
  }
}
