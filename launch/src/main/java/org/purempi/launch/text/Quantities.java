package org.purempi.launch.text;

import java.util.Locale;

/** Times, lengths and parts of a whole as people read them. */
public final class Quantities {
  private static final String[] TIMES = {"ns", "µs", "ms", "s"};
  private static final String[] LENGTHS = {"B", "kB", "MB", "GB", "TB", "PB"};
  private static final double STEP = 1000;
  private static final double HUNDRED = 100;

  private Quantities() {}

  /** A time in nanoseconds, as {@code 12.1 s} or {@code 340 µs}. */
  public static String time(long nanos) {
    return time((double) nanos);
  }

  /** The same. */
  public static String time(double nanos) {
    return scaled(nanos, TIMES);
  }

  /** A length, as {@code 24 B} or {@code 1.5 MB}, in powers of 1000. */
  public static String bytes(long bytes) {
    return scaled((double) bytes, LENGTHS);
  }

  /** A part of a whole, as {@code 30 %}. */
  public static String percent(long part, long whole) {
    return percent((double) part, (double) whole);
  }

  /** The same. */
  public static String percent(double part, double whole) {
    double percent = whole > 0 ? HUNDRED * part / whole : 0;
    return String.format(Locale.ROOT, percent < 9.95 ? "%.1f %%" : "%.0f %%", percent);
  }

  private static String scaled(double value, String[] units) {
    int unit = 0;
    double rest = value;
    while (Math.abs(rest) >= 999.5 && unit < units.length - 1) {
      rest /= STEP;
      unit++;
    }
    boolean isWhole = unit == 0 || Math.abs(rest) >= 99.95;
    return String.format(Locale.ROOT, isWhole ? "%.0f %s" : "%.1f %s", rest, units[unit]);
  }
}
