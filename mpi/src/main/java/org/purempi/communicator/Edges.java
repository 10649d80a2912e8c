package org.purempi.communicator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.VBuf;
import org.purempi.collective.Collective;

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

  /** Everybody's edges, by rank; collective. */
  Edges[] gather(Collective collective, int size) {
    int words = weighted ? 2 : 1;
    long[] counts = new long[size];
    collective.run(
        s ->
            collective
                .plans()
                .allgather(s, Buf.of(new long[] {(long) words * ranks.length}), Buf.of(counts)));
    int[] own = Arrays.copyOf(ranks, words * ranks.length);
    System.arraycopy(weights, 0, own, own.length - weights.length, weights.length);
    int[] all = new int[Math.toIntExact(Arrays.stream(counts).sum())];
    collective.run(
        s -> collective.plans().allgatherv(s, Buf.of(own), VBuf.of(Buf.of(all), counts)));
    Edges[] edges = new Edges[size];
    int at = 0;
    for (int r = 0; r < size; r++) {
      int n = (int) counts[r] / words;
      int[] others = Arrays.copyOfRange(all, at, at + n);
      int[] heavy = Arrays.copyOfRange(all, at + n, at + words * n);
      edges[r] = new Edges(others, heavy, weighted);
      at += words * n;
    }
    return edges;
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
