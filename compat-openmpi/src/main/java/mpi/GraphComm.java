package mpi;

import org.purempi.Communicator;
import org.purempi.DistGraphCommunicator;
import org.purempi.ErrorClass;
import org.purempi.GraphCommunicator;

/**
 * Ranks in a graph: one that every rank knows, or of which each knows its own edges (chapter 8).
 */
public final class GraphComm extends Intracomm {
  GraphComm(@Nullable Communicator core) {
    super(core);
  }

  GraphComm(org.purempi.Request<Communicator> pending) {
    super(pending);
  }

  @Override
  public GraphComm clone() {
    return (GraphComm) super.clone();
  }

  @Override
  public GraphComm dup() throws MPIException {
    return new GraphComm(duplicate());
  }

  @Override
  public GraphComm iDup() throws MPIException {
    return new GraphComm(startDuplicate());
  }

  @Override
  public GraphComm dupWithInfo(Info info) throws MPIException {
    return new GraphComm(duplicate(info));
  }

  private GraphCommunicator graph() throws MPIException {
    Communicator c = live();
    if (c instanceof GraphCommunicator graph) {
      return graph;
    }
    throw Failures.at(
        c, ErrorClass.TOPOLOGY, c + " is a graph of which ranks know their own edges");
  }

  /** The whole graph ({@code MPI_Graph_get}). */
  public GraphParms getDims() throws MPIException {
    GraphCommunicator graph = graph();
    return new GraphParms(graph.index(), graph.edges());
  }

  /** A rank's neighbours ({@code MPI_Graph_neighbors}). */
  public int[] getNeighbors(int rank) throws MPIException {
    GraphCommunicator graph = graph();
    return Failures.get(() -> graph.neighbors(rank));
  }

  /** This rank's edges ({@code MPI_Dist_graph_neighbors}). */
  public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
    Communicator c = live();
    if (c instanceof DistGraphCommunicator g) {
      return new DistGraphNeighbors(
          g.sources(), g.sourceWeights(), g.destinations(), g.destWeights(), g.weighted());
    }
    throw Failures.at(c, ErrorClass.TOPOLOGY, c + " is a graph that every rank knows");
  }

  /** The rank that this one would have in a graph ({@code MPI_Graph_map}). */
  public int map(int[] index, int[] edges) throws MPIException {
    Communicator c = live();
    return Failures.get(() -> c.graphMap(index, First.edges(index, edges)));
  }
}
