package org.purempi.memory;

import org.purempi.transport.Source;

/** How a transport lends buffers for direct copies by the peer. */
public interface Loans {
  /** The smallest message, in bytes, for which asking for a loan is worth its answer. */
  int worthFromBytes();

  /** A descriptor of the buffer, or {@link org.purempi.transport.Transport#NONE}. */
  long lend(Source source);

  /** As of the endpoint. */
  default boolean isFreeSoonerIfSent(long bytes) {
    return false;
  }

  /** Ends the loan of {@code descriptor}. */
  void reclaim(long descriptor);
}
