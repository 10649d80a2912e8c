package org.purempi;

/** What kind of topology a communicator has ({@code MPI_Topo_test}, section 8.5.5). */
public enum Topology {
  /** A grid: {@link CartCommunicator}. */
  CART,
  /** A graph that every rank knows: {@link GraphCommunicator}. */
  GRAPH,
  /** A graph of which every rank knows its own edges: {@link DistGraphCommunicator}. */
  DIST_GRAPH,
  /** None. */
  UNDEFINED
}
