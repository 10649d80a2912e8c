package org.purempi.launch.daemon;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a daemon says: a few lines a second at most, however many give it reason to. Any thread. */
public final class DaemonLog {
  private static final int MOST_LINES = 10;

  private final Consumer<String> printer;
  private final boolean isDetailed;
  private long second = Long.MIN_VALUE;
  private int lines;
  private long kept;

  /**
   * A log that hands its lines to a printer.
   *
   * @param printer takes a line, on any thread
   * @param isDetailed whether it tells of every conversation
   */
  public DaemonLog(Consumer<String> printer, boolean isDetailed) {
    this.printer = printer;
    this.isDetailed = isDetailed;
  }

  /** Something its user should know. */
  public synchronized void note(String line) {
    long now = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
    if (now != second) {
      second = now;
      lines = 0;
      if (kept > 0) {
        printer.accept("and " + kept + " lines more like these");
      }
      kept = 0;
    }
    if (lines++ < MOST_LINES) {
      printer.accept(line);
    } else {
      kept++;
    }
  }

  /** Something for who looks closely. */
  void detail(String line) {
    if (isDetailed) {
      note(line);
    }
  }
}
