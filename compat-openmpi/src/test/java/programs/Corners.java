package programs;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.Comm;
import mpi.Count;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.FloatComplex;
import mpi.GraphComm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Status;
import mpi.Struct;

/** What programs rarely do: every operation on every type, copies of every kind, empty calls. */
public class Corners {
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
    world.setErrhandler(MPI.ERRORS_RETURN);
    rank = world.getRank();
    size = world.getSize();
    numbers();
    logic();
    complexNumbers();
    pairs();
    copies();
    emptySets();
    statuses();
    nothing();
    world.setErrhandler(MPI.ERRORS_ARE_FATAL);
  }

  /** One element of a type: 6 op 3, as a long. */
  private static long of(Datatype type, Op op) throws MPIException {
    ByteBuffer in = MPI.newByteBuffer(8);
    ByteBuffer inOut = MPI.newByteBuffer(8);
    put(type, in, 6);
    put(type, inOut, 3);
    Comm.reduceLocal(in, inOut, 1, type, op);
    return get(type, inOut);
  }

  private static void put(Datatype type, ByteBuffer b, int value) {
    if (type == MPI.BYTE || type == MPI.BOOLEAN) {
      b.put(0, (byte) value);
    } else if (type == MPI.CHAR || type == MPI.SHORT) {
      b.putShort(0, (short) value);
    } else if (type == MPI.INT) {
      b.putInt(0, value);
    } else if (type == MPI.LONG) {
      b.putLong(0, value);
    } else if (type == MPI.FLOAT) {
      b.putFloat(0, value);
    } else {
      b.putDouble(0, value);
    }
  }

  private static long get(Datatype type, ByteBuffer b) {
    return type == MPI.BYTE || type == MPI.BOOLEAN
        ? b.get(0)
        : type == MPI.CHAR || type == MPI.SHORT
            ? b.getShort(0)
            : type == MPI.INT
                ? b.getInt(0)
                : type == MPI.LONG
                    ? b.getLong(0)
                    : type == MPI.FLOAT ? (long) b.getFloat(0) : (long) b.getDouble(0);
  }

  private static final Datatype[] INTEGERS = {MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG};

  private static void numbers() throws MPIException {
    Datatype[] types = Arrays.copyOf(INTEGERS, INTEGERS.length + 2);
    types[INTEGERS.length] = MPI.FLOAT;
    types[INTEGERS.length + 1] = MPI.DOUBLE;
    for (Datatype type : types) {
      Check.equal(9L, of(type, MPI.SUM));
      Check.equal(18L, of(type, MPI.PROD));
      Check.equal(6L, of(type, MPI.MAX));
      Check.equal(3L, of(type, MPI.MIN));
    }
    for (Op op : new Op[] {MPI.SUM, MPI.PROD, MPI.MAX, MPI.MIN, MPI.LAND, MPI.BAND, MPI.MAXLOC}) {
      Check.that(op.isCommutative() && !op.isNull(), "predefined operations commute");
    }
    Check.fails(MPI.ERR_OP, () -> of(MPI.DOUBLE, MPI.BXOR));
    Check.fails(MPI.ERR_OP, () -> of(MPI.DOUBLE, MPI.MINLOC));
  }

  private static void logic() throws MPIException {
    for (Datatype type : INTEGERS) {
      Check.equal(2L, of(type, MPI.BAND));
      Check.equal(7L, of(type, MPI.BOR));
      Check.equal(5L, of(type, MPI.BXOR));
    }
    for (Datatype type : new Datatype[] {MPI.SHORT, MPI.INT, MPI.LONG}) {
      Check.equal(1L, of(type, MPI.LAND));
      Check.equal(1L, of(type, MPI.LOR));
      Check.equal(0L, of(type, MPI.LXOR));
    }
    boolean[] mixed = {true, true, false};
    boolean[] results = {true, false, false};
    Comm.reduceLocal(mixed, results, 3, MPI.BOOLEAN, MPI.LAND);
    Check.that(results[0] && !results[1] && !results[2], "and");
    Comm.reduceLocal(mixed, results, 3, MPI.BOOLEAN, MPI.LOR);
    Check.that(results[0] && results[1] && !results[2], "or");
    Comm.reduceLocal(mixed, results, 3, MPI.BOOLEAN, MPI.LXOR);
    Check.that(!results[0] && !results[1] && !results[2], "either or");
  }

  private static void complexNumbers() throws MPIException {
    double[] a = {1, 2, 0, 1};
    double[] b = {3, -1, 0, 1};
    Comm.reduceLocal(a, b, 2, MPI.DOUBLE_COMPLEX, MPI.PROD);
    Check.equal(new double[] {5, 5, -1, 0}, b);
    Check.equal(5.0, DoubleComplex.get(b).getImag());
    DoubleComplex.get(DoubleBuffer.wrap(b)).putReal(7);
    Check.equal(7.0, DoubleComplex.get(b).getBuffer().get(0));
    ByteBuffer bytes = MPI.newByteBuffer(32);
    DoubleComplex.get(bytes, 1).putImag(4);
    Check.equal(4.0, bytes.getDouble(24));
    DoubleComplex.get(bytes).putReal(2);
    Check.equal(2.0, bytes.getDouble(0));
    float[] f = {1, 2, 3, 4};
    float[] sum = {1, 1, 1, 1};
    Comm.reduceLocal(f, sum, 2, MPI.FLOAT_COMPLEX, MPI.SUM);
    FloatComplex second = FloatComplex.get(sum, 1);
    Check.that(second.getReal() == 4 && second.getImag() == 5, "sums of complex numbers");
    second.putReal(9);
    Check.equal(9f, second.getBuffer().get(0));
    Check.equal(2f, FloatComplex.get(sum).getReal());
    Check.equal(3f, FloatComplex.get(FloatBuffer.wrap(sum)).getImag());
    FloatComplex.get(bytes).putReal(1.5f);
    Check.equal(1.5f, bytes.getFloat(0));
  }

  /** The largest and smallest value with its index, of every kind of pair; the lower of equals. */
  private static void pairs() throws MPIException {
    ByteBuffer mine = MPI.newByteBuffer(64);
    ByteBuffer all = MPI.newByteBuffer(64);
    Struct[] kinds = {MPI.int2, MPI.shortInt, MPI.longInt, MPI.floatInt, MPI.doubleInt};
    Datatype[] types = {MPI.INT2, MPI.SHORT_INT, MPI.LONG_INT, MPI.FLOAT_INT, MPI.DOUBLE_INT};
    for (int i = 0; i < kinds.length; i++) {
      Check.equal(types[i].getExtent(), kinds[i].getExtent());
      for (Op op : new Op[] {MPI.MAXLOC, MPI.MINLOC}) {
        pair(i, mine, -rank, rank + 10);
        world.allReduce(mine, all, 1, types[i], op);
        long least = -(size - 1);
        Check.equal(op == MPI.MINLOC ? least : 0L, value(i, all));
        Check.equal(op == MPI.MINLOC ? size + 9 : 10, index(i, all));
        pair(i, mine, 5, size - rank);
        world.allReduce(mine, all, 1, types[i], op);
        Check.equal(1, index(i, all));
      }
    }
  }

  private static void pair(int kind, ByteBuffer b, int value, int index) throws MPIException {
    switch (kind) {
      case 0 -> {
        mpi.Int2.Data d = MPI.int2.getData(b);
        d.putValue(value);
        d.putIndex(index);
      }
      case 1 -> {
        mpi.ShortInt.Data d = MPI.shortInt.getData(b);
        d.putValue((short) value);
        d.putIndex(index);
      }
      case 2 -> {
        mpi.LongInt.Data d = MPI.longInt.getData(b);
        d.putValue(value);
        d.putIndex(index);
      }
      case 3 -> {
        mpi.FloatInt.Data d = MPI.floatInt.getData(b);
        d.putValue(value);
        d.putIndex(index);
      }
      default -> {
        mpi.DoubleInt.Data d = MPI.doubleInt.getData(b);
        d.putValue(value);
        d.putIndex(index);
      }
    }
  }

  private static long value(int kind, ByteBuffer b) throws MPIException {
    return switch (kind) {
      case 0 -> MPI.int2.<mpi.Int2.Data>getData(b).getValue();
      case 1 -> MPI.shortInt.<mpi.ShortInt.Data>getData(b).getValue();
      case 2 -> MPI.longInt.<mpi.LongInt.Data>getData(b).getValue();
      case 3 -> (long) MPI.floatInt.<mpi.FloatInt.Data>getData(b).getValue();
      default -> (long) MPI.doubleInt.<mpi.DoubleInt.Data>getData(b).getValue();
    };
  }

  private static int index(int kind, ByteBuffer b) throws MPIException {
    return switch (kind) {
      case 0 -> MPI.int2.<mpi.Int2.Data>getData(b).getIndex();
      case 1 -> MPI.shortInt.<mpi.ShortInt.Data>getData(b).getIndex();
      case 2 -> MPI.longInt.<mpi.LongInt.Data>getData(b).getIndex();
      case 3 -> MPI.floatInt.<mpi.FloatInt.Data>getData(b).getIndex();
      default -> MPI.doubleInt.<mpi.DoubleInt.Data>getData(b).getIndex();
    };
  }

  /** A copy has the class and the shape of what it is a copy of, and traffic of its own. */
  private static void copies() throws MPIException {
    CartComm grid = world.createCart(new int[] {size}, new boolean[] {true}, false);
    for (CartComm one : new CartComm[] {grid.clone(), grid.dupWithInfo(new Info())}) {
      Check.equal((rank + 1) % size, one.shift(0, 1).getRankDest());
      one.free();
    }
    int[] index = new int[size];
    Arrays.setAll(index, i -> i + 1);
    int[] edges = new int[size];
    Arrays.setAll(edges, i -> (i + 1) % size);
    GraphComm graph = world.createGraph(index, edges, false);
    GraphComm later = graph.iDup();
    later.getRequest().waitFor();
    for (GraphComm one : new GraphComm[] {later, graph.clone(), graph.dupWithInfo(new Info())}) {
      Check.equal(new int[] {(rank + 1) % size}, one.getNeighbors(rank));
      one.free();
    }
    Intracomm plain = world.dupWithInfo(new Info());
    Check.equal(MPI.CONGRUENT, Comm.compare(world, plain));
    plain.free();
    Check.that(plain.isNull(), "freed");
    if (size > 1) {
      between();
    }
    Datatype type = Datatype.createContiguous(2, MPI.INT);
    type.commit();
    Datatype same = type.clone();
    type.free();
    world.bcast(new int[2], 1, same, 0);
    same.free();
  }

  private static void between() throws MPIException {
    Intracomm half = world.split(rank % 2, rank);
    Intercomm both = world.createIntercomm(half, 0, 1 - rank % 2, 3);
    Intercomm later = both.iDup();
    later.getRequest().waitFor();
    for (Intercomm one : new Intercomm[] {later, both.clone(), both.dupWithInfo(new Info())}) {
      Check.that(one.isInter(), "between");
      Check.equal(rank % 2 == 0 ? size / 2 : size - size / 2, one.getRemoteSize());
      one.free();
    }
    both.free();
    half.free();
  }

  private static void emptySets() throws MPIException {
    Request[] none = {};
    Request[] nulls = {MPI.REQUEST_NULL, null};
    for (Request[] set : new Request[][] {none, nulls}) {
      Request.waitAll(set);
      Check.equal(set.length, Request.waitAllStatus(set).length);
      Check.that(Request.testAll(set), "all of nothing are complete");
      Check.equal(MPI.UNDEFINED, Request.waitAny(set));
      Check.equal(MPI.UNDEFINED, Request.waitAnyStatus(set).getIndex());
      Check.equal(MPI.UNDEFINED, Request.testAny(set));
      Check.equal(null, Request.waitSome(set));
      Check.equal(null, Request.waitSomeStatus(set));
      Check.equal(null, Request.testSome(set));
      Check.equal(null, Request.testSomeStatus(set));
    }
    IntBuffer b = MPI.newIntBuffer(1);
    Request[] one = {MPI.REQUEST_NULL, world.iRecv(b, 1, MPI.INT, rank, 8), null};
    Check.equal(0, Request.testSome(one).length);
    Check.equal(MPI.UNDEFINED, Request.testAny(one));
    world.send(new int[] {8}, 1, MPI.INT, rank, 8);
    Check.equal(new int[] {1}, Request.waitSome(one));
    Check.that(one[1].isNull() && b.get(0) == 8, "received");
    MPI.REQUEST_NULL.waitFor();
    Check.that(MPI.REQUEST_NULL.test(), "a null request is complete");
    Check.equal(MPI.ANY_SOURCE, MPI.REQUEST_NULL.waitStatus().getSource());
  }

  private static void statuses() throws MPIException {
    int[] a = new int[4];
    Status status = world.sendRecv(a, 3, MPI.INT, rank, 5, new int[4], 4, MPI.INT, rank, 5);
    Check.equal(3, status.getCount(MPI.INT));
    Check.equal(MPI.UNDEFINED, status.getCount(MPI.LONG));
    Check.equal(3, status.getElements(MPI.INT));
    Check.equal(new Count(3), status.getElementsX(MPI.INT));
    Check.equal(MPI.UNDEFINED, status.getIndex());
    Check.that(!status.isCancelled(), "not cancelled");
    status.setElementsX(MPI.INT, new Count(7));
    Check.equal(7, status.getCount(MPI.INT));
    status.setElements(MPI.LONG, 2);
    Check.equal(4, status.getCount(MPI.INT));
    Datatype two = Datatype.createContiguous(2, MPI.INT);
    status.setElements(two, 3);
    Check.equal(3, status.getElements(two));
    Check.equal(MPI.UNDEFINED, status.getCount(two));
    Check.equal(3, status.getCount(MPI.INT));
    status.setElements(two, 4);
    Check.equal(2, status.getCount(two));
    Datatype nested = Datatype.createVector(2, 2, 3, MPI.SHORT_INT);
    for (Datatype pair : new Datatype[] {MPI.SHORT_INT, MPI.DOUBLE_INT, nested}) {
      for (int n = 0; n < 20; n++) {
        status.setElements(pair, n);
        Check.equal(n, status.getElements(pair));
        boolean isWhole = n % (pair == nested ? 8 : 2) == 0;
        Check.equal(isWhole, status.getCount(pair) != MPI.UNDEFINED);
      }
    }
    Datatype empty = Datatype.createContiguous(0, MPI.INT);
    status.setElements(empty, 0);
    Check.equal(0, status.getCount(empty));
    status.setCancelled(true);
    Check.that(status.isCancelled(), "cancelled");
  }

  /** No elements need no buffer, and nobody sends nothing. */
  private static void nothing() throws MPIException {
    world.bcast(null, 0, MPI.INT, 0);
    world.allReduce(null, 0, MPI.INT, MPI.SUM);
    world.sendRecv(null, 0, MPI.INT, rank, 1, null, 0, MPI.INT, rank, 1);
    world.sendRecv(rank, 0, MPI.INT, rank, 1, new String[1], 0, MPI.INT, rank, 1);
    Status status = world.recv(null, 0, MPI.BYTE, MPI.PROC_NULL, MPI.ANY_TAG);
    Check.equal(MPI.PROC_NULL, status.getSource());
    Check.equal(MPI.ANY_TAG, status.getTag());
    Check.equal(0, status.getCount(MPI.BYTE));
    Check.equal(MPI.PROC_NULL, world.probe(MPI.PROC_NULL, 0).getSource());
    Check.equal(1, MPI.slice(new int[] {0, 1}, 1).get(0));
    Check.equal(0, MPI.slice(new int[2], 2).capacity());
  }
}
