package org.purempi.protocol;

import org.purempi.progress.Patience;
import org.purempi.transport.thread.ThreadHub;

/** Two ranks of one JVM, each with an engine of its own. */
record Pair(Peers zero, Peers one) {
  /** With room for so many bytes of unexpected data. */
  static Pair of(long creditBytes) {
    var hub = new ThreadHub(2);
    return new Pair(ranks(0, hub, creditBytes), ranks(1, hub, creditBytes));
  }

  private static Peers ranks(int rank, ThreadHub hub, long creditBytes) {
    var engine = new Engine(hub.transport(rank), new Patience(10, 10), creditBytes);
    return new Peers(engine, null, 2, rank, 0, "pair");
  }

  Peers rank(int number) {
    return number == 0 ? zero : one;
  }
}
