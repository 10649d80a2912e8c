package org.purempi.world;

import org.jspecify.annotations.Nullable;
import org.purempi.MpiAbortException;
import org.purempi.pmi.LauncherWatch;
import org.purempi.protocol.Engine;

/**
 * What becomes of a rank in a process that goes on: until it leaves, its world may be ended by
 * others. Any thread.
 */
final class AbortState implements LauncherWatch {
  private static final int LOST = 1;

  private @Nullable MpiAbortException reason;
  private @Nullable Engine engine;
  private boolean hasLeft;

  /** Why the world has ended before this rank left; null if it has not. */
  synchronized @Nullable MpiAbortException reason() {
    return reason;
  }

  synchronized boolean hasLeft() {
    return hasLeft;
  }

  /** From now on the rank has an engine, whose waits end with its world. */
  synchronized void follow(Engine its) {
    engine = its;
    MpiAbortException early = reason;
    if (early != null) {
      its.progress().poison(early);
    }
  }

  /** The rank is gone: nothing can happen to it any more. False if it was gone before. */
  synchronized boolean leave() {
    boolean isFirst = !hasLeft;
    hasLeft = true;
    engine = null;
    return isFirst;
  }

  /** The world has ended; answers why, which may be older. */
  synchronized MpiAbortException end(int errorCode, String why, @Nullable Throwable cause) {
    MpiAbortException first = reason;
    if (first != null) {
      return first;
    }
    var now = new MpiAbortException(errorCode, "the job was aborted: " + why, cause);
    reason = now;
    Engine its = engine;
    if (its != null) {
      its.progress().poison(now);
    }
    return now;
  }

  @Override
  public void lost(String why) {
    end(LOST, why, null);
  }

  @Override
  public void ended(int exitCode, String why) {
    end(exitCode, why, null);
  }
}
