package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Waits until processes have really stopped running.
 *
 * <p>A JVM whose ranks are asleep may go on compiling for a while. The next contestant must not pay
 * for that, so its turn begins when the last one's processors times stand still.
 */
final class Quiet {

  private static final int LOOK_MILLIS = 4;
  private static final int LIMIT_MILLIS = 1_000;

  /** Housekeeping threads of a JVM that wake now and then stay below this. */
  private static final long IDLE_NANOS_PER_LOOK = LOOK_MILLIS * 1_000_000L / 10;

  /** Long enough for dozens of the system's ticks, which are hundredths of a second. */
  private static final int LOOK_AT_ALL_MILLIS = 100;

  private static final double BUSY_SHARE = 0.2;

  private Quiet() {}

  /** Returns once the processes are idle, or after a second. */
  static void await(Set<Long> pids) {
    long before = processorNanos(pids);
    for (int waited = 0; waited < LIMIT_MILLIS; waited += LOOK_MILLIS) {
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      long now = processorNanos(pids);
      if (now - before < IDLE_NANOS_PER_LOOK) {
        return;
      }
      before = now;
    }
  }

  /** Returns once the processors have nothing to do, or after a second. */
  static void awaitIdle() {
    try {
      for (int waited = 0; waited < LIMIT_MILLIS; waited += LOOK_AT_ALL_MILLIS) {
        var span = new Span();
        Thread.sleep(LOOK_AT_ALL_MILLIS);
        if (span.busyShare() < BUSY_SHARE) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long processorNanos(Set<Long> pids) {
    long sum = 0;
    for (long pid : pids) {
      try (DirectoryStream<Path> threads =
          Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
        for (Path thread : threads) {
          String times = Files.readString(thread.resolve("schedstat"));
          sum += Long.parseLong(times.substring(0, times.indexOf(' ')));
        }
      } catch (IOException e) {
        // The process or one of its threads has just ended: it is quiet enough.
      }
    }
    return sum;
  }
}
