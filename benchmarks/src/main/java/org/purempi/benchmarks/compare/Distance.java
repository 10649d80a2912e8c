package org.purempi.benchmarks.compare;

import org.purempi.benchmarks.Floor;

/**
 * How far apart the processors are at the moment. The host of a virtual machine moves them: now
 * they share a core and its caches, now they are two cores, and a short message takes three times
 * as long. Contestants whose turns fall into different times of that kind cannot be compared.
 */
class Distance {

  private static final double PROBE_NANOS = 3e6;

  /** Within this the system parts two threads that it has begun on one processor. */
  private static final double LONG_PROBE_NANOS = 30e6;

  /** No two processors are so far apart: both threads were on one. */
  private static final double LONGEST_MICROS = 1;

  /** Bounces of the same distance differ by less. */
  private static final double FACTOR = 2;

  /** In this round; 0 until a turn has gone by without a move. */
  private double ofRound;

  private double before;
  private double ofTurn = Double.NaN;

  /** A round begins, wherever the processors are now. */
  final void beginRound() {
    ofRound = 0;
  }

  /** A turn begins. */
  final void beginTurn() {
    before = micros();
  }

  /** A turn ends; whether the processors have stayed where they were in the round's other turns. */
  final boolean endTurn() {
    double after = micros();
    boolean isSame = isSame(before, after) && (ofRound == 0 || isSame(ofRound, after));
    if (isSame && after < LONGEST_MICROS) {
      ofRound = after;
    }
    ofTurn = isSame ? after : Double.NaN;
    return isSame;
  }

  /** In the last turn; NaN if the processors moved during it, or were elsewhere in the round. */
  final double ofTurn() {
    return ofTurn;
  }

  /** Whether two distances are the same, or one of them could not be measured. */
  private static boolean isSame(double a, double b) {
    return Math.max(a, b) > LONGEST_MICROS || (a < b * FACTOR && b < a * FACTOR);
  }

  /** The time of a cache-line bounce; the same for ever where there is only one processor. */
  double micros() {
    if (Runtime.getRuntime().availableProcessors() == 1) {
      return 1;
    }
    try {
      double best = Floor.bounceMicros(PROBE_NANOS);
      return best > LONGEST_MICROS ? Floor.bounceMicros(LONG_PROBE_NANOS) : best;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }
}
