package org.purempi.communicator;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.GraphCommunicator;
import org.purempi.MpiArgumentException;
import org.purempi.Topology;
import org.purempi.collective.Neighborhood;
import org.purempi.protocol.Peers;

/** Ranks in a graph that every one knows. */
final class LiveGraph extends LiveTopology implements GraphCommunicator {
  private final int[] index;
  private final int[] edges;

  private LiveGraph(Rank home, Peers peers, ErrorHandler errorHandler, int[] index, int[] edges) {
    super(home, peers, errorHandler, neighborhood(index, edges, peers.rank()));
    this.index = index;
    this.edges = edges;
  }

  static @Nullable LiveGraph create(
      LiveCommunicator old, int[] index, int[] edges, boolean reorder) {
    int nodes = nodes(index, edges, old.size());
    if (nodes == 0) {
      return null;
    }
    @Nullable IntFunction<int[]> neighbors = reorder ? node -> neighbors(index, edges, node) : null;
    Peers made = old.placed(nodes, neighbors, "graph of " + old.label());
    return made == null
        ? null
        : new LiveGraph(old.home(), made, old.getErrhandler(), index.clone(), edges.clone());
  }

  /** The number of nodes of a graph that is checked. */
  static int nodes(int[] index, int[] edges, int size) {
    if (index.length > size) {
      throw new MpiArgumentException(
          ErrorClass.TOPOLOGY, index.length + " nodes do not fit in " + size + " ranks");
    }
    int before = 0;
    for (int i : index) {
      if (i < before) {
        throw new MpiArgumentException(
            ErrorClass.TOPOLOGY, "index decreases: " + Arrays.toString(index));
      }
      before = i;
    }
    if (before != edges.length) {
      throw new MpiArgumentException(
          ErrorClass.TOPOLOGY,
          "index ends at " + before + " but there are " + edges.length + " edges");
    }
    Edges.requireRanks(edges, index.length);
    return index.length;
  }

  private static int[] neighbors(int[] index, int[] edges, int rank) {
    return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
  }

  private static Neighborhood neighborhood(int[] index, int[] edges, int rank) {
    int[] neighbors = neighbors(index, edges, rank);
    return new Neighborhood(neighbors, neighbors, false);
  }

  @Override
  LiveGraph copy(Peers made, ErrorHandler handler) {
    return new LiveGraph(home, made, handler, index, edges);
  }

  @Override
  public GraphCommunicator dup() {
    return (GraphCommunicator) super.dup();
  }

  @Override
  public Topology topoTest() {
    return Topology.GRAPH;
  }

  @Override
  public int nnodes() {
    return index.length;
  }

  @Override
  public int nedges() {
    return edges.length;
  }

  @Override
  public int[] index() {
    return index.clone();
  }

  @Override
  public int[] edges() {
    return edges.clone();
  }

  @Override
  public int neighborsCount(int rank) {
    return neighbors(rank).length;
  }

  @Override
  public int[] neighbors(int rank) {
    if (rank < 0 || rank >= size()) {
      throw raise(Arguments.rank(at("neighbors"), "rank", rank, size(), label()));
    }
    return neighbors(index, edges, rank);
  }
}
