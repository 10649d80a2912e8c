package org.purempi.benchmarks.gpu;

/**
 * How much is done: for a GPU, or for the mock, which is to show only that all of this runs.
 *
 * @param millis for each figure
 * @param most the greatest length, in bytes, that is timed
 * @param mostChecked the greatest length whose contents are looked at
 * @param cases how often each kernel is tried
 */
record Scale(boolean isMock, double millis, long most, long mostChecked, int cases) {
  private static final double MILLIS = 60;

  static Scale ofGpu() {
    return new Scale(false, MILLIS, 256 << 20, 16 << 20, 300);
  }

  static Scale ofMock() {
    return new Scale(true, 2, 1 << 20, 70_000, 20);
  }
}
