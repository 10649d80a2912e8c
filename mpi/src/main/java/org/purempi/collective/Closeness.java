package org.purempi.collective;

import org.purempi.protocol.Peers;

/** How close ranks are to each other; a table's line for some holds for closer ones, too. */
public enum Closeness {
  /** Some meet over a network only. */
  FAR,
  /** All share memory. */
  NEAR,
  /** All share memory, and the ranks of their host outnumber its processors. */
  CROWDED;

  /** That of these ranks; each of them is told the same. */
  public static Closeness of(Peers peers) {
    if (peers.shareCores()) {
      return CROWDED;
    }
    return peers.shareMemory() ? NEAR : FAR;
  }
}
