package org.purempi.communicator;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who takes which node of a graph, so that edges between hosts are few, and light (section 8.2,
 * {@code reorder}). Every rank computes the same from the same arguments.
 *
 * <pre>
 *   a 4 × 4 grid, ranks placed on 4 hosts in turn      the same ranks, reordered
 *        A B C D                                            A A B B
 *        A B C D      12 edges between hosts                A A B B     8
 *        A B C D                                            C C D D
 *        A B C D                                            C C D D
 * </pre>
 *
 * <p>Regions grow one after the other, each as large as a host has ranks, by the node with the most
 * neighbours inside, then the one nearest to the region's first; then pairs of nodes on different
 * hosts change places while that helps. This is the greedy growing and the exchange of B. W.
 * Kernighan and S. Lin, "An efficient heuristic procedure for partitioning graphs", Bell System
 * Technical Journal 49 (1970).
 */
final class Placement {
  /** Exchanges are looked for among so many nodes at most: they take time with its square. */
  private static final int MOST_TO_EXCHANGE = 1_024;

  private static final int MOST_PASSES = 8;
  private static final int NOWHERE = -1;

  private final int[][] neighbors;
  private final int @Nullable [][] weights;
  private final int[] hostOfNode;

  private Placement(int[][] neighbors, int @Nullable [][] weights) {
    this.neighbors = neighbors;
    this.weights = weights;
    this.hostOfNode = new int[neighbors.length];
  }

  /**
   * For each node the rank that takes it; the ranks in their order if no other order is better.
   *
   * @param hosts for each rank its host, any numbers; as many ranks as nodes
   * @param neighbors for each node its neighbours, either way; what is outside of the nodes does
   *     not count
   * @param weights what the edges to them weigh; null if all weigh the same
   */
  static int[] of(int[] hosts, int[][] neighbors, int @Nullable [][] weights) {
    int[] inOrder = new int[hosts.length];
    Arrays.setAll(inOrder, rank -> rank);
    if (Arrays.stream(hosts).distinct().count() < 2) {
      return inOrder;
    }
    var before = new Placement(neighbors, weights);
    System.arraycopy(hosts, 0, before.hostOfNode, 0, hosts.length);
    var placement = new Placement(neighbors, weights);
    placement.grow(hosts);
    placement.exchange();
    return placement.cut() < before.cut() ? placement.ranks(hosts) : inOrder;
  }

  private void grow(int[] hosts) {
    Map<Integer, Integer> ranksOfHost = new LinkedHashMap<>();
    for (int host : hosts) {
      ranksOfHost.merge(host, 1, Integer::sum);
    }
    boolean[] taken = new boolean[neighbors.length];
    ranksOfHost.forEach((host, ranks) -> growOne(host, ranks, taken));
  }

  private void growOne(int host, int ranks, boolean[] taken) {
    long[] inside = new long[neighbors.length];
    int @Nullable [] distance = null;
    for (int taking = 0; taking < ranks; taking++) {
      int next = NOWHERE;
      for (int node = 0; node < neighbors.length; node++) {
        if (!taken[node] && (next == NOWHERE || isBetter(node, next, inside, distance, taken))) {
          next = node;
        }
      }
      taken[next] = true;
      hostOfNode[next] = host;
      distance = distance == null ? distances(next) : distance;
      for (int i = 0; i < neighbors[next].length; i++) {
        if (isNode(neighbors[next][i])) {
          inside[neighbors[next][i]] += weight(next, i);
        }
      }
    }
  }

  private boolean isBetter(
      int node, int than, long[] inside, int @Nullable [] distance, boolean[] taken) {
    if (inside[node] != inside[than]) {
      return inside[node] > inside[than];
    }
    if (distance != null && distance[node] != distance[than]) {
      return distance[node] < distance[than];
    }
    return free(node, taken) < free(than, taken);
  }

  private int free(int node, boolean[] taken) {
    int free = 0;
    for (int neighbor : neighbors[node]) {
      free += isNode(neighbor) && !taken[neighbor] ? 1 : 0;
    }
    return free;
  }

  private int weight(int node, int edge) {
    return weights == null ? 1 : weights[node][edge];
  }

  private boolean isNode(int neighbor) {
    return neighbor >= 0 && neighbor < neighbors.length;
  }

  private int[] distances(int from) {
    int[] distance = new int[neighbors.length];
    Arrays.fill(distance, Integer.MAX_VALUE);
    distance[from] = 0;
    var next = new ArrayDeque<Integer>();
    next.add(from);
    while (!next.isEmpty()) {
      int node = next.remove();
      for (int neighbor : neighbors[node]) {
        if (isNode(neighbor) && distance[neighbor] == Integer.MAX_VALUE) {
          distance[neighbor] = distance[node] + 1;
          next.add(neighbor);
        }
      }
    }
    return distance;
  }

  private void exchange() {
    if (neighbors.length > MOST_TO_EXCHANGE) {
      return;
    }
    boolean better = true;
    for (int pass = 0; better && pass < MOST_PASSES; pass++) {
      better = false;
      for (int a = 0; a < neighbors.length; a++) {
        for (int b = a + 1; b < neighbors.length; b++) {
          if (hostOfNode[a] != hostOfNode[b] && gain(a, b) > 0) {
            swap(a, b);
            better = true;
          }
        }
      }
    }
  }

  private long gain(int a, int b) {
    long before = cut(a) + cut(b);
    swap(a, b);
    long after = cut(a) + cut(b);
    swap(a, b);
    return before - after;
  }

  private void swap(int a, int b) {
    int host = hostOfNode[a];
    hostOfNode[a] = hostOfNode[b];
    hostOfNode[b] = host;
  }

  private long cut(int node) {
    long cut = 0;
    for (int i = 0; i < neighbors[node].length; i++) {
      int neighbor = neighbors[node][i];
      boolean between = isNode(neighbor) && hostOfNode[neighbor] != hostOfNode[node];
      cut += between ? weight(node, i) : 0;
    }
    return cut;
  }

  private long cut() {
    long cut = 0;
    for (int node = 0; node < neighbors.length; node++) {
      cut += cut(node);
    }
    return cut;
  }

  /** The ranks of a host take its nodes in their order. */
  private int[] ranks(int[] hosts) {
    int[] ranks = new int[hosts.length];
    boolean[] used = new boolean[hosts.length];
    for (int node = 0; node < ranks.length; node++) {
      int rank = 0;
      while (used[rank] || hosts[rank] != hostOfNode[node]) {
        rank++;
      }
      used[rank] = true;
      ranks[node] = rank;
    }
    return ranks;
  }
}
