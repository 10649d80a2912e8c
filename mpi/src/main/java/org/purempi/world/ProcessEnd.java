package org.purempi.world;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.purempi.setting.Setting;

/**
 * The end of this process for a reason of its job: as at {@link System#exit} its shutdown hooks
 * run, in which programs save their state, but not for ever (docs/decisions/ends-of-jobs.md). Any
 * thread.
 */
final class ProcessEnd {

  private static final AtomicBoolean BEGUN = new AtomicBoolean();

  private ProcessEnd() {}

  /** Begins to end the process; returns, for a hook may wait for the calling thread. */
  static void begin(int exitCode) {
    if (isUnderWay() || !BEGUN.compareAndSet(false, true)) {
      return;
    }
    try {
      daemon("purempi grace", () -> halt(exitCode));
      daemon("purempi exit", () -> System.exit(exitCode));
    } catch (OutOfMemoryError e) {
      Runtime.getRuntime().halt(exitCode); // no more threads
    }
  }

  /** The process ends for a reason of its job. */
  static boolean hasBegun() {
    return BEGUN.get();
  }

  /** The process ends, for whatever reason. */
  static boolean isUnderWay() {
    var hook = new Thread();
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return BEGUN.get();
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /** Never returns: the process ends, or has ended. */
  static void await() {
    while (true) {
      try {
        TimeUnit.DAYS.sleep(1);
      } catch (InterruptedException e) {
        // The end comes nevertheless.
      }
    }
  }

  private static void daemon(String name, Runnable body) {
    Thread.ofPlatform().daemon().name(name).start(body);
  }

  private static void halt(int exitCode) {
    try {
      TimeUnit.SECONDS.sleep(Setting.GRACE.number());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode);
  }
}
