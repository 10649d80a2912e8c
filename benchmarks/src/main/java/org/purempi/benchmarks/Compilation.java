package org.purempi.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** Whether this JVM still compiles what runs: as long as it does, nothing is worth measuring. */
final class Compilation {

  /** A method that C2 takes longer for than this is missed. */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

  private final java.lang.management.CompilationMXBean compiler =
      ManagementFactory.getCompilationMXBean();

  private long millis;
  private long changedNanos = System.nanoTime();

  /** Whether something was compiled lately. */
  boolean goesOn() {
    long now = System.nanoTime();
    long spent = compiler.getTotalCompilationTime();
    if (spent != millis) {
      millis = spent;
      changedNanos = now;
    }
    return now - changedNanos < QUIET_NANOS;
  }
}
