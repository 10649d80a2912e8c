package org.purempi;

/**
 * Ranks in a directed graph of which each knows its own edges (section 8.5.4): together {@code
 * MPI_Dist_graph_neighbors_count} and {@code MPI_Dist_graph_neighbors} (section 8.5.5).
 */
public interface DistGraphCommunicator extends Communicator, NeighborCollectives {
  /** The number of edges that end here. */
  int indegree();

  /** The number of edges that begin here. */
  int outdegree();

  /** Whether edges have weights. */
  boolean weighted();

  /** Where the edges that end here begin. */
  int[] sources();

  /** The weights of the edges that end here; empty if they have none. */
  int[] sourceWeights();

  /** Where the edges that begin here end. */
  int[] destinations();

  /** The weights of the edges that begin here; empty if they have none. */
  int[] destWeights();

  /** The same ranks in the same graph; collective ({@code MPI_Comm_dup}). */
  @Override
  DistGraphCommunicator dup();
}
