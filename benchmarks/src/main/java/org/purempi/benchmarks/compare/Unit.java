package org.purempi.benchmarks.compare;

/** What a value counts, and whether more of it is better. */
enum Unit {
  MICROSECONDS("us", false),
  MILLISECONDS("ms", false),
  MEGABYTES_PER_SECOND("MB/s", true),
  MILLION_MESSAGES_PER_SECOND("M/s", true),
  /** Of a communication's time, what computation does not hide: 100 - OSU's overlap. */
  PERCENT_EXPOSED("%", false);

  /** As it is written in the CSV file. */
  final String text;

  final boolean moreIsBetter;

  Unit(String text, boolean moreIsBetter) {
    this.text = text;
    this.moreIsBetter = moreIsBetter;
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
