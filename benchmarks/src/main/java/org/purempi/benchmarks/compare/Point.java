package org.purempi.benchmarks.compare;

/** One benchmark at one message size. */
record Point(Benchmark benchmark, int bytes) {

  /** The command that makes a rank run this point. */
  String command(Pace.Turn turn) {
    return "%s %d %d %d %d\n"
        .formatted(benchmark.name(), bytes, turn.warmMicros(), turn.sampleMicros(), turn.samples());
  }
}
