package org.purempi.launch.system;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do under a lock, and tell by {@code notifyAll}. */
public final class Waiting {
  private Waiting() {}

  /**
   * Waits until something is so.
   *
   * @param lock held when it is asked, here and by the caller
   * @param millis how long; 0 or less: not at all
   * @return whether it is so; false when the time was too short
   */
  public static boolean until(Object lock, long millis, BooleanSupplier isSo)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (lock) {
      while (!isSo.getAsBoolean()) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
      return true;
    }
  }
}
