package programs;

import java.util.Arrays;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ShiftParms;
import org.purempi.Communicator;
import org.purempi.MpiArgumentException;

/** Groups, communicators, topologies, the environment. */
final class MpjCommunicators {
  private static final Intracomm WORLD = MPI.COMM_WORLD;
  private static final int ME = WORLD.Rank();
  private static final int SIZE = WORLD.Size();

  private MpjCommunicators() {}

  private static int sum(Intracomm comm) {
    int[] sum = new int[1];
    comm.Allreduce(new int[] {ME}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    return sum[0];
  }

  static void groupsAreSets() {
    Group all = WORLD.Group();
    Check.same(SIZE, all.Size());
    Check.same(ME, all.Rank());
    Group first = all.Incl(new int[] {0});
    Group others = all.Excl(new int[] {0});
    Check.same(SIZE - 1, others.Size());
    Check.same(ME == 0 ? MPI.UNDEFINED : ME - 1, others.Rank());
    Check.same(MPI.IDENT, Group.Compare(all, Group.Union(first, others)));
    Check.same(0, Group.Intersection(first, others).Size());
    Check.same(MPI.IDENT, Group.Compare(MPI.GROUP_EMPTY, Group.Intersection(first, others)));
    Check.same(MPI.IDENT, Group.Compare(others, Group.Difference(all, first)));
    Check.same(SIZE == 1 ? MPI.IDENT : MPI.SIMILAR, Group.Compare(all, Group.Union(others, first)));
    Check.same(MPI.UNEQUAL, Group.Compare(all, MPI.GROUP_EMPTY));
    Group reversed = all.Range_incl(new int[][] {{SIZE - 1, 0, -1}});
    Check.same(
        new int[] {SIZE - 1, 0}, Group.Translate_ranks(all, new int[] {0, SIZE - 1}, reversed));
    Check.same(0, all.Range_excl(new int[][] {{0, SIZE - 1, 1}}).Size());
    Check.same(
        new int[] {MPI.UNDEFINED}, Group.Translate_ranks(all, new int[] {0}, MPI.GROUP_EMPTY));
    Check.fails("rank", () -> all.Incl(new int[] {SIZE}));
    Check.fails("twice", () -> all.Excl(new int[] {0, 0}));
    Check.fails("stride", () -> all.Range_incl(new int[][] {{0, 0, 0}}));
    all.free();
  }

  static void communicatorsOfCommunicators() {
    Intracomm twin = (Intracomm) WORLD.clone();
    Check.same(MPI.IDENT, Comm.Compare(WORLD, WORLD));
    Check.same(MPI.CONGRUENT, Intracomm.Compare(WORLD, twin));
    Check.same(SIZE == 1 ? MPI.CONGRUENT : MPI.UNEQUAL, Comm.Compare(MPI.COMM_SELF, twin));
    Intracomm half = WORLD.Split(ME % 2, -ME);
    Check.same(ME % 2 == 0 ? (SIZE + 1) / 2 : SIZE / 2, half.Size());
    Check.same(half.Size() - 1 - ME / 2, half.Rank());
    Check.that(
        (WORLD.Split(ME == 0 ? MPI.UNDEFINED : 1, 0) == MPI.COMM_NULL) == (ME == 0),
        "UNDEFINED gives no communicator");
    Intracomm one = WORLD.Create(WORLD.Group().Incl(new int[] {SIZE - 1}));
    Check.that((one != null) == (ME == SIZE - 1), "only the group has the communicator");
    if (one != null) {
      Check.same(ME, sum(one));
      one.Free();
    }
    Check.same(SIZE * (SIZE - 1) / 2, sum(twin));
    Check.that(!twin.Test_inter(), "an intracommunicator");
    Check.same(MPI.UNDEFINED, twin.Topo_test());
  }

  static void aFreedCommunicatorWorksForAsLongAsSomebodyHoldsIt() throws InterruptedException {
    Intracomm twin = (Intracomm) WORLD.clone();
    twin.Free();
    Check.same(SIZE * (SIZE - 1) / 2, sum(twin));
    Intracomm row = twin.Split(0, ME);
    row.Free();
    row.Free();
    Check.same(SIZE * (SIZE - 1) / 2, sum(row));
    Communicator below = belowAFreedOne();
    while (isOpen(below)) {
      System.gc();
      Thread.sleep(1);
      belowAFreedOne();
    }
    Check.same(SIZE * (SIZE - 1) / 2, sum(twin));
    Check.same(MPI.CONGRUENT, Comm.Compare(twin, row));
  }

  private static Communicator belowAFreedOne() {
    Comm twin = (Comm) MPI.COMM_SELF.clone();
    twin.Free();
    return twin.mpjdevComm.purempi();
  }

  private static boolean isOpen(Communicator communicator) {
    try {
      communicator.barrier();
      return true;
    } catch (MpiArgumentException e) {
      return false;
    }
  }

  static void twoGroupsTalkToEachOther() {
    if (SIZE == 1) {
      return;
    }
    boolean high = ME >= SIZE / 2;
    Intracomm mine = WORLD.Split(high ? 1 : 0, ME);
    Intercomm inter = WORLD.Create_intercomm(mine, 0, high ? 0 : SIZE / 2, 5);
    Check.that(inter.Test_inter(), "an intercommunicator");
    Check.same(mine.Size(), inter.Size());
    Check.same(SIZE - mine.Size(), inter.Remote_size());
    Check.same(inter.Remote_size(), inter.Remote_group().Size());
    Check.same(MPI.IDENT, Group.Compare(inter.Remote_group(), inter.group));
    Check.same(MPI.IDENT, Group.Compare(mine.Group(), inter.Group()));
    int[] x = {ME, -1};
    if (inter.Rank() == 0) {
      inter.Sendrecv(x, 0, 1, MPI.INT, 0, 1, x, 1, 1, MPI.INT, 0, 1);
      Check.same(high ? 0 : SIZE / 2, x[1]);
    }
    Intracomm all = inter.Merge(high);
    Check.same(ME, all.Rank());
    Check.same(SIZE * (SIZE - 1) / 2, sum(all));
    Intercomm twin = (Intercomm) inter.clone();
    Check.same(inter.Remote_size(), twin.Remote_size());
  }

  static void aGridKnowsItsNeighbours() {
    int[] dims = {0, 0};
    Cartcomm.Dims_create(SIZE, dims);
    Check.same(SIZE, dims[0] * dims[1]);
    Check.that(dims[0] >= dims[1], "not increasing");
    Cartcomm cart = WORLD.Create_cart(dims, new boolean[] {false, true}, false);
    Check.same(MPI.CART, cart.Topo_test());
    CartParms parms = cart.Get();
    Check.same(dims, parms.dims);
    Check.same(new boolean[] {false, true}, parms.periods);
    Check.same(cart.Coords(cart.Rank()), parms.coords);
    Check.same(cart.Rank(), cart.Rank(parms.coords));
    Check.same(cart.Rank(), cart.Map(dims, parms.periods));
    // A halo exchange: at the border there is nobody, and nothing changes.
    double[] cells = {-1, ME, -1};
    ShiftParms shift = cart.Shift(0, 1);
    boolean atTop = parms.coords[0] == 0;
    Check.same(atTop, shift.rank_source == MPI.PROC_NULL);
    cart.Sendrecv(
        cells, 1, 1, MPI.DOUBLE, shift.rank_dest, 1, cells, 0, 1, MPI.DOUBLE, shift.rank_source, 1);
    cart.Sendrecv(
        cells, 1, 1, MPI.DOUBLE, shift.rank_source, 2, cells, 2, 1, MPI.DOUBLE, shift.rank_dest, 2);
    Check.same(atTop ? -1.0 : (double) (ME - dims[1]), cells[0]);
    Check.same(parms.coords[0] == dims[0] - 1 ? -1.0 : (double) (ME + dims[1]), cells[2]);
    ShiftParms around = cart.Shift(1, dims[1]);
    Check.same(cart.Rank(), around.rank_dest);
    Cartcomm row = cart.Sub(new boolean[] {false, true});
    Check.same(dims[1], row.Size());
    Check.same(parms.coords[1], row.Rank());
    Cartcomm twin = (Cartcomm) cart.clone();
    Check.same(parms.coords, twin.Get().coords);
    Check.fails("coordinate", () -> cart.Rank(new int[] {dims[0], 0}));
    Check.fails("", () -> Cartcomm.Dims_create(SIZE, new int[] {SIZE + 1}));
    Cartcomm small = WORLD.Create_cart(new int[] {1}, new boolean[] {false}, false);
    Check.that((small != null) == (ME == 0), "the ranks left over have none");
  }

  static void aGraphKnowsItsNeighbours() {
    int[] index = new int[SIZE];
    int[] edges = new int[SIZE];
    Arrays.setAll(index, i -> i + 1);
    Arrays.setAll(edges, i -> (i + 1) % SIZE);
    Graphcomm ring = WORLD.Create_graph(index, edges, false);
    Check.same(MPI.GRAPH, ring.Topo_test());
    GraphParms parms = ring.Get();
    Check.same(index, parms.index);
    Check.same(edges, parms.edges);
    Check.same(new int[] {(ME + 1) % SIZE}, ring.Neighbours(ME));
    Check.same(ME, ring.Map(index, edges));
    Graphcomm twin = (Graphcomm) ring.clone();
    Check.same(edges, twin.Get().edges);
  }

  static void arraysOfTopologiesMayBeLongerThanNeeded() {
    boolean[] yes = {true, true, false};
    Cartcomm cart = WORLD.Create_cart(new int[] {SIZE}, yes, false);
    Check.same(ME, cart.Rank(new int[] {ME, 7}));
    Check.same(SIZE, cart.Sub(yes).Size());
    Check.same(ME, cart.Map(new int[] {SIZE}, yes));
    int[] index = new int[SIZE];
    int[] edges = new int[SIZE + 2];
    Arrays.setAll(index, i -> i + 1);
    Arrays.setAll(edges, i -> i < SIZE ? i : -9);
    Graphcomm alone = WORLD.Create_graph(index, edges, false);
    Check.same(new int[] {ME}, alone.Neighbours(ME));
    Check.same(SIZE, alone.Get().edges.length);
    Check.same(ME, alone.Map(index, edges));
    Check.fails("", () -> WORLD.Create_graph(new int[] {2}, new int[] {0}, false));
  }

  static void thePredefinedCommunicatorsStay() {
    WORLD.Free();
    MPI.COMM_SELF.Free();
    WORLD.Barrier();
    WORLD.Attr_delete(MPI.IO);
    MPI.COMM_SELF.Attr_delete(99);
    Check.that(WORLD.Attr_get(MPI.IO) != null, "predefined attributes stay");
    Check.same(1, MPI.COMM_SELF.Size());
  }

  static void theEnvironmentAnswers() {
    Check.that(MPI.Initialized(), "initialized");
    Check.that(MPI.isMainThread(), "the main thread");
    Check.same(MPI.THREAD_MULTIPLE, MPI.queryThread());
    Check.that(!MPI.Get_processor_name().isEmpty(), "a name");
    double start = MPI.Wtime();
    Check.that(MPI.Wtick() > 0 && MPI.Wtick() < 0.1, "a tick");
    while (MPI.Wtime() <= start) {
      Thread.onSpinWait();
    }
    Check.that((Integer) WORLD.Attr_get(MPI.TAG_UB) >= 32767, "tags");
    Check.same(MPI.PROC_NULL, WORLD.Attr_get(MPI.HOST));
    Check.that(WORLD.Attr_get(MPI.IO) != null, "input and output");
    Check.that(WORLD.Attr_get(99) == null, "no such attribute");
    Check.same(1, MPI.COMM_SELF.Size());
    Check.same(0, MPI.COMM_SELF.Rank());
    Check.same(MPI.ANY_SOURCE, MPI.EMPTY_STATUS.source);
    Check.same(0, MPI.EMPTY_STATUS.Get_count(MPI.INT));
    Check.fails("", () -> MPI.Init(new String[0]));
    Check.same(SIZE, WORLD.mpjdevComm.purempi().size());
  }

  static void threadsTalkAtOnce() throws InterruptedException {
    Thread[] threads = new Thread[4];
    int[][] got = new int[threads.length][1];
    for (int t = 0; t < threads.length; t++) {
      int tag = t;
      threads[t] =
          new Thread(
              () -> {
                int[] x = {ME * 100 + tag};
                WORLD.Sendrecv(
                    x,
                    0,
                    1,
                    MPI.INT,
                    (ME + 1) % SIZE,
                    tag,
                    got[tag],
                    0,
                    1,
                    MPI.INT,
                    (ME + SIZE - 1) % SIZE,
                    tag);
              });
      threads[t].start();
    }
    for (int t = 0; t < threads.length; t++) {
      threads[t].join();
      Check.same((ME + SIZE - 1) % SIZE * 100 + t, got[t][0]);
    }
  }
}
