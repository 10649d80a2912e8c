package org.purempi.onesided;

import org.jspecify.annotations.Nullable;
import org.purempi.ProcessFailedException;

/** Several things, all of which are done though ranks have failed; the end tells of the first. */
final class Attempts {
  private @Nullable ProcessFailedException first;

  /** Does one. */
  void run(Runnable action) {
    try {
      action.run();
    } catch (ProcessFailedException e) {
      first = first == null ? e : first;
    }
  }

  /** Throws what the first that failed has thrown. */
  void end() {
    ProcessFailedException failure = first;
    if (failure != null) {
      throw failure;
    }
  }
}
