package org.purempi.protocol;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which failures each communicator has acknowledged, and the receives from any source that wait
 * until it does. Inside the lock.
 */
final class Acknowledgements {
  private final Engine engine;

  /** The processes, by context. */
  private final Map<Long, BitSet> acknowledged = new HashMap<>();

  /** Requests that wait, in the order in which they were posted. */
  private final Map<Long, List<ReceiveOperation>> suspended = new HashMap<>();

  Acknowledgements(Engine engine) {
    this.engine = engine;
  }

  private static long context(Peers of) {
    return Peers.pointToPoint(of.context());
  }

  /** Acknowledges failures; how many are acknowledged now. */
  int add(Peers of, List<Integer> ranks) {
    BitSet its = acknowledged.computeIfAbsent(context(of), key -> new BitSet());
    ranks.forEach(rank -> its.set(of.process(rank)));
    for (ReceiveOperation r : take(context(of))) {
      r.again();
      engine.matching.post(of.context(), r);
    }
    return its.cardinality();
  }

  boolean contains(Peers of, int rank) {
    BitSet its = acknowledged.get(context(of));
    return its != null && its.get(of.process(rank));
  }

  /** A receive from any source of which a rank has failed waits for an acknowledgement. */
  void suspend(ReceiveOperation receive) {
    suspended.computeIfAbsent(context(receive.peers()), key -> new ArrayList<>()).add(receive);
  }

  /** Whether it was suspended: it is not any more. */
  boolean resume(ReceiveOperation receive) {
    List<ReceiveOperation> its = suspended.get(context(receive.peers()));
    return its != null && its.remove(receive);
  }

  /** Those that are suspended in a context, and are not any more. */
  List<ReceiveOperation> take(long context) {
    List<ReceiveOperation> all = suspended.remove(context);
    return all == null ? List.of() : all;
  }
}
