package mpi;

/** What {@link GraphComm#getDims} answers: a graph. */
public final class GraphParms {
  private final int[] index;
  private final int[] edges;

  GraphParms(int[] index, int[] edges) {
    this.index = index;
    this.edges = edges;
  }

  /** The number of nodes. */
  public int getIndexCount() {
    return index.length;
  }

  /** The number of edges up to the last one of node {@code i}. */
  public int getIndex(int i) {
    return index[i];
  }

  /** The number of edges. */
  public int getEdgeCount() {
    return edges.length;
  }

  /** Where edge {@code i} leads. */
  public int getEdge(int i) {
    return edges[i];
  }
}
