package org.purempi.progress;

import java.util.ArrayList;
import java.util.List;

/** Who has frames that still have to go out: each is offered at every poll. Belongs to the lock. */
final class OutgoingQueue {
  private List<Outgoing> waiting = new ArrayList<>();
  private List<Outgoing> spare = new ArrayList<>();

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void add(Outgoing o) {
    waiting.add(o);
  }

  /** Offers all; how many have nothing left. */
  int offer() {
    List<Outgoing> now = waiting;
    waiting = spare;
    int finished = 0;
    int at = 0;
    try {
      for (; at < now.size(); at++) {
        Outgoing o = now.get(at);
        if (o.advance()) {
          finished++;
        } else {
          waiting.add(o);
        }
      }
    } finally {
      if (at < now.size()) { // one of them threw: it and those behind it are not lost
        waiting.addAll(now.subList(at, now.size()));
      }
      now.clear();
      spare = now;
    }
    return finished;
  }
}
