package org.purempi.benchmarks.compare;

import org.jspecify.annotations.Nullable;

/** Rows for tests, made of medians that every repetition reached. */
final class Rows {

  private Rows() {}

  static Row row(
      String benchmark,
      String transport,
      int ranks,
      int bytes,
      @Nullable Double ours,
      @Nullable Double mpich,
      @Nullable Double openmpi) {
    return new Row(
        Benchmark.named(benchmark),
        transport,
        ranks,
        bytes,
        exact(ours),
        exact(mpich),
        exact(openmpi));
  }

  static @Nullable Measured exact(@Nullable Double value) {
    return value == null ? null : Measured.of(value);
  }
}
