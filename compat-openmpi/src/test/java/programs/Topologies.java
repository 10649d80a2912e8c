package programs;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import mpi.CartComm;
import mpi.CartParms;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.ShiftParms;

/** Grids and graphs; a halo exchange whose border is nobody. */
public class Topologies {
  private static Intracomm world;
  private static int rank;
  private static int size;

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    all();
    MPI.Finalize();
  }

  static void all() throws MPIException {
    world = MPI.COMM_WORLD;
    rank = world.getRank();
    size = world.getSize();
    dims();
    grid();
    halo();
    graph();
    distGraph();
    longerArrays();
  }

  private static void dims() throws MPIException {
    int[] dims = new int[2];
    CartComm.createDims(12, dims);
    Check.equal(new int[] {4, 3}, dims);
    int[] fixed = {0, 2};
    CartComm.createDims(6, fixed);
    Check.equal(new int[] {3, 2}, fixed);
    Check.fails(MPI.ERR_DIMS, () -> CartComm.createDims(7, new int[] {2, 0}));
  }

  private static void grid() throws MPIException {
    int[] dims = new int[2];
    CartComm.createDims(size, dims);
    CartComm cart = world.createCart(dims, new boolean[] {true, false}, false);
    Check.equal(MPI.CART, cart.getTopology());
    CartParms topo = cart.getTopo();
    Check.equal(2, topo.getDimCount());
    Check.that(topo.getPeriod(0) && !topo.getPeriod(1), "periods");
    Check.equal(dims[0], topo.getDim(0));
    int[] coords = cart.getCoords(rank);
    Check.equal(topo.getCoord(0), coords[0]);
    Check.equal(rank, cart.getRank(coords));
    Check.equal(rank, cart.getRank(new int[] {coords[0] + dims[0], coords[1]}));
    ShiftParms up = cart.shift(0, 1);
    Check.equal(cart.getRank(new int[] {coords[0] + 1, coords[1]}), up.getRankDest());
    CartComm line = cart.sub(new boolean[] {true, false});
    Check.equal(dims[0], line.getSize());
    Check.equal(1, line.getTopo().getDimCount());
    Check.equal(rank, cart.map(dims, new boolean[] {true, false}));
    CartComm copy = cart.dup();
    Check.equal(dims[1], copy.getTopo().getDim(1));
    CartComm later = cart.iDup();
    later.getRequest().waitFor();
    Check.equal(dims[1], later.getTopo().getDim(1));
    int[] mine = {rank};
    int[] around = {-1, -1, -1, -1};
    cart.neighborAllGather(mine, 1, MPI.INT, around, 1, MPI.INT);
    ShiftParms right = cart.shift(1, 1);
    Check.equal(right.getRankSource() == MPI.PROC_NULL ? -1 : right.getRankSource(), around[2]);
    int[] out = {rank, rank, rank, rank};
    cart.neighborAllToAll(out, 1, MPI.INT, around, 1, MPI.INT);
    Check.equal(up.getRankDest(), around[1]);
    int[] ones = {1, 1, 1, 1};
    int[] places = {0, 1, 2, 3};
    cart.neighborAllToAllv(out, ones, places, MPI.INT, around, ones, places, MPI.INT);
    cart.neighborAllGatherv(mine, 1, MPI.INT, around, ones, places, MPI.INT);
    IntBuffer b = MPI.newIntBuffer(4);
    IntBuffer to = MPI.newIntBuffer(4).put(out);
    cart.iNeighborAllGather(to, 1, MPI.INT, b, 1, MPI.INT).waitFor();
    cart.iNeighborAllGatherv(to, 1, MPI.INT, b, ones, places, MPI.INT).waitFor();
    cart.iNeighborAllToAll(to, 1, MPI.INT, b, 1, MPI.INT).waitFor();
    cart.iNeighborAllToAllv(to, ones, places, MPI.INT, b, ones, places, MPI.INT).waitFor();
    Check.equal(up.getRankDest(), b.get(1));
    CartComm one = world.createCart(new int[] {1}, new boolean[] {false}, false);
    Check.equal(rank != 0, one.isNull());
    world.setErrhandler(MPI.ERRORS_RETURN);
    Check.fails(
        MPI.ERR_TOPOLOGY, () -> world.neighborAllGather(mine, 1, MPI.INT, around, 1, MPI.INT));
    world.setErrhandler(MPI.ERRORS_ARE_FATAL);
    cart.free();
  }

  private static void halo() throws MPIException {
    CartComm line = world.createCart(new int[] {size}, new boolean[] {false}, true);
    ShiftParms shift = line.shift(0, 1);
    int left = shift.getRankSource();
    int right = shift.getRankDest();
    int n = 10;
    DoubleBuffer u = MPI.newDoubleBuffer(n + 2);
    for (int i = 1; i <= n; i++) {
      u.put(i, rank);
    }
    u.put(0, -1).put(n + 1, -1);
    for (int step = 0; step < 5; step++) {
      Request[] r = {
        line.iRecv(MPI.slice(u, 0), 1, MPI.DOUBLE, left, 0),
        line.iRecv(MPI.slice(u, n + 1), 1, MPI.DOUBLE, right, 1),
        line.iSend(MPI.slice(u, 1), 1, MPI.DOUBLE, left, 1),
        line.iSend(MPI.slice(u, n), 1, MPI.DOUBLE, right, 0)
      };
      Request.waitAll(r);
    }
    Check.equal(rank == 0 ? -1.0 : rank - 1.0, u.get(0));
    Check.equal(rank == size - 1 ? -1.0 : rank + 1.0, u.get(n + 1));
    line.free();
  }

  private static void graph() throws MPIException {
    // A ring, each node with its two neighbours.
    int[] index = new int[size];
    int[] edges = new int[2 * size];
    for (int i = 0; i < size; i++) {
      index[i] = 2 * (i + 1);
      edges[2 * i] = (i + size - 1) % size;
      edges[2 * i + 1] = (i + 1) % size;
    }
    GraphComm graph = world.createGraph(index, edges, false);
    Check.equal(MPI.GRAPH, graph.getTopology());
    GraphParms parms = graph.getDims();
    Check.equal(size, parms.getIndexCount());
    Check.equal(2 * size, parms.getEdgeCount());
    Check.equal(2, parms.getIndex(0));
    Check.equal(size - 1, parms.getEdge(0));
    int[] neighbors = {(rank + size - 1) % size, (rank + 1) % size};
    Check.equal(neighbors, graph.getNeighbors(rank));
    Check.equal(rank, graph.map(index, edges));
    int[] around = new int[2];
    graph.neighborAllGather(new int[] {rank}, 1, MPI.INT, around, 1, MPI.INT);
    Check.equal(neighbors, around);
    GraphComm copy = graph.dup();
    Check.equal(neighbors, copy.getNeighbors(rank));
    graph.setErrhandler(MPI.ERRORS_RETURN);
    Check.fails(MPI.ERR_TOPOLOGY, () -> graph.getDistGraphNeighbors());
  }

  private static void distGraph() throws MPIException {
    int[] from = {(rank + size - 1) % size};
    int[] to = {(rank + 1) % size};
    GraphComm ring =
        world.createDistGraphAdjacent(from, new int[] {3}, to, new int[] {4}, MPI.INFO_NULL, false);
    Check.equal(MPI.DIST_GRAPH, ring.getTopology());
    DistGraphNeighbors n = ring.getDistGraphNeighbors();
    Check.that(n.getInDegree() == 1 && n.getOutDegree() == 1 && n.isWeighted(), "one each");
    Check.equal(from[0], n.getSource(0));
    Check.equal(3, n.getSourceWeight(0));
    Check.equal(to[0], n.getDestination(0));
    Check.equal(4, n.getDestinationWeight(0));
    int[] got = new int[1];
    ring.neighborAllGather(new int[] {rank}, 1, MPI.INT, got, 1, MPI.INT);
    Check.equal(from, got);
    GraphComm plain = world.createDistGraphAdjacent(from, to, MPI.INFO_NULL, false);
    Check.that(!plain.getDistGraphNeighbors().isWeighted(), "no weights");
    GraphComm named =
        world.createDistGraph(
            new int[] {rank}, new int[] {1}, to, new int[] {9}, MPI.INFO_NULL, false);
    Check.equal(9, named.getDistGraphNeighbors().getDestinationWeight(0));
    GraphComm bare =
        world.createDistGraph(new int[] {rank}, new int[] {1}, to, MPI.INFO_NULL, false);
    Check.equal(from[0], bare.getDistGraphNeighbors().getSource(0));
    Check.equal(1, bare.getDistGraphNeighbors().getSourceWeight(0));
    Check.equal(1, bare.getDistGraphNeighbors().getDestinationWeight(0));
  }

  private static void longerArrays() throws MPIException {
    boolean[] yes = {true, true, false};
    CartComm cart = world.createCart(new int[] {size}, yes, false);
    Check.equal(rank, cart.getRank(new int[] {rank, 7}));
    Check.equal(size, cart.sub(yes).getSize());
    Check.equal(rank, cart.map(new int[] {size}, yes));
    int[] index = new int[size];
    int[] edges = new int[size + 2];
    for (int i = 0; i < size; i++) {
      index[i] = i + 1;
      edges[i] = i;
    }
    edges[size] = -9;
    GraphComm alone = world.createGraph(index, edges, false);
    Check.equal(new int[] {rank}, alone.getNeighbors(rank));
    Check.equal(rank, alone.map(index, edges));
    int[] me = {rank};
    int[] ends = {rank, -9};
    int[] weights = {5, 6, 7};
    DistGraphNeighbors n =
        world
            .createDistGraph(me, new int[] {1, 4}, ends, weights, MPI.INFO_NULL, false)
            .getDistGraphNeighbors();
    Check.equal(1, n.getOutDegree());
    Check.equal(5, n.getSourceWeight(0));
    n =
        world
            .createDistGraphAdjacent(me, weights, me, ends, MPI.INFO_NULL, false)
            .getDistGraphNeighbors();
    Check.equal(5, n.getSourceWeight(0));
    Check.equal(rank, n.getDestinationWeight(0));
  }
}
