package org.purempi.tests;

import java.util.concurrent.locks.LockSupport;

/** Lets other threads run inside a loop that polls; a virtual thread leaves its carrier. */
public final class Pause {
  private static final long NANOS = 20_000;

  private Pause() {}

  /** A moment. */
  public static void briefly() {
    LockSupport.parkNanos(NANOS);
  }
}
