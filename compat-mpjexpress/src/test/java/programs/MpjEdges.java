package programs;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.ShiftParms;
import mpi.Status;
import mpi.User_function;

/** Nothing at all, one of something, and other ends of the ranges of arguments. */
final class MpjEdges {
  private static final Intracomm WORLD = MPI.COMM_WORLD;
  private static final int ME = WORLD.Rank();
  private static final int SIZE = WORLD.Size();
  private static final int RIGHT = (ME + 1) % SIZE;
  private static final int LEFT = (ME + SIZE - 1) % SIZE;

  private MpjEdges() {}

  static void nothingIsAMessageToo() {
    Datatype nothing = Datatype.Contiguous(0, MPI.INT);
    Datatype none = Datatype.Vector(0, 3, 2, MPI.DOUBLE);
    Datatype empty = Datatype.Indexed(new int[] {0, 0}, new int[] {5, 9}, MPI.INT);
    for (Datatype type : new Datatype[] {nothing, none, empty}) {
      type.Commit();
      Check.same(0, type.Size());
      Check.same(0, type.Extent());
    }
    Request[] sends = {
      WORLD.Isend(new int[0], 0, 0, MPI.INT, RIGHT, 1),
      WORLD.Isend(null, 0, 0, MPI.DOUBLE, RIGHT, 2),
      WORLD.Isend(new int[1], 0, 7, nothing, RIGHT, 3),
      WORLD.Isend(new Object[0], 0, 0, MPI.OBJECT, RIGHT, 4),
      WORLD.Isend(new int[3], 3, 0, MPI.INT, RIGHT, 5),
    };
    int[] x = {6};
    for (int tag = 1; tag <= 5; tag++) {
      Status status =
          tag == 4
              ? WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, LEFT, tag)
              : WORLD.Recv(x, 0, 1, MPI.INT, LEFT, tag);
      Check.same(tag, status.tag);
      Check.same(0, status.Get_count(tag == 4 ? MPI.OBJECT : MPI.INT));
      Check.same(0, status.Get_count(tag == 4 ? MPI.OBJECT : nothing));
    }
    Check.same(6, x[0]);
    Request.Waitall(sends);
  }

  static void elementsWithoutDataAreAsManyAsWereAskedFor() {
    int[] x = {6};
    Object[] objects = new Object[1];
    Datatype nothing = Datatype.Contiguous(0, MPI.INT);
    Datatype noObjects = Datatype.Contiguous(0, MPI.OBJECT);
    for (int way = 0; way < 6; way++) {
      Request send = WORLD.Isend(x, 0, 1, nothing, RIGHT, way);
      Request other = WORLD.Isend(objects, 0, 1, noObjects, RIGHT, 9);
      Prequest again = WORLD.Recv_init(x, 0, 3, nothing, LEFT, way);
      Status status =
          switch (way) {
            case 0 -> WORLD.Recv(x, 0, 3, nothing, LEFT, way);
            case 1 -> WORLD.Irecv(x, 0, 3, nothing, LEFT, way).Wait();
            case 2 -> WORLD.Sendrecv(x, 0, 1, MPI.INT, ME, 8, x, 0, 3, nothing, LEFT, way);
            case 3 -> WORLD.Sendrecv_replace(x, 0, 3, nothing, ME, 8, LEFT, way);
            case 4 -> {
              again.Start();
              yield Request.Waitall(new Request[] {again})[0];
            }
            default -> WORLD.Recv(x, 0, 3, Datatype.Vector(0, 1, 1, MPI.INT), LEFT, way);
          };
      Check.same(3, status.Get_count(nothing));
      Check.same(MPI.UNDEFINED, status.Get_elements(nothing));
      Check.same(0, status.Get_count(MPI.INT));
      Check.same(0, status.Get_elements(MPI.INT));
      Status ofObjects = WORLD.Recv(objects, 0, 2, noObjects, LEFT, 9);
      Check.same(2, ofObjects.Get_count(noObjects));
      Check.same(MPI.UNDEFINED, ofObjects.Get_elements(noObjects));
      Check.same(0, ofObjects.Get_count(MPI.OBJECT));
      if (way == 2 || way == 3) {
        WORLD.Recv(x, 0, 1, MPI.INT, ME, 8);
      }
      Request.Waitall(new Request[] {send, other});
    }
    Check.same(6, x[0]);
    Check.same(0, WORLD.Recv(x, 0, 3, nothing, MPI.PROC_NULL, 1).Get_count(nothing));
    Check.same(0, MPI.EMPTY_STATUS.Get_count(nothing));
  }

  static void collectivesOfNothing() {
    int[] none = {};
    WORLD.Bcast(none, 0, 0, MPI.INT, 0);
    WORLD.Bcast(null, 0, 0, MPI.INT, SIZE - 1);
    WORLD.Allreduce(none, 0, none, 0, 0, MPI.INT, MPI.SUM);
    WORLD.Reduce(none, 0, none, 0, 0, MPI.INT, MPI.MAX, 0);
    WORLD.Gather(none, 0, 0, MPI.INT, none, 0, 0, MPI.INT, 0);
    WORLD.Scatter(none, 0, 0, MPI.INT, none, 0, 0, MPI.INT, 0);
    WORLD.Allgather(none, 0, 0, MPI.INT, none, 0, 0, MPI.INT);
    WORLD.Alltoall(none, 0, 0, MPI.INT, none, 0, 0, MPI.INT);
    WORLD.Scan(none, 0, none, 0, 0, MPI.INT, MPI.SUM);
    int[] zeros = new int[SIZE];
    WORLD.Alltoallv(none, 0, zeros, zeros, MPI.INT, none, 0, zeros, zeros, MPI.INT);
    Object[] objects = {};
    WORLD.Bcast(objects, 0, 0, MPI.OBJECT, 0);
    WORLD.Allgather(objects, 0, 0, MPI.OBJECT, objects, 0, 0, MPI.OBJECT);
  }

  static void onlyOneRankContributes() {
    int[] counts = new int[SIZE];
    int[] displs = new int[SIZE];
    counts[SIZE - 1] = 2;
    displs[SIZE - 1] = 1;
    int[] mine = ME == SIZE - 1 ? new int[] {7, 8} : new int[0];
    int[] all = {-1, -1, -1, -1};
    WORLD.Allgatherv(mine, 0, counts[ME], MPI.INT, all, 0, counts, displs, MPI.INT);
    Check.same(new int[] {-1, 7, 8, -1}, all);
    int[] back = new int[counts[ME]];
    WORLD.Scatterv(all, 0, counts, displs, MPI.INT, back, 0, counts[ME], MPI.INT, 0);
    Check.same(mine, back);
    int[] part = new int[counts[ME]];
    WORLD.Reduce_scatter(new int[] {ME, 1}, 0, part, 0, counts, MPI.INT, MPI.SUM);
    Check.same(ME == SIZE - 1 ? new int[] {SIZE * (SIZE - 1) / 2, SIZE} : new int[0], part);
    Object[] words = ME == SIZE - 1 ? new Object[] {"a", "b"} : new Object[0];
    Object[] found = new Object[4];
    WORLD.Allgatherv(words, 0, counts[ME], MPI.OBJECT, found, 0, counts, displs, MPI.OBJECT);
    Check.same(new Object[] {null, "a", "b", null}, found);
  }

  static void whatIsOnlyTheRootsMayBeAnythingElsewhere() {
    boolean root = ME == 0;
    int[] all = new int[SIZE];
    WORLD.Gather(new int[] {ME}, 0, 1, MPI.INT, root ? all : null, 0, 1, MPI.INT, 0);
    WORLD.Gatherv(
        new int[] {ME},
        0,
        1,
        MPI.INT,
        root ? all : null,
        0,
        root ? ones() : null,
        root ? steps() : null,
        MPI.INT,
        0);
    int[] one = new int[1];
    WORLD.Scatterv(
        root ? all : null,
        0,
        root ? ones() : null,
        root ? steps() : null,
        MPI.INT,
        one,
        0,
        1,
        MPI.INT,
        0);
    Check.same(ME, one[0]);
    WORLD.Reduce(one, 0, root ? all : null, 0, 1, MPI.INT, MPI.MAX, 0);
    Check.same(root ? SIZE - 1 : 0, all[0]);
  }

  private static int[] ones() {
    int[] ones = new int[SIZE];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static int[] steps() {
    int[] steps = new int[SIZE];
    Arrays.setAll(steps, i -> i);
    return steps;
  }

  static void structsOfStructsAndTheirElements() {
    Datatype pair = Datatype.Contiguous(2, MPI.FLOAT);
    Datatype inner =
        Datatype.Struct(new int[] {1, 2}, new int[] {0, 3}, new Datatype[] {MPI.FLOAT, pair});
    Check.same(5, inner.Size());
    Check.same(7, inner.Extent());
    Datatype outer = Datatype.Hvector(2, 1, 8, inner);
    Check.same(10, outer.Size());
    Check.same(15, outer.Extent());
    float[] from = new float[16];
    for (int i = 0; i < from.length; i++) {
      from[i] = i;
    }
    float[] to = new float[12];
    Request send = WORLD.Isend(from, 0, 1, outer, RIGHT, 1);
    Status status = WORLD.Recv(to, 1, 11, MPI.FLOAT, LEFT, 1);
    send.Wait();
    Check.same(10, status.Get_elements(outer));
    Check.same(2, status.Get_count(inner));
    Check.same(MPI.UNDEFINED, status.Get_count(Datatype.Contiguous(3, MPI.FLOAT)));
    Check.same(new float[] {0, 0, 3, 4, 5, 6, 8, 11, 12, 13, 14, 0}, to);
  }

  static void onePersistentRequestAmongOthers() {
    int[] in = new int[2];
    Prequest again = WORLD.Recv_init(in, 0, 1, MPI.INT, LEFT, 1);
    Prequest empty = WORLD.Send_init(new int[0], 0, 0, MPI.INT, MPI.PROC_NULL, 1);
    for (int round = 0; round < 3; round++) {
      again.Start();
      empty.Start();
      Request once = WORLD.Irecv(in, 1, 1, MPI.INT, LEFT, 2);
      Request[] all = {null, again, MPI.REQUEST_NULL, once, empty};
      Request first = WORLD.Isend(new int[] {round}, 0, 1, MPI.INT, RIGHT, 1);
      Request second = WORLD.Isend(new int[] {-round}, 0, 1, MPI.INT, RIGHT, 2);
      int places = 0;
      for (int i = 0; i < 3; i++) {
        places += 1 << Request.Waitany(all).index;
      }
      Check.same(0b11010, places);
      Check.same(new int[] {round, -round}, in);
      Check.that(once.Is_null() && again.Is_null() && empty.Is_null(), "all are complete");
      Request.Waitall(new Request[] {first, second});
      Check.same(MPI.UNDEFINED, Request.Waitany(all).index);
    }
  }

  static void aBufferHoldsWhatItIsBigEnoughFor() {
    int bytes = 2 * (100 * Double.BYTES + MPI.BSEND_OVERHEAD);
    ByteBuffer space = ByteBuffer.allocateDirect(bytes);
    MPI.Buffer_attach(space);
    for (int round = 0; round < 5; round++) {
      WORLD.Bsend(new double[100], 0, 100, MPI.DOUBLE, RIGHT, round);
      WORLD.Ibsend(new double[100], 0, 100, MPI.DOUBLE, RIGHT, round).Wait();
      double[] got = new double[100];
      WORLD.Recv(got, 0, 100, MPI.DOUBLE, LEFT, round);
      WORLD.Recv(got, 0, 100, MPI.DOUBLE, LEFT, round);
      WORLD.Barrier();
    }
    MPI.Buffer_attach(ByteBuffer.allocate(10)); // takes the other one's place
    WORLD.Bsend(new double[100], 0, 100, MPI.DOUBLE, ME, 9);
    WORLD.Recv(new double[100], 0, 100, MPI.DOUBLE, ME, 9);
    MPI.Buffer_detach();
    Check.fails("buffer", () -> WORLD.Bsend(new int[1], 0, 1, MPI.INT, ME, 9));
  }

  static void gridsOfOneAndOfThreeDimensions() {
    Cartcomm point =
        WORLD.Create_cart(new int[] {1, 1, 1}, new boolean[] {true, false, true}, false);
    Check.same(ME == 0, point != null);
    if (point != null) {
      ShiftParms around = point.Shift(0, 5);
      Check.same(0, around.rank_source);
      Check.same(0, around.rank_dest);
      ShiftParms out = point.Shift(1, 1);
      Check.same(MPI.PROC_NULL, out.rank_source);
      Check.same(MPI.PROC_NULL, out.rank_dest);
      Cartcomm alone = point.Sub(new boolean[] {false, false, false});
      Check.same(1, alone.Size());
      Check.same(0, alone.Get().dims.length);
    }
    int[] dims = {0, 1, 0};
    Cartcomm.Dims_create(SIZE, dims);
    Check.same(1, dims[1]);
    Cartcomm cube = WORLD.Create_cart(dims, new boolean[] {true, true, false}, true);
    CartParms parms = cube.Get();
    Check.same(cube.Rank(), cube.Rank(parms.coords));
    int[] beyond = parms.coords.clone();
    beyond[0] -= 3 * dims[0];
    beyond[1] += 9;
    Check.same(cube.Rank(), cube.Rank(beyond));
    Check.fails("direction", () -> cube.Shift(3, 1));
    Check.fails("", () -> cube.Coords(SIZE));
    Check.fails("", () -> WORLD.Create_cart(new int[] {SIZE + 1}, new boolean[1], false));
  }

  static void aGraphWithAnIsolatedNodeAndALoop() {
    int nodes = Math.min(2, SIZE);
    int[] index = nodes == 1 ? new int[] {1} : new int[] {2, 2};
    int[] edges = nodes == 1 ? new int[] {0} : new int[] {0, 0};
    Graphcomm graph = WORLD.Create_graph(index, edges, false);
    Check.same(ME < nodes, graph != null);
    Check.same(ME < nodes ? ME : MPI.UNDEFINED, graph == null ? MPI.UNDEFINED : graph.Rank());
    if (graph != null) {
      GraphParms parms = graph.Get();
      Check.same(index, parms.index);
      Check.same(edges, parms.edges);
      Check.same(edges, graph.Neighbours(0));
      Check.fails("", () -> graph.Neighbours(nodes));
    }
  }

  static void thereIsOneEmptyGroup() {
    Group all = WORLD.Group();
    int[] none = {};
    int[][] everybody = {{0, SIZE - 1, 1}};
    for (Group group :
        new Group[] {
          all.Incl(none),
          all.Excl(steps()),
          all.Range_incl(new int[0][]),
          all.Range_excl(everybody),
          Group.Intersection(all, MPI.GROUP_EMPTY),
          Group.Difference(all, all),
          Group.Union(MPI.GROUP_EMPTY, all.Incl(none)),
          Group.Intersection(all, MPI.GROUP_NULL),
          Group.Difference(MPI.GROUP_NULL, all),
        }) {
      Check.that(group == MPI.GROUP_EMPTY, "the empty group itself");
    }
  }

  static void nobodyIsInTheNullGroup() {
    Group all = WORLD.Group();
    Check.that(Group.Union(all, MPI.GROUP_NULL) == all, "the other one");
    Check.that(Group.Union(MPI.GROUP_NULL, all) == all, "the other one");
    Check.that(Group.Union(MPI.GROUP_NULL, MPI.GROUP_NULL) == MPI.GROUP_NULL, "neither is one");
    Check.that(Group.Difference(all, MPI.GROUP_NULL) == all, "nobody is taken away");
    Check.same(MPI.UNEQUAL, Group.Compare(all, MPI.GROUP_NULL));
    Check.same(MPI.UNEQUAL, Group.Compare(MPI.GROUP_NULL, MPI.GROUP_EMPTY));
    Check.same(MPI.IDENT, Group.Compare(MPI.GROUP_NULL, MPI.GROUP_NULL));
  }

  static void groupsAtTheirEnds() {
    Group all = WORLD.Group();
    Check.same(MPI.IDENT, Group.Compare(all, all.Excl(new int[0])));
    Check.same(0, all.Incl(new int[0]).Size());
    Check.same(MPI.UNDEFINED, MPI.GROUP_EMPTY.Rank());
    Check.same(0, Group.Union(MPI.GROUP_EMPTY, MPI.GROUP_EMPTY).Size());
    Check.same(SIZE, all.Range_incl(new int[][] {{0, SIZE - 1, 1}}).Size());
    Check.same((SIZE + 2) / 3, all.Range_incl(new int[][] {{0, SIZE - 1, 3}}).Size());
    Check.that(WORLD.Create(MPI.GROUP_EMPTY) == null, "nobody is in it");
    Intracomm reversed = WORLD.Split(0, -ME);
    Check.same(SIZE - 1 - ME, reversed.Rank());
    Check.same(SIZE == 1 ? MPI.CONGRUENT : MPI.SIMILAR, Intracomm.Compare(WORLD, reversed));
    Check.fails("color", () -> WORLD.Split(-5, 0));
    reversed.Free();
  }

  /** Adds, of a type with a gap, from any index on. */
  private static final class Add extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      int[] a = (int[]) invec;
      int[] b = (int[]) inoutvec;
      for (int i = 0; i < count; i++) {
        int step = i * type.Extent();
        b[inoutoffset + step] += a[inoffset + step];
        b[inoutoffset + step + 2] += a[inoffset + step + 2];
      }
    }
  }

  static void operatorsOnTypesWithGaps() {
    Datatype gap = Datatype.Vector(2, 1, 2, MPI.INT);
    int[] x = {9, 1, 9, ME, 2, 9, ME, 9};
    int[] y = {-1, -1, -1, -1, -1, -1, -1, -1};
    WORLD.Allreduce(x, 1, y, 1, 2, gap, new Op(new Add(), true));
    int sum = SIZE * (SIZE - 1) / 2;
    Check.same(new int[] {-1, SIZE, -1, sum, 2 * SIZE, -1, sum, -1}, y);
  }

  static void operatorsOnTheSmallTypes() {
    boolean[] z = new boolean[2];
    WORLD.Allreduce(new boolean[] {true, ME == 0}, 0, z, 0, 2, MPI.BOOLEAN, MPI.LAND);
    Check.same(new boolean[] {true, SIZE == 1}, z);
    WORLD.Allreduce(new boolean[] {ME == 0, true}, 0, z, 0, 2, MPI.BOOLEAN, MPI.LXOR);
    Check.same(new boolean[] {true, SIZE % 2 == 1}, z);
    byte[] b = new byte[1];
    WORLD.Allreduce(new byte[] {(byte) (1 << ME)}, 0, b, 0, 1, MPI.BYTE, MPI.BOR);
    Check.same((byte) ((1 << SIZE) - 1), b[0]);
    char[] c = new char[1];
    WORLD.Allreduce(new char[] {(char) ('a' + ME)}, 0, c, 0, 1, MPI.CHAR, MPI.MAX);
    Check.same((char) ('a' + SIZE - 1), c[0]);
    Check.fails(
        "BAND", () -> WORLD.Allreduce(new double[1], 0, new double[1], 0, 1, MPI.DOUBLE, MPI.BAND));
  }
}
