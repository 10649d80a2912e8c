package org.purempi.pool;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** One line that shows how far a map is. */
final class ProgressLine implements ProgressListener {
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
  private static final long INTERVAL_NANOS = 100_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintStream out;
  private long beganNanos;
  private long lastNanos;
  private long before;

  ProgressLine(PrintStream out) {
    this.out = out;
  }

  /** Whether standard error is a terminal; without /proc, whether the other streams are. */
  @SuppressWarnings("SystemConsoleNull") // NullAway does not know that it never is
  static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      Console console = System.console();
      return console != null && console.isTerminal();
    }
  }

  @Override
  public synchronized void done(long done, long total) {
    long now = System.nanoTime();
    if (done <= before || before == 0) { // a new map
      beganNanos = now;
      lastNanos = now - INTERVAL_NANOS;
    }
    before = done;
    boolean isLast = done == total;
    if (now - lastNanos < INTERVAL_NANOS && !isLast) {
      return;
    }
    lastNanos = now;
    out.print("\r" + text(done, total, (now - beganNanos) / NANOS_PER_SECOND) + "\033[K");
    if (isLast) {
      out.println();
    }
    out.flush();
  }

  /** The line, after so many seconds. */
  static String text(long done, long total, double seconds) {
    if (total < 0) {
      return String.format(Locale.ROOT, "%,d done, %.0f s", done, seconds);
    }
    double left = done == 0 ? 0 : seconds * (total - done) / done;
    return String.format(
        Locale.ROOT, "%,d of %,d done (%d %%), %.0f s left", done, total, 100 * done / total, left);
  }
}
