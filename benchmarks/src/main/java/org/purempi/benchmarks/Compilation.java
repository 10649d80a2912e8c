package org.purempi.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Whether this JVM still compiles what runs: as long as it does, nothing is worth measuring.
 *
 * <p>What counts is the processor time of the compiler's threads. The JVM's own count grows only at
 * the end of a method, and where ranks share cores one method can take seconds.
 */
final class Compilation {

  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

  /** Less than this in one look is a compiler that has only looked whether there is work. */
  private static final long WORK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  /** Linux shows the first 15 characters of a thread's name. */
  private static final String COMPILER_THREAD = "CompilerThre";

  private static final Path THREADS = Path.of("/proc/self/task");

  private final List<Path> compilers = compilers();
  private long spentNanos;
  private long changedNanos = System.nanoTime();

  /** Whether something was compiled lately. */
  boolean goesOn() {
    long now = System.nanoTime();
    long spent = compilers.stream().mapToLong(Compilation::processorNanos).sum();
    if (spent - spentNanos > WORK_NANOS) {
      spentNanos = spent;
      changedNanos = now;
    }
    return now - changedNanos < QUIET_NANOS;
  }

  private static List<Path> compilers() {
    try (Stream<Path> threads = Files.list(THREADS)) {
      return threads.filter(Compilation::isCompiler).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot see this JVM's threads", e);
    }
  }

  private static boolean isCompiler(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).contains(COMPILER_THREAD);
    } catch (IOException e) {
      return false; // It has just ended.
    }
  }

  private static long processorNanos(Path thread) {
    try {
      String spent = Files.readString(thread.resolve("schedstat"));
      return Long.parseLong(spent.substring(0, spent.indexOf(' ')));
    } catch (IOException e) {
      return 0; // The JVM ends compiler threads that have nothing to do.
    }
  }
}
