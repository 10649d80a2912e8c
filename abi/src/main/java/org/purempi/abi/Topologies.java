package org.purempi.abi;

import org.jspecify.annotations.Nullable;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.DistGraphCommunicator;
import org.purempi.ErrorClass;
import org.purempi.GraphCommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Shift;

/** Communicators whose ranks have neighbours (section 8.5). */
final class Topologies {
  private Topologies() {}

  static void topoTest(long comm, Numbers status) {
    status.set(
        switch (Table.comm(comm).get().topoTest()) {
          case CART -> Constants.CART;
          case GRAPH -> Constants.GRAPH;
          case DIST_GRAPH -> Constants.DIST_GRAPH;
          case UNDEFINED -> Constants.UNDEFINED;
        });
  }

  /** The communicator as one of a kind. */
  private static <T extends Communicator> T as(Class<T> kind, long comm, String name) {
    CommHandle c = Table.comm(comm);
    Communicator communicator = c.get();
    if (!kind.isInstance(communicator)) {
      throw new MpiArgumentException(ErrorClass.TOPOLOGY, c + " is no " + name);
    }
    return kind.cast(communicator);
  }

  /** Stores as many values as the program has room for. */
  private static void put(Numbers to, int room, int[] values) {
    for (int i = 0; i < Math.min(room, values.length); i++) {
      to.set(i, values[i]);
    }
  }

  // ---- grids

  private static CartCommunicator cart(long comm) {
    return as(CartCommunicator.class, comm, "Cartesian topology: MPI_Cart_create makes one");
  }

  static void dimsCreate(int nnodes, int ndims, Numbers dims) {
    dims.set(Mpi.dimsCreate(nnodes, dims.toInts(ndims)));
  }

  static void cartCreate(
      long commOld, int ndims, Numbers dims, Numbers periods, int reorder, long commCart) {
    CommHandle c = Table.comm(commOld);
    Communicators.put(
        commCart, c.get().cartCreate(dims.toInts(ndims), periods.toFlags(ndims), reorder != 0), c);
  }

  static void cartMap(long comm, int ndims, Numbers dims, Numbers periods, Numbers newrank) {
    Communicator c = Table.comm(comm).get();
    newrank.set(c.cartMap(dims.toInts(ndims), periods.toFlags(ndims)));
  }

  static void cartdimGet(long comm, Numbers ndims) {
    ndims.set(cart(comm).ndims());
  }

  static void cartGet(long comm, int maxdims, Numbers dims, Numbers periods, Numbers coords) {
    CartCommunicator grid = cart(comm);
    boolean[] rings = grid.periods();
    int[] flags = new int[rings.length];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = rings[i] ? 1 : 0;
    }
    put(dims, maxdims, grid.dims());
    put(periods, maxdims, flags);
    put(coords, maxdims, grid.coords());
  }

  static void cartCoords(long comm, int rank, int maxdims, Numbers coords) {
    put(coords, maxdims, cart(comm).coords(rank));
  }

  static void cartRank(long comm, Numbers coords, Numbers rank) {
    CartCommunicator grid = cart(comm);
    rank.set(grid.rank(coords.toInts(grid.ndims())));
  }

  static void cartShift(long comm, int direction, int disp, Numbers source, Numbers dest) {
    Shift shift = cart(comm).shift(direction, disp);
    source.set(shift.source());
    dest.set(shift.dest());
  }

  static void cartSub(long comm, Numbers remainDims, long newcomm) {
    CartCommunicator grid = cart(comm);
    Communicators.put(newcomm, grid.sub(remainDims.toFlags(grid.ndims())), Table.comm(comm));
  }

  // ---- graphs that every rank knows

  private static GraphCommunicator graph(long comm) {
    return as(GraphCommunicator.class, comm, "graph topology: MPI_Graph_create makes one");
  }

  /** All nodes' edges: as many as the last node's index says. */
  private static int[] edges(int[] index, Numbers edges) {
    return edges.toInts(index.length == 0 ? 0 : index[index.length - 1]);
  }

  static void graphCreate(
      long commOld, int nnodes, Numbers indx, Numbers edges, int reorder, long commGraph) {
    CommHandle c = Table.comm(commOld);
    int[] index = indx.toInts(nnodes);
    Communicators.put(commGraph, c.get().graphCreate(index, edges(index, edges), reorder != 0), c);
  }

  static void graphMap(long comm, int nnodes, Numbers indx, Numbers edges, Numbers newrank) {
    Communicator c = Table.comm(comm).get();
    int[] index = indx.toInts(nnodes);
    newrank.set(c.graphMap(index, edges(index, edges)));
  }

  static void graphdimsGet(long comm, Numbers nnodes, Numbers nedges) {
    GraphCommunicator graph = graph(comm);
    nnodes.set(graph.nnodes());
    nedges.set(graph.nedges());
  }

  static void graphGet(long comm, int maxindex, int maxedges, Numbers indx, Numbers edges) {
    GraphCommunicator graph = graph(comm);
    put(indx, maxindex, graph.index());
    put(edges, maxedges, graph.edges());
  }

  static void graphNeighborsCount(long comm, int rank, Numbers nneighbors) {
    nneighbors.set(graph(comm).neighborsCount(rank));
  }

  static void graphNeighbors(long comm, int rank, int maxneighbors, Numbers neighbors) {
    put(neighbors, maxneighbors, graph(comm).neighbors(rank));
  }

  // ---- graphs of which every rank knows its own edges

  private static DistGraphCommunicator distGraph(long comm) {
    return as(
        DistGraphCommunicator.class,
        comm,
        "distributed graph topology: MPI_Dist_graph_create makes one");
  }

  /** The weights that the program gives; null if edges have none. */
  private static int @Nullable [] weights(Numbers weights, long count) {
    if (weights.address() == Constants.UNWEIGHTED) {
      return null;
    }
    return weights.address() == Constants.WEIGHTS_EMPTY ? new int[0] : weights.toInts(count);
  }

  static void distGraphCreateAdjacent(
      long commOld,
      int indegree,
      Numbers sources,
      Numbers sourceweights,
      int outdegree,
      Numbers destinations,
      Numbers destweights,
      long info,
      int reorder,
      long commDistGraph) {
    CommHandle c = Table.comm(commOld);
    var unused = Table.info(info); // no hint is defined
    DistGraphCommunicator made =
        c.get()
            .distGraphCreateAdjacent(
                sources.toInts(indegree),
                weights(sourceweights, indegree),
                destinations.toInts(outdegree),
                weights(destweights, outdegree),
                reorder != 0);
    Communicators.put(commDistGraph, made, c);
  }

  static void distGraphCreate(
      long commOld,
      int n,
      Numbers sources,
      Numbers degrees,
      Numbers destinations,
      Numbers weights,
      long info,
      int reorder,
      long commDistGraph) {
    CommHandle c = Table.comm(commOld);
    var unused = Table.info(info); // no hint is defined
    int[] lengths = degrees.toInts(n);
    long edges = 0;
    for (int length : lengths) {
      edges += Math.max(0, length); // the library refuses what is below zero
    }
    DistGraphCommunicator made =
        c.get()
            .distGraphCreate(
                sources.toInts(n),
                lengths,
                destinations.toInts(edges),
                weights(weights, edges),
                reorder != 0);
    Communicators.put(commDistGraph, made, c);
  }

  static void distGraphNeighborsCount(
      long comm, Numbers indegree, Numbers outdegree, Numbers weighted) {
    DistGraphCommunicator graph = distGraph(comm);
    indegree.set(graph.indegree());
    outdegree.set(graph.outdegree());
    weighted.set(graph.weighted() ? 1 : 0);
  }

  static void distGraphNeighbors(
      long comm,
      int maxindegree,
      Numbers sources,
      Numbers sourceweights,
      int maxoutdegree,
      Numbers destinations,
      Numbers destweights) {
    DistGraphCommunicator graph = distGraph(comm);
    put(sources, maxindegree, graph.sources());
    putWeights(sourceweights, maxindegree, graph.sourceWeights());
    put(destinations, maxoutdegree, graph.destinations());
    putWeights(destweights, maxoutdegree, graph.destWeights());
  }

  /** The program may say that it does not want them. */
  private static void putWeights(Numbers to, int room, int[] weights) {
    if (to.address() != Constants.UNWEIGHTED && to.address() != Constants.WEIGHTS_EMPTY) {
      put(to, room, weights);
    }
  }
}
