package mpi;

/** What {@link Graphcomm#Get} tells of a graph. */
public class GraphParms {
  /** For each node the number of edges up to its last. */
  public int[] index = {};

  /** The neighbours of all nodes, node by node. */
  public int[] edges = {};

  /** A graph without nodes. */
  public GraphParms() {}
}
