package org.purempi.communicator;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.purempi.DistGraphCommunicator;
import org.purempi.ErrorHandler;
import org.purempi.Topology;
import org.purempi.collective.Neighborhood;
import org.purempi.protocol.Peers;

/** Ranks in a directed graph of which each knows its own edges. */
final class LiveDistGraph extends LiveTopology implements DistGraphCommunicator {
  private final Edges in;
  private final Edges out;

  private LiveDistGraph(Rank home, Peers peers, ErrorHandler errorHandler, Edges in, Edges out) {
    super(home, peers, errorHandler, new Neighborhood(in.ranks, out.ranks, false));
    this.in = in;
    this.out = out;
  }

  static LiveDistGraph create(LiveCommunicator old, Edges in, Edges out, boolean reorder) {
    String label = "distributed graph of " + old.label();
    if (reorder) {
      return reordered(old, in, out, label);
    }
    Peers made = old.home().contexts().dup(old.peers(), old.collective(), label);
    return new LiveDistGraph(old.home(), made, old.getErrhandler(), in, out);
  }

  static LiveDistGraph create(LiveCommunicator old, NamedEdges edges, boolean reorder) {
    NamedEdges.Own own = edges.share(old.collective());
    return create(old, own.in(), own.out(), reorder);
  }

  /** Every rank learns all edges, so that each knows those of the node that it takes. */
  private static LiveDistGraph reordered(LiveCommunicator old, Edges in, Edges out, String label) {
    Edges[] allIn = in.gather(old.collective(), old.size());
    Edges[] allOut = out.gather(old.collective(), old.size());
    int[] ranks =
        old.places(
            old.size(),
            node -> joined(allIn[node].ranks, allOut[node].ranks),
            in.weighted ? node -> joined(allIn[node].weights, allOut[node].weights) : null);
    Peers made = requireNonNull(old.home().contexts().create(old.peers(), ranks, label));
    int node = made.rank();
    return new LiveDistGraph(old.home(), made, old.getErrhandler(), allIn[node], allOut[node]);
  }

  private static int[] joined(int[] a, int[] b) {
    return IntStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
  }

  @Override
  LiveDistGraph copy(Peers made, ErrorHandler handler) {
    return new LiveDistGraph(home, made, handler, in, out);
  }

  @Override
  public DistGraphCommunicator dup() {
    return (DistGraphCommunicator) super.dup();
  }

  @Override
  public Topology topoTest() {
    return Topology.DIST_GRAPH;
  }

  @Override
  public int indegree() {
    return in.ranks.length;
  }

  @Override
  public int outdegree() {
    return out.ranks.length;
  }

  @Override
  public boolean weighted() {
    return in.weighted;
  }

  @Override
  public int[] sources() {
    return in.ranks.clone();
  }

  @Override
  public int[] sourceWeights() {
    return in.weights.clone();
  }

  @Override
  public int[] destinations() {
    return out.ranks.clone();
  }

  @Override
  public int[] destWeights() {
    return out.weights.clone();
  }
}
