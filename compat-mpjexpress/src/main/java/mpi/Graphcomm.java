package mpi;

import org.purempi.GraphCommunicator;
import org.purempi.compat.mpjexpress.Numbers;

/** Ranks in a graph (MPI 4.1, section 8.5.3). */
public class Graphcomm extends Intracomm {
  private final GraphCommunicator graph;

  Graphcomm(GraphCommunicator graph) {
    super(graph);
    this.graph = graph;
  }

  /** Nodes and edges (section 8.5.5). */
  public GraphParms Get() throws MPIException {
    return Errors.get(
        () -> {
          GraphParms parms = new GraphParms();
          parms.index = graph.index();
          parms.edges = graph.edges();
          return parms;
        });
  }

  /** A rank's neighbours (section 8.5.5). */
  public int[] Neighbours(int rank) throws MPIException {
    return Errors.get(() -> graph.neighbors(rank));
  }

  /** The rank that this one would have in a graph, or {@code MPI.UNDEFINED} (section 8.5.8). */
  public int Map(int[] index, int[] edges) throws MPIException {
    return Errors.get(() -> Numbers.seen(graph.graphMap(index, First.edges(index, edges))));
  }
}
