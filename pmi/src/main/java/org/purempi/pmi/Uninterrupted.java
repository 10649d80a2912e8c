package org.purempi.pmi;

import java.io.IOException;

/** Uses a channel on a thread that may be interrupted, which would close the channel. */
final class Uninterrupted {
  private Uninterrupted() {}

  /** Something that a channel is used for. */
  interface Use<T> {
    /** Does it. */
    T now() throws IOException;
  }

  /** Does something short; the interrupt flag is put back afterwards. */
  static <T> T use(Use<T> body) throws IOException {
    boolean wasInterrupted = Thread.interrupted();
    try {
      return body.now();
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
