package org.purempi.communicator;

import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** The edges that begin or end at a rank: where their other ends are, and what they weigh. */
final class Edges {
  final int[] ranks;

  /** One for each edge; empty if edges have no weights. */
  final int[] weights;

  final boolean weighted;

  private Edges(int[] ranks, int[] weights, boolean weighted) {
    this.ranks = ranks;
    this.weights = weights;
    this.weighted = weighted;
  }

  static Edges of(int[] ranks, int @Nullable [] weights, int size) {
    requireRanks(ranks, size);
    requireWeights(weights, ranks.length);
    return new Edges(
        ranks.clone(), weights == null ? new int[0] : weights.clone(), weights != null);
  }

  static void requireRanks(int[] ranks, int size) {
    for (int r : ranks) {
      if (r < 0 || r >= size) {
        throw new MpiArgumentException(
            ErrorClass.RANK, "an edge to " + r + ", but the ranks are 0 … " + (size - 1));
      }
    }
  }

  static void requireWeights(int @Nullable [] weights, int edges) {
    if (weights != null && weights.length != edges) {
      throw new MpiArgumentException(
          ErrorClass.ARG, weights.length + " weights for " + edges + " edges");
    }
    if (weights != null) {
      for (int w : weights) {
        if (w < 0) {
          throw new MpiArgumentException(ErrorClass.ARG, "an edge weighs " + w);
        }
      }
    }
  }
}
