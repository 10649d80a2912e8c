package org.purempi.benchmarks.gpu;

/**
 * How much is done.
 *
 * @param isMock whether the device is none
 * @param millis for each figure
 * @param most the greatest length, in bytes, that is timed
 * @param mostChecked the greatest length whose contents are looked at
 * @param cases how often each kernel is tried
 */
record Scale(boolean isMock, double millis, long most, long mostChecked, int cases) {
  private static final double MILLIS = 60;

  /** What says something. */
  static Scale full(boolean isMock) {
    return new Scale(isMock, MILLIS, 256 << 20, 4 << 20, 300);
  }

  /** What shows only that all of this runs. */
  static Scale brief(boolean isMock) {
    return new Scale(isMock, 2, 1 << 20, 70_000, 20);
  }

  boolean isBrief() {
    return millis < MILLIS;
  }
}
