package org.purempi.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * How long a thread has waited, ready to run, while others ran on its core: the second figure of
 * Linux's {@code /proc/PID/schedstat}. Time for which the host of a virtual machine takes the whole
 * core away is not in it.
 */
public final class QueueTime {
  /** What a system answers that does not tell. */
  public static final long UNKNOWN = -1;

  private static final String FILE = "/proc/thread-self/schedstat";
  private static final int LONGEST = 64;

  private QueueTime() {}

  /**
   * Of the current (platform) thread since it began, in nanoseconds, or {@link #UNKNOWN}. Takes
   * some ten microseconds.
   */
  public static long nanos() {
    var text = new byte[LONGEST];
    try (var in = new FileInputStream(FILE)) {
      int bytes = in.read(text);
      String[] figures = new String(text, 0, bytes, StandardCharsets.US_ASCII).split(" ", -1);
      return Long.parseLong(figures[1]);
    } catch (IOException | RuntimeException e) {
      return UNKNOWN;
    }
  }
}
