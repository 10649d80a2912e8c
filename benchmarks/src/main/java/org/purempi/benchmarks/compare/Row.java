package org.purempi.benchmarks.compare;

import org.jspecify.annotations.Nullable;

/**
 * One line of the table: a point of a benchmark, as we and the two C implementations reached it.
 *
 * @param transport how our ranks talk and where their buffers lie, such as {@code shm-heap}; for
 *     the floor, what was measured
 * @param bytes message size; 0 where there is none
 * @param ours null if it failed or was not run, like the other two
 */
record Row(
    Benchmark benchmark,
    String transport,
    int ranks,
    int bytes,
    @Nullable Measured ours,
    @Nullable Measured mpich,
    @Nullable Measured openmpi) {

  /** The better one of the C peers' results, or null if neither ran. */
  @Nullable Measured bestPeer() {
    if (mpich == null || openmpi == null) {
      return mpich == null ? openmpi : mpich;
    }
    double best = benchmark.unit().better(mpich.median(), openmpi.median());
    return best == mpich.median() ? mpich : openmpi;
  }

  /** Ours against the best C peer, below one when we are better; NaN if a side is missing. */
  double ratio() {
    Measured peer = bestPeer();
    return ours == null || peer == null
        ? Double.NaN
        : benchmark.unit().ratio(ours.median(), peer.median());
  }

  /** The ratio of the best repetition on either side; NaN if a side is missing. */
  double bestRatio() {
    if (ours == null || bestPeer() == null) {
      return Double.NaN;
    }
    Unit unit = benchmark.unit();
    double theirs = mpich == null ? Double.NaN : mpich.best(unit);
    double others = openmpi == null ? theirs : openmpi.best(unit);
    return unit.ratio(ours.best(unit), mpich == null ? others : unit.better(theirs, others));
  }

  /** Whether this row counts in the summary. */
  boolean isCompared() {
    return !Double.isNaN(ratio());
  }

  /**
   * Whether we lose by more than {@code limit} and no repetition of ours reached any of the peer's.
   */
  boolean losesBeyond(double limit) {
    Measured peer = bestPeer();
    return ours != null
        && peer != null
        && ratio() > limit
        && ours.alwaysWorseThan(peer, benchmark.unit());
  }
}
