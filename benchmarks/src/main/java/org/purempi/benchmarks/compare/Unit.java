package org.purempi.benchmarks.compare;

/** What a value counts, and whether more of it is better. */
enum Unit {
  MICROSECONDS("us", "time, µs", false),
  MILLISECONDS("ms", "time, ms", false),
  MEGABYTES_PER_SECOND("MB/s", "bandwidth, MB/s", true),
  MILLION_MESSAGES_PER_SECOND("M/s", "million messages/s", true),
  /** Of a communication's time, what computation does not hide: 100 - OSU's overlap. */
  PERCENT_EXPOSED("%", "not hidden, %", false);

  /** As it is written in the CSV file. */
  final String text;

  /** As it stands at an axis. */
  final String title;

  final boolean moreIsBetter;

  Unit(String text, String title, boolean moreIsBetter) {
    this.text = text;
    this.title = title;
    this.moreIsBetter = moreIsBetter;
  }

  /** Whether it is a part of a whole, which may be nothing. */
  boolean isShare() {
    return this == PERCENT_EXPOSED;
  }

  /** The better one of two values. */
  double better(double a, double b) {
    return moreIsBetter ? Math.max(a, b) : Math.min(a, b);
  }

  /** How ours stands to theirs: below one is always better for us. */
  double ratio(double ours, double theirs) {
    return moreIsBetter ? theirs / ours : ours / theirs;
  }

  /** The unit that is written as {@code text}. */
  static Unit of(String text) {
    for (Unit unit : values()) {
      if (unit.text.equals(text)) {
        return unit;
      }
    }
    throw new IllegalArgumentException("no unit is written as '" + text + "'");
  }
}
