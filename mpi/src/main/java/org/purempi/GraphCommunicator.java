package org.purempi;

/** Ranks in a graph that every one of them knows (section 8.5.3). */
public interface GraphCommunicator extends Communicator, NeighborCollectives {
  /** The number of nodes ({@code MPI_Graphdims_get}, section 8.5.5). */
  int nnodes();

  /** The number of edges ({@code MPI_Graphdims_get}, section 8.5.5). */
  int nedges();

  /** For each node the number of edges up to its last ({@code MPI_Graph_get}, section 8.5.5). */
  int[] index();

  /** The neighbours of all nodes, node by node ({@code MPI_Graph_get}, section 8.5.5). */
  int[] edges();

  /** The number of a rank's neighbours ({@code MPI_Graph_neighbors_count}, section 8.5.5). */
  int neighborsCount(int rank);

  /** A rank's neighbours ({@code MPI_Graph_neighbors}, section 8.5.5). */
  int[] neighbors(int rank);

  /** The same ranks in the same graph; collective ({@code MPI_Comm_dup}). */
  @Override
  GraphCommunicator dup();
}
