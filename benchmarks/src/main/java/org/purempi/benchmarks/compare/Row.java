package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
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

  /** This row with Open MPI as the only peer, if it ran. */
  Row againstOpenMpi() {
    return openmpi == null
        ? this
        : new Row(benchmark, transport, ranks, bytes, ours, null, openmpi);
  }

  /** Ours against the best C peer, below one when we are better; NaN if a side is missing. */
  double ratio() {
    Measured peer = bestPeer();
    return ours == null || peer == null
        ? Double.NaN
        : benchmark.unit().ratio(ours.median(), peer.median());
  }

  /**
   * The median of the rounds' own ratios to the better peer; NaN if a side is missing. What the
   * machine does to a whole round, such as moving a virtual processor, cancels out of it.
   */
  double pairedRatio() {
    Measured peer = bestPeer();
    if (ours == null || peer == null) {
      return Double.NaN;
    }
    int rounds = Math.min(ours.rounds().size(), peer.rounds().size());
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      ratios.add(benchmark.unit().ratio(ours.rounds().get(i), peer.rounds().get(i)));
    }
    return Measured.median(ratios);
  }

  /** Whether this row counts in the summary. */
  boolean isCompared() {
    return !Double.isNaN(ratio());
  }

  /**
   * Whether we lose by more than {@code limit} and the middle half of our rounds is worse than that
   * of the peer's.
   */
  boolean losesBeyond(double limit) {
    Measured peer = bestPeer();
    return ours != null
        && peer != null
        && ratio() > limit
        && ours.worseThan(peer, benchmark.unit());
  }
}
