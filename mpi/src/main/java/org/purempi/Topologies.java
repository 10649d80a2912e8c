package org.purempi;

import org.jspecify.annotations.Nullable;

/**
 * Communicators whose ranks have neighbours (chapter 8). All are collective over this communicator.
 *
 * <p>{@code reorder} allows ranks to change places so that more neighbours are on the same host;
 * while all ranks are on one host every order is as good, and ranks stay as they are. The
 * Standard's info arguments are left out: no hint is defined for them.
 */
public interface Topologies {
  /** The kind of this communicator's topology ({@code MPI_Topo_test}, section 8.5.5). */
  Topology topoTest();

  /**
   * A grid of the first ranks; null for the ranks that are left over ({@code MPI_Cart_create},
   * section 8.5.1).
   *
   * @param dims the ranks in each dimension; none makes a grid of one rank
   * @param periods whether each dimension is a ring
   */
  @Nullable CartCommunicator cartCreate(int[] dims, boolean[] periods, boolean reorder);

  /**
   * A graph of the first ranks; null for the ranks that are left over ({@code MPI_Graph_create},
   * section 8.5.3).
   *
   * @param index for each node the number of edges up to its last
   * @param edges the neighbours of all nodes, node by node
   */
  @Nullable GraphCommunicator graphCreate(int[] index, int[] edges, boolean reorder);

  /**
   * A directed graph; every rank names its own edges ({@code MPI_Dist_graph_create_adjacent},
   * section 8.5.4).
   *
   * @param sourceweights null on all ranks for edges without weights ({@code MPI_UNWEIGHTED})
   * @param destweights as {@code sourceweights}
   */
  DistGraphCommunicator distGraphCreateAdjacent(
      int[] sources,
      int @Nullable [] sourceweights,
      int[] destinations,
      int @Nullable [] destweights,
      boolean reorder);

  /**
   * A directed graph; every rank names any edges, each edge is named once ({@code
   * MPI_Dist_graph_create}, section 8.5.4).
   *
   * @param sources ranks where edges begin
   * @param degrees for each of them how many edges are named here
   * @param destinations where they end, source by source
   * @param weights null on all ranks for edges without weights ({@code MPI_UNWEIGHTED})
   */
  DistGraphCommunicator distGraphCreate(
      int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, boolean reorder);

  /**
   * The rank that this one would have in a grid, or {@link Mpi#UNDEFINED} ({@code MPI_Cart_map},
   * section 8.5.8).
   */
  int cartMap(int[] dims, boolean[] periods);

  /**
   * The rank that this one would have in a graph, or {@link Mpi#UNDEFINED} ({@code MPI_Graph_map},
   * section 8.5.8).
   */
  int graphMap(int[] index, int[] edges);
}
