package org.purempi.communicator;

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

  static LiveDistGraph create(LiveCommunicator old, Edges in, Edges out) {
    String label = "distributed graph of " + old.label();
    Peers made = old.home().contexts().dup(old.peers(), old.collective(), label);
    return new LiveDistGraph(old.home(), made, old.getErrhandler(), in, out);
  }

  static LiveDistGraph create(LiveCommunicator old, NamedEdges edges) {
    NamedEdges.Own own = edges.share(old.collective());
    return create(old, own.in(), own.out());
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
