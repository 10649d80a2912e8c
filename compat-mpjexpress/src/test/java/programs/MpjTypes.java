package programs;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.BufferFactory;
import mpjbuf.Type;

/** Derived datatypes in messages, and packing. */
final class MpjTypes {
  private static final int CAPACITY = 64;
  private static final Comm WORLD = MPI.COMM_WORLD;
  private static final int ME = WORLD.Rank();

  private MpjTypes() {}

  private static int[] upTo(int n) {
    int[] a = new int[n];
    Arrays.setAll(a, i -> i);
    return a;
  }

  /** Sends elements of one type and receives elements of another, here. */
  private static Status exchange(
      Object from, int at, int count, Datatype type, Object to, int into, int n, Datatype other) {
    Request send = WORLD.Isend(from, at, count, type, ME, 1);
    Status status = WORLD.Recv(to, into, n, other, ME, 1);
    send.Wait();
    return status;
  }

  static void aColumnBecomesARow() {
    int n = 4;
    Datatype column = Datatype.Vector(n, 1, n, MPI.INT);
    column.Commit();
    int[] row = new int[n];
    Status status = exchange(upTo(n * n), 2, 1, column, row, 0, n, MPI.INT);
    Check.same(new int[] {2, 6, 10, 14}, row);
    Check.same(n, status.Get_count(MPI.INT));
    Check.same(1, status.Get_count(column));
    int[] matrix = new int[n * n];
    status = exchange(row, 0, n, MPI.INT, matrix, 1, 1, column);
    Check.same(10, matrix[9]);
    Check.same(0, matrix[10]);
    Check.same(1, status.Get_count(column));
    status = exchange(row, 0, 3, MPI.INT, matrix, 0, 1, column);
    Check.same(MPI.UNDEFINED, status.Get_count(column));
    Check.same(3, status.Get_elements(column));
    column.free();
  }

  static void typesOfEveryKindMoveWhatTheyName() {
    int[] in = new int[12];
    exchange(upTo(12), 1, 2, Datatype.Contiguous(3, MPI.INT), in, 0, 6, MPI.INT);
    Check.same(new int[] {1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0}, in);
    Datatype indexed = Datatype.Indexed(new int[] {2, 1}, new int[] {5, 0}, MPI.INT);
    Arrays.fill(in, -1);
    exchange(upTo(12), 1, 1, indexed, in, 0, 3, MPI.INT);
    Check.same(new int[] {6, 7, 1}, Arrays.copyOf(in, 3));
    Arrays.fill(in, -1);
    exchange(new int[] {7, 8, 9}, 0, 3, MPI.INT, in, 0, 1, indexed);
    Check.same(new int[] {9, -1, -1, -1, -1, 7, 8, -1}, Arrays.copyOf(in, 8));
    Datatype pair = Datatype.Contiguous(2, MPI.INT);
    exchange(upTo(12), 0, 1, Datatype.Hvector(2, 1, 5, pair), in, 0, 4, MPI.INT);
    Check.same(new int[] {0, 1, 5, 6}, Arrays.copyOf(in, 4));
    exchange(
        upTo(12),
        0,
        1,
        Datatype.Hindexed(new int[] {1, 1}, new int[] {7, 1}, pair),
        in,
        0,
        4,
        MPI.INT);
    Check.same(new int[] {7, 8, 1, 2}, Arrays.copyOf(in, 4));
    exchange(upTo(12), 9, 1, Datatype.Vector(3, 1, -4, MPI.INT), in, 0, 3, MPI.INT);
    Check.same(new int[] {9, 5, 1}, Arrays.copyOf(in, 3));
  }

  static void aStructHasTheBoundsThatWereSet() {
    Datatype spread =
        Datatype.Struct(
            new int[] {1, 1, 1, 1},
            new int[] {0, 0, 2, 4},
            new Datatype[] {MPI.LB, MPI.DOUBLE, MPI.DOUBLE, MPI.UB});
    Check.same(4, spread.Extent());
    double[] from = {0, 1, 2, 3, 4, 5, 6, 7};
    double[] to = new double[4];
    exchange(from, 0, 2, spread, to, 0, 4, MPI.DOUBLE);
    Check.same(new double[] {0, 2, 4, 6}, to);
  }

  static void derivedTypesInCollectives() {
    int size = WORLD.Size();
    Datatype column = Datatype.Vector(size, 1, size, MPI.INT);
    Datatype oneColumn =
        Datatype.Struct(new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {column, MPI.UB});
    int[] matrix = new int[size * size];
    int[] row = new int[size];
    Arrays.setAll(row, i -> 10 * ME + i);
    MPI.COMM_WORLD.Allgather(row, 0, size, MPI.INT, matrix, 0, 1, oneColumn);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        Check.same(10 * j + i, matrix[i * size + j]);
      }
    }
    MPI.COMM_WORLD.Bcast(matrix, 0, 1, column, size - 1);
  }

  static void whatIsPackedIsUnpackedInTheSameOrder() {
    int[] n = {10, 11};
    double[] x = {1.5};
    boolean[] z = {true, false};
    Object[] objects = {"text", 5};
    Buffer buffer = new Buffer(BufferFactory.create(CAPACITY), MPI.SEND_OVERHEAD, CAPACITY);
    Check.same(8, WORLD.Pack_size(2, MPI.INT));
    int position = WORLD.Pack(n, 0, 2, MPI.INT, buffer, 0);
    Check.same(8, position);
    position = WORLD.Pack(objects, 0, 2, MPI.OBJECT, buffer, position);
    position = WORLD.Pack(x, 0, 1, MPI.DOUBLE, buffer, position);
    position = WORLD.Pack(z, 0, 2, MPI.BOOLEAN, buffer, position);
    Check.same(position, buffer.getSize());
    Request send = WORLD.Isend(buffer, 0, position, MPI.PACKED, ME, 1);
    Buffer in = new Buffer(BufferFactory.create(1), MPI.RECV_OVERHEAD, 1);
    int length = WORLD.Probe(ME, 1).Get_count(MPI.PACKED);
    Check.same(position, WORLD.Recv(in, 0, length, MPI.PACKED, ME, 1).Get_count(MPI.PACKED));
    send.Wait();
    int[] n2 = new int[2];
    double[] x2 = new double[1];
    boolean[] z2 = new boolean[2];
    Object[] objects2 = new Object[2];
    int at = WORLD.Unpack(in, 0, n2, 0, 2, MPI.INT);
    at = WORLD.Unpack(in, at, objects2, 0, 2, MPI.OBJECT);
    at = WORLD.Unpack(in, at, x2, 0, 1, MPI.DOUBLE);
    at = WORLD.Unpack(in, at, z2, 0, 2, MPI.BOOLEAN);
    Check.same(position, at);
    Check.same(n, n2);
    Check.same(x, x2);
    Check.same(z, z2);
    Check.same(objects, objects2);
    int end = at;
    Check.fails("", () -> WORLD.Unpack(in, end, x2, 0, 1, MPI.DOUBLE));
    Check.fails("packed objects", () -> WORLD.Unpack(in, end, objects2, 0, 1, MPI.OBJECT));
    BufferFactory.destroy(buffer.getStaticBuffer());
  }

  static void packedDataIsReceivedAsItsOwnType() {
    Buffer buffer = new Buffer(CAPACITY);
    int position = WORLD.Pack(upTo(9), 0, 1, Datatype.Vector(3, 1, 3, MPI.INT), buffer, 0);
    int[] in = new int[3];
    exchange(buffer, 0, position, MPI.PACKED, in, 0, 3, MPI.INT);
    Check.same(new int[] {0, 3, 6}, in);
  }

  static void aBufferHasTheSizeOfWhatArrived() throws BufferException {
    Buffer out = new Buffer(CAPACITY);
    out.putSectionHeader(Type.INT);
    out.write(upTo(3), 0, 3);
    out.commit();
    int posted = 2 * CAPACITY;
    Buffer in = new Buffer(posted);
    for (int way = 0; way < 4; way++) {
      Request send = WORLD.Isend(out, 0, out.getSize(), MPI.PACKED, ME, 1);
      in.clear();
      switch (way) {
        case 0 -> WORLD.Recv(in, 0, posted, MPI.PACKED, ME, 1);
        case 1 -> WORLD.Irecv(in, 0, posted, MPI.PACKED, ME, 1).Wait();
        case 2 -> {
          Prequest receive = WORLD.Recv_init(in, 0, posted, MPI.PACKED, ME, 1);
          receive.Start();
          receive.Wait();
        }
        default -> WORLD.Sendrecv(out, 0, 0, MPI.PACKED, ME, 2, in, 0, posted, MPI.PACKED, ME, 1);
      }
      send.Wait();
      Check.same(out.getSize(), in.getSize());
      Check.same(Type.INT, in.getSectionHeader());
      Check.same(3, in.getSectionSize());
      try {
        in.getSectionHeader();
        throw new AssertionError("another section");
      } catch (BufferException e) {
        Check.that(String.valueOf(e.getMessage()).contains("no other section"), e.toString());
      }
      if (way == 3) {
        WORLD.Recv(in, 0, 0, MPI.PACKED, ME, 2);
        Check.same(out.getSize(), in.getSize());
      }
    }
  }

  static void aBufferTravelsWholeWhateverTheCountIs() {
    int[] got = new int[10];
    Buffer out = new Buffer(CAPACITY);
    Check.same(40, WORLD.Pack(upTo(10), 0, 10, MPI.INT, out, 0));
    for (int way = 0; way < 6; way++) {
      Buffer in = new Buffer(1);
      Request send = way < 5 ? WORLD.Isend(out, 7, 1, MPI.PACKED, ME, 1) : MPI.REQUEST_NULL;
      Status status =
          switch (way) {
            case 0 -> WORLD.Recv(in, 0, 1, MPI.PACKED, ME, 1);
            case 1 -> WORLD.Irecv(in, 0, 1, MPI.PACKED, ME, 1).Wait();
            case 2 -> Request.Waitall(new Request[] {WORLD.Irecv(in, 0, 0, MPI.PACKED, ME, 1)})[0];
            case 3 -> WORLD.Sendrecv(out, 0, 1, MPI.PACKED, ME, 1, in, 3, 1, MPI.PACKED, ME, 1);
            case 4 -> {
              WORLD.Pack(upTo(10), 0, 10, MPI.INT, in, 0);
              yield WORLD.Sendrecv_replace(in, 0, 1, MPI.PACKED, ME, 1, ME, 1);
            }
            default -> persistently(out, in);
          };
      send.Wait();
      Check.same(40, status.Get_count(MPI.PACKED));
      Check.same(40, in.getSize());
      Check.same(40, WORLD.Unpack(in, 0, got, 0, 10, MPI.INT));
      Check.same(upTo(10), got);
      if (way == 3 || way == 4) {
        Check.same(40, WORLD.Recv(in, 0, 1, MPI.PACKED, ME, 1).Get_count(MPI.PACKED));
      }
      WORLD.Recv(in, 0, 1, MPI.PACKED, MPI.PROC_NULL, 1);
      Check.same(40, in.getSize());
    }
  }

  static void whatCannotBeSentAndReceivedIsNotReceived() {
    Buffer in = new Buffer(1);
    Buffer out = new Buffer(1);
    WORLD.Pack(upTo(2), 0, 2, MPI.INT, out, 0);
    int nobody = WORLD.Size();
    Check.fails(
        "rank",
        () -> WORLD.Sendrecv(out, 0, 1, MPI.PACKED, nobody, 1, in, 0, 1, MPI.PACKED, ME, 1));
    Request send = WORLD.Isend(out, 0, 1, MPI.PACKED, ME, 1);
    Check.same(8, WORLD.Recv(new int[2], 0, 2, MPI.INT, ME, 1).Get_count(MPI.PACKED));
    send.Wait();
    Check.same(0, in.getSize());
  }

  /** What a persistent send sends is what the buffer holds when it is started. */
  private static Status persistently(Buffer out, Buffer in) {
    Buffer later = new Buffer(1);
    Prequest send = WORLD.Send_init(later, 0, 1, MPI.PACKED, ME, 1);
    Prequest receive = WORLD.Recv_init(in, 0, 1, MPI.PACKED, ME, 1);
    Prequest.Startall(new Prequest[] {receive, send});
    send.Wait();
    Check.same(0, receive.Wait().Get_count(MPI.PACKED));
    System.arraycopy(out.memory(0), 0, later.memory(40), 0, 40);
    Prequest.Startall(new Prequest[] {receive, send});
    send.Wait();
    return receive.Wait();
  }

  static void aBufferOfSectionsGoesAround() throws BufferException {
    Buffer out = new Buffer(CAPACITY);
    out.setEncoding(ByteOrder.LITTLE_ENDIAN);
    out.putSectionHeader(Type.INT);
    out.write(upTo(10), 2, 3);
    out.write(new int[] {9}, 0, 1);
    out.putSectionHeader(Type.BOOLEAN);
    out.write(new boolean[] {true, false}, 0, 2);
    out.putSectionHeader(Type.DOUBLE);
    out.gather(new double[] {0, 1, 2, 3}, 2, 1, new int[] {9, 3, 1});
    out.putSectionHeader(Type.OBJECT);
    List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
    out.write(new Object[] {list, ME}, 0, 2);
    out.commit();
    Buffer in = new Buffer(1);
    in.setEncoding(ByteOrder.LITTLE_ENDIAN);
    exchange(out, 0, out.getSize(), MPI.PACKED, in, 0, out.getSize(), MPI.PACKED);
    Check.same(Type.INT, in.getSectionHeader());
    Check.same(4, in.getSectionSize());
    int[] ints = new int[4];
    in.read(ints, 1, 3);
    Check.same(new int[] {0, 2, 3, 4}, ints);
    Check.same(Type.BOOLEAN, in.getSectionHeader()); // the rest of the ints is passed over
    boolean[] truths = new boolean[2];
    in.read(truths, 0, 2);
    Check.same(new boolean[] {true, false}, truths);
    Check.same(Type.DOUBLE, in.getSectionHeader());
    double[] x = new double[3];
    in.scatter(x, 2, 0, new int[] {2, 0});
    Check.same(new double[] {1, 0, 3}, x);
    try {
      in.read(x, 0, 1);
      throw new AssertionError("more elements than there are");
    } catch (BufferException e) {
      Check.that(String.valueOf(e.getMessage()).contains("0 more"), e.toString());
    }
    Check.same(Type.OBJECT, in.getSectionHeader());
    Object[] objects = new Object[2];
    in.read(objects, 0, 2);
    Check.same(new Object[] {list, ME}, objects);
    try {
      in.getSectionHeader();
      throw new AssertionError("there is no other section");
    } catch (BufferException e) {
      in.clear();
    }
  }

  static void aBufferIsWrittenBeforeItIsRead() {
    Buffer buffer = new Buffer(8);
    try {
      buffer.write(upTo(1), 0, 1);
      throw new AssertionError("written without a header");
    } catch (BufferException e) {
      Check.that(String.valueOf(e.getMessage()).contains("header"), e.toString());
    }
    try {
      buffer.putSectionHeader(Type.INT);
      buffer.write(new long[1], 0, 1);
      throw new AssertionError("longs in a section of ints");
    } catch (BufferException e) {
      Check.that(String.valueOf(e.getMessage()).contains("LONG"), e.toString());
    }
    try {
      buffer.commit();
      buffer.putSectionHeader(Type.INT);
      throw new AssertionError("written after commit");
    } catch (BufferException e) {
      Check.that(String.valueOf(e.getMessage()).contains("clear"), e.toString());
    }
  }
}
