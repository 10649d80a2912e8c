package org.purempi.benchmarks.gpu;

import java.util.Arrays;
import java.util.Locale;

/** The lengths of messages. */
final class Lengths {
  private static final long[] ALL = {
    8, 512, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20, 256 << 20
  };

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};
  private static final int STEP = 1024;

  private Lengths() {}

  /** From 8 bytes to so many. */
  static long[] upTo(long most) {
    return Arrays.stream(ALL).filter(bytes -> bytes <= most).toArray();
  }

  /** In words. */
  static String words(long bytes) {
    double rest = bytes;
    int unit = 0;
    for (; rest >= STEP && unit < UNITS.length - 1; unit++) {
      rest /= STEP;
    }
    String number = rest == Math.rint(rest) ? "%.0f" : "%.1f";
    return String.format(Locale.ROOT, number + " %s", rest, UNITS[unit]);
  }
}
