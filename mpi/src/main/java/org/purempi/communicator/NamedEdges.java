package org.purempi.communicator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.VBuf;
import org.purempi.collective.Collective;

/**
 * Edges that a rank names, wherever they begin and end: told to both ends (section 8.5.4). Edges
 * between the same two ranks keep the same order at both ends: by the rank that named them, then by
 * their order there.
 */
final class NamedEdges {
  /** In a message: 1 if the edge begins at the receiver, the rank of the other end, the weight. */
  private static final int WORDS = 3;

  private final int[] begins;
  private final int[] ends;
  private final int @Nullable [] weights;
  private final int size;

  NamedEdges(int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, int size) {
    if (sources.length != degrees.length) {
      throw new MpiArgumentException(
          ErrorClass.ARG, sources.length + " sources but " + degrees.length + " degrees");
    }
    if (Arrays.stream(degrees).anyMatch(d -> d < 0)
        || Arrays.stream(degrees).asLongStream().sum() != destinations.length) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "degrees "
              + Arrays.toString(degrees)
              + " do not add up to the "
              + destinations.length
              + " destinations");
    }
    Edges.requireRanks(sources, size);
    Edges.requireRanks(destinations, size);
    Edges.requireWeights(weights, destinations.length);
    begins = new int[destinations.length];
    int at = 0;
    for (int i = 0; i < sources.length; i++) {
      Arrays.fill(begins, at, at + degrees[i], sources[i]);
      at += degrees[i];
    }
    ends = destinations.clone();
    this.weights = weights == null ? null : weights.clone();
    this.size = size;
  }

  /** The edges of this rank, whoever named them. */
  record Own(Edges in, Edges out) {}

  /** Tells every rank its edges; collective. */
  Own share(Collective collective) {
    long[] counts = new long[size];
    for (int e = 0; e < ends.length; e++) {
      counts[begins[e]] += WORDS;
      counts[ends[e]] += WORDS;
    }
    long[] incoming = new long[size];
    collective.run(s -> collective.plans().alltoall(s, Buf.of(counts), Buf.of(incoming)));
    int[] received = new int[Math.toIntExact(Arrays.stream(incoming).sum())];
    collective.run(
        s ->
            collective
                .plans()
                .alltoallv(
                    s,
                    VBuf.of(Buf.of(words(counts)), counts),
                    VBuf.of(Buf.of(received), incoming)));
    return own(received);
  }

  private int[] words(long[] counts) {
    int[] at = new int[size];
    for (int r = 1; r < size; r++) {
      at[r] = at[r - 1] + (int) counts[r - 1];
    }
    int[] words = new int[2 * WORDS * ends.length];
    for (int e = 0; e < ends.length; e++) {
      at[begins[e]] = write(words, at[begins[e]], 1, ends[e], e);
      at[ends[e]] = write(words, at[ends[e]], 0, begins[e], e);
    }
    return words;
  }

  private int write(int[] words, int at, int outgoing, int other, int edge) {
    words[at] = outgoing;
    words[at + 1] = other;
    words[at + 2] = weights == null ? 0 : weights[edge];
    return at + WORDS;
  }

  private Own own(int[] received) {
    return new Own(select(received, 0), select(received, 1));
  }

  private Edges select(int[] received, int outgoing) {
    int n = 0;
    int[] ranks = new int[received.length / WORDS];
    int[] heavy = new int[ranks.length];
    for (int i = 0; i < received.length; i += WORDS) {
      if (received[i] == outgoing) {
        ranks[n] = received[i + 1];
        heavy[n++] = received[i + 2];
      }
    }
    return Edges.of(
        Arrays.copyOf(ranks, n), weights == null ? null : Arrays.copyOf(heavy, n), size);
  }
}
