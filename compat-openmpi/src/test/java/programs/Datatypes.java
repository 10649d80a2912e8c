package programs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.FloatComplex;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpi.Struct;

/** Derived types over arrays and buffers, structs, complex numbers, packing, bounds, names. */
@SuppressWarnings("SameNameButDifferent") // each struct has its Data, as users write it
public class Datatypes {
  private static Comm world;
  private static int rank;
  private static int next;
  private static int last;

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    all();
    MPI.Finalize();
  }

  static void all() throws MPIException {
    world = MPI.COMM_WORLD;
    rank = world.getRank();
    next = (rank + 1) % world.getSize();
    last = (rank + world.getSize() - 1) % world.getSize();
    basics();
    columns();
    indexed();
    bounds();
    surplus();
    backwards();
    backwardsFromNowhere();
    displaced();
    structs();
    overlapping();
    nested();
    complex();
    packs();
    counts();
    attributes();
  }

  private static void basics() throws MPIException {
    Datatype[] types = {MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT};
    String[] names = {"UINT8_T", "UINT16_T", "INT16_T", "UINT8_T", "INT32_T", "INT64_T", "FLOAT"};
    for (int i = 0; i < types.length; i++) {
      Datatype type = types[i];
      Check.equal(1, type.getSize());
      Check.equal(1, type.getExtent());
      Check.equal(1, type.getTrueExtent());
      Check.equal(0, type.getLb());
      Check.equal("MPI_" + names[i], type.getName());
    }
    Check.equal("MPI_C_DOUBLE_COMPLEX", MPI.DOUBLE_COMPLEX.getName());
    Check.equal(1, MPI.DOUBLE.getExtent());
    Check.equal(1, MPI.PACKED.getSize());
    Check.equal(2, MPI.DOUBLE_COMPLEX.getSize());
    Check.equal(2, MPI.FLOAT_COMPLEX.getExtent());
    Check.equal(8, MPI.INT2.getExtent());
    Check.equal(12, MPI.DOUBLE_INT.getSize());
    Check.that(MPI.DATATYPE_NULL.isNull(), "null");
    Check.fails(MPI.ERR_TYPE, () -> MPI.DATATYPE_NULL.getSize());
    Check.fails(MPI.ERR_TYPE, () -> MPI.INT.free());
  }

  private static void columns() throws MPIException {
    Datatype column = Datatype.createVector(4, 1, 5, MPI.DOUBLE);
    column.commit();
    double[] matrix = new double[20];
    for (int i = 0; i < 20; i++) {
      matrix[i] = 100 * rank + i;
    }
    double[] four = new double[4];
    world.sendRecv(MPI.slice(matrix, 2), 1, column, next, 0, four, 4, MPI.DOUBLE, last, 0);
    for (int i = 0; i < 4; i++) {
      Check.equal(100.0 * last + 5 * i + 2, four[i]);
    }
    // The same without copies: a direct buffer, non-blocking.
    DoubleBuffer direct = MPI.newDoubleBuffer(20);
    Request r = world.iRecv(MPI.slice(direct, 3), 1, column, last, 1);
    world.send(MPI.slice(matrix, 4), 1, column, next, 1);
    Check.equal(1, r.waitStatus().getCount(column));
    Check.equal(100.0 * last + 9, direct.get(8));
    Datatype twoColumns = Datatype.createHVector(2, 1, 8, column);
    twoColumns.commit();
    double[] eight = new double[8];
    world.sendRecv(matrix, 1, twoColumns, next, 2, eight, 8, MPI.DOUBLE, last, 2);
    Check.equal(100.0 * last + 1, eight[4]);
    Datatype row = Datatype.createContiguous(5, MPI.DOUBLE);
    row.commit();
    Check.equal(5, row.getExtent());
    Check.equal(16, column.getExtent());
    Check.equal(4, column.getSize());
    double[] rows = new double[10];
    world.sendRecv(matrix, 2, row, next, 3, rows, 10, MPI.DOUBLE, last, 3);
    Check.equal(100.0 * last + 9, rows[9]);
    Datatype copy = row.dup();
    Check.equal(row.getSize(), copy.getSize());
    Check.equal(row.getSize(), row.clone().getSize());
    world.sendRecv(matrix, 1, copy, next, 4, rows, 1, row, last, 4);
    copy.free();
    Check.that(copy.isNull() && !row.isNull(), "only the copy is freed");
    row.free();
    column.free();
    twoColumns.free();
    twoColumns.free();
    MPI.DATATYPE_NULL.free();
    Check.that(twoColumns.isNull(), "freed");
  }

  private static void indexed() throws MPIException {
    Datatype some = Datatype.createIndexed(new int[] {2, 1}, new int[] {0, 4}, MPI.INT);
    some.commit();
    int[] from = {0, 1, 2, 3, 4, 5};
    int[] to = {-1, -1, -1, -1, -1, -1};
    world.sendRecv(from, 1, some, next, 5, to, 1, some, last, 5);
    Check.equal(new int[] {0, 1, -1, -1, 4, -1}, to);
    Datatype bytes = Datatype.createHIndexed(new int[] {1, 1}, new int[] {4, 12}, MPI.INT);
    bytes.commit();
    int[] two = new int[2];
    world.sendRecv(from, 1, bytes, next, 6, two, 2, MPI.INT, last, 6);
    Check.equal(new int[] {1, 3}, two);
    Datatype not = Datatype.createContiguous(2, MPI.INT);
    world.setErrhandler(MPI.ERRORS_RETURN);
    Check.fails(MPI.ERR_TYPE, () -> world.send(from, 1, not, MPI.PROC_NULL, 0));
    world.setErrhandler(MPI.ERRORS_ARE_FATAL);
    some.free();
    bytes.free();
    not.free();
  }

  /** As many blocks as there are lengths. */
  private static void surplus() throws MPIException {
    int[] lengths = {2, 1};
    int[] places = {0, 3, 99, -99};
    int[] bytes = {0, 12, 99};
    Datatype[] types = {MPI.INT, MPI.INT, MPI.DATATYPE_NULL};
    int[] from = {0, 1, 2, 3};
    for (Datatype type :
        new Datatype[] {
          Datatype.createIndexed(lengths, places, MPI.INT),
          Datatype.createHIndexed(lengths, bytes, MPI.INT),
          Datatype.createStruct(lengths, bytes, types)
        }) {
      type.commit();
      int[] to = new int[3];
      world.sendRecv(from, 1, type, next, 13, to, 3, MPI.INT, last, 13);
      Check.equal(new int[] {0, 1, 3}, to);
      type.free();
    }
  }

  private static ShortBuffer shorts(ShortBuffer b) {
    for (int i = 0; i < b.capacity(); i++) {
      b.put(i, (short) i);
    }
    return b;
  }

  /** Elements before the first of a slice: of arrays, and of buffers that MPI has made. */
  private static void backwards() throws MPIException {
    Datatype type = Datatype.createVector(12, 1, -2, MPI.SHORT);
    type.commit();
    ShortBuffer direct = shorts(MPI.newShortBuffer(80));
    ShortBuffer heap = shorts(ShortBuffer.wrap(new short[80]));
    ByteBuffer bytes = MPI.newByteBuffer(160);
    ShortBuffer view = shorts(bytes.asShortBuffer());
    bytes.limit(20);
    ShortBuffer forgotten = MPI.slice(shorts(MPI.newShortBuffer(80)), 48);
    System.gc();
    for (ShortBuffer from :
        new ShortBuffer[] {
          MPI.slice(direct, 48),
          MPI.slice(heap, 48),
          MPI.slice(MPI.slice(direct, 40), 8),
          MPI.slice(view, 48),
          MPI.slice(bytes, 96).asShortBuffer(),
          direct.slice(48, 30),
          forgotten
        }) {
      byte[] packed = new byte[48];
      Check.equal(48, world.pack(from, 2, type, packed, 0));
      ShortBuffer got = ByteBuffer.wrap(packed).order(ByteOrder.nativeOrder()).asShortBuffer();
      for (int i = 0; i < 24; i++) {
        Check.equal((short) (48 + i / 12 * type.getExtent() - 2 * (i % 12)), got.get(i));
      }
      ShortBuffer to = MPI.slice(MPI.newShortBuffer(80), 48);
      Request r = world.iRecv(to, 1, type, last, 14);
      world.send(from, 1, type, next, 14);
      Check.equal(1, r.waitStatus().getCount(type));
      Check.equal((short) 48, to.get(0));
    }
    world.setErrhandler(MPI.ERRORS_RETURN);
    Check.fails(MPI.ERR_BUFFER, () -> world.pack(MPI.slice(direct, 21), 1, type, new byte[24], 0));
    Check.fails(MPI.ERR_BUFFER, () -> world.pack(direct, 1, type, new byte[24], 0));
    world.setErrhandler(MPI.ERRORS_ARE_FATAL);
    world.pack(MPI.slice(direct, 22), 1, type, new byte[24], 0);
    type.free();
  }

  /** Nobody knows what lies before a buffer that the program has made. */
  private static void backwardsFromNowhere() throws MPIException {
    Datatype type = Datatype.createVector(2, 1, -1, MPI.BYTE);
    type.commit();
    ByteBuffer part = ByteBuffer.allocateDirect(2).slice(1, 1);
    world.setErrhandler(MPI.ERRORS_RETURN);
    Check.fails(MPI.ERR_BUFFER, () -> world.pack(part, 1, type, new byte[2], 0));
    world.setErrhandler(MPI.ERRORS_ARE_FATAL);
    type.free();
  }

  /** Blocks before the first element of a slice. */
  private static void displaced() throws MPIException {
    int size = world.getSize();
    int[] counts = new int[size + 1];
    int[] displs = new int[size + 1];
    Arrays.fill(counts, 1);
    Arrays.setAll(displs, i -> i - size);
    int[] array = new int[size + 1];
    IntBuffer direct = MPI.newIntBuffer(size + 1);
    int[] mine = {rank + 1};
    world.allGatherv(mine, 1, MPI.INT, MPI.slice(array, size), counts, displs, MPI.INT);
    world.allGatherv(mine, 1, MPI.INT, MPI.slice(direct, size), counts, displs, MPI.INT);
    for (int i = 0; i <= size; i++) {
      Check.equal((i + 1) % (size + 1), array[i]);
      Check.equal((i + 1) % (size + 1), direct.get(i));
    }
  }

  private static void bounds() throws MPIException {
    Datatype wide = Datatype.createResized(MPI.INT, -4, 16);
    Check.equal(-1, wide.getLb());
    Check.equal(4, wide.getExtent());
    Check.equal(0, wide.getTrueLb());
    Check.equal(1, wide.getTrueExtent());
    Check.equal(1, wide.getSize());
    Datatype spread = Datatype.createResized(MPI.INT, 0, 8);
    spread.commit();
    int[] from = {1, 2, 3, 4};
    int[] to = new int[2];
    world.sendRecv(from, 2, spread, next, 7, to, 2, MPI.INT, last, 7);
    Check.equal(new int[] {1, 3}, to);
    Datatype shifted =
        Datatype.createStruct(new int[] {1}, new int[] {8}, new Datatype[] {MPI.DOUBLE});
    Check.equal(8, shifted.getTrueLb());
    Check.equal(8, shifted.getTrueExtent());
    Check.equal(8, shifted.getExtent());
    Datatype later = Datatype.createHIndexed(new int[] {2}, new int[] {24}, MPI.DOUBLE);
    Check.equal(3, later.getTrueLb());
    Check.equal(2, later.getTrueExtent());
    later.free();
    wide.free();
    spread.free();
    shifted.free();
  }

  /** A struct as users write them. */
  private static class Particle extends Struct {
    private final int place = addDouble(3);
    private final int id = addInt();
    private final int kind = addChar();
    private final int flag = addByte();

    @Override
    protected Data newData() {
      return new Data();
    }

    private class Data extends Struct.Data {
      double x(int i) {
        return getDouble(place, i);
      }

      void set(double x, double y, double z, int number) {
        putDouble(place, 0, x);
        putDouble(place, 1, y);
        putDouble(place, 2, z);
        putInt(id, number);
        putChar(kind, 'p');
        putByte(flag, (byte) 1);
      }

      int id() {
        return getInt(id);
      }

      boolean whole() {
        return getChar(kind) == 'p' && getByte(flag) == 1;
      }
    }
  }

  private static void overlapping() throws MPIException {
    class Holes extends Struct {
      @Override
      protected Data newData() {
        return new Data();
      }

      class Data extends Struct.Data {}
    }

    Holes type = new Holes();
    type.addInt();
    Check.equal(4, type.setOffset(4).addInt());
    Check.equal(16, type.setOffset(16).addByte());
    try {
      type.setOffset(16);
      throw new IllegalStateException("a field may not lie in another");
    } catch (IllegalArgumentException e) {
      Check.that(e.getMessage().contains("17"), "the message says where the fields end");
    }
    Check.equal(20, type.getExtent());
  }

  private static void structs() throws MPIException {
    Particle type = new Particle();
    int n = 3;
    ByteBuffer buffer = MPI.newByteBuffer(n * type.getExtent());
    for (int i = 0; i < n; i++) {
      Particle.Data particle = type.getData(buffer, i);
      particle.set(i, rank, 0.5, 10 * rank + i);
    }
    byte[] got = new byte[n * type.getExtent()];
    Status status =
        world.sendRecv(buffer, n, type.getType(), next, 8, got, n, type.getType(), last, 8);
    Check.equal(n, status.getCount(type.getType()));
    Check.equal(6 * n, status.getElements(type.getType()) + n * 0);
    for (int i = 0; i < n; i++) {
      Particle.Data particle = type.getData(got, i);
      Check.that(particle.x(0) == i && particle.x(1) == last && particle.x(2) == 0.5, "place");
      Check.equal(10 * last + i, particle.id());
      Check.that(particle.whole(), "kind and flag");
      Check.that(particle.getBuffer().getDouble(0) == i, "its own bytes");
    }
  }

  /** A struct with a struct, an array and another type in it. */
  private static class Cell extends Struct {
    private final Particle particle = new Particle();
    private final Datatype pair;
    private final int first;
    private final int pairs;
    private final int end;

    Cell() throws MPIException {
      pair = Datatype.createContiguous(2, MPI.FLOAT);
      first = addStruct(particle, 2);
      pairs = addData(pair, 2);
      end = setOffset(pairs + 24).addLong();
    }

    @Override
    protected Data newData() {
      return new Data();
    }

    private class Data extends Struct.Data {
      Particle.Data particle(int i) {
        return this.<Particle, Particle.Data>getData(particle, first, i);
      }

      ByteBuffer firstPair() {
        return getBuffer(pair, pairs);
      }

      ByteBuffer pair(int i) throws MPIException {
        return getBuffer(pair, pairs, i);
      }

      void end(long v) {
        putLong(end, v);
      }

      long end() {
        return getLong(end);
      }
    }
  }

  private static void nested() throws MPIException {
    Cell type = new Cell();
    ByteBuffer out = MPI.newByteBuffer(type.getExtent());
    Cell.Data cell = type.getData(out);
    cell.particle(0).set(1, 2, 3, 4);
    cell.particle(1).set(5, 6, 7, rank);
    cell.pair(1).putFloat(0, 2.5f);
    cell.firstPair().putFloat(0, 1.5f);
    cell.end(-9);
    ByteBuffer in = MPI.newByteBuffer(type.getExtent());
    world.sendRecv(out, 1, type.getType(), next, 9, in, 1, type.getType(), last, 9);
    Cell.Data got = type.getData(in);
    Check.equal(last, got.particle(1).id());
    Check.equal(3.0, got.particle(0).x(2));
    Check.equal(1.5f, got.firstPair().getFloat(0));
    Check.equal(2.5f, got.pair(1).getFloat(0));
    Check.equal(-9L, got.end());
    Check.equal(type.getType().getExtent(), type.getExtent());
  }

  private static void complex() throws MPIException {
    double[] array = new double[4];
    DoubleComplex second = DoubleComplex.get(array, 1);
    second.putReal(rank);
    second.putImag(-1);
    Check.that(array[2] == rank && array[3] == -1, "complex numbers write through");
    DoubleBuffer direct = MPI.newDoubleBuffer(4);
    world.sendRecv(array, 2, MPI.DOUBLE_COMPLEX, next, 10, direct, 2, MPI.DOUBLE_COMPLEX, last, 10);
    Check.equal((double) last, DoubleComplex.get(direct, 1).getReal());
    Check.equal(-1.0, DoubleComplex.get(direct, 1).getImag());
    ByteBuffer bytes = MPI.newByteBuffer(16);
    FloatComplex.get(bytes, 1).putImag(2);
    Check.equal(2f, bytes.getFloat(12));
    Check.equal(2f, FloatComplex.get(bytes.asFloatBuffer(), 1).getImag());
    double[] sum = {0, 1};
    world.allReduce(sum, 1, MPI.DOUBLE_COMPLEX, MPI.SUM);
    Check.equal((double) world.getSize(), sum[1]);
  }

  private static void packs() throws MPIException {
    int room = world.packSize(2, MPI.INT) + world.packSize(1, MPI.DOUBLE);
    Check.equal(16, room);
    byte[] packed = new byte[room];
    int at = world.pack(new int[] {rank, 7}, 2, MPI.INT, packed, 0);
    at = world.pack(new double[] {0.25}, 1, MPI.DOUBLE, packed, at);
    Check.equal(room, at);
    byte[] got = new byte[100];
    Status status =
        world.sendRecv(packed, at, MPI.PACKED, next, 11, got, 100, MPI.PACKED, last, 11);
    Check.equal(room, status.getCount(MPI.PACKED));
    int[] ints = new int[2];
    DoubleBuffer one = MPI.newDoubleBuffer(1);
    at = world.unpack(got, 0, ints, 2, MPI.INT);
    at = world.unpack(got, at, one, 1, MPI.DOUBLE);
    Check.equal(room, at);
    Check.equal(new int[] {last, 7}, ints);
    Check.equal(0.25, one.get(0));
  }

  private static void counts() throws MPIException {
    Datatype three = Datatype.createContiguous(3, MPI.INT);
    three.commit();
    int[] five = new int[6];
    Status status = world.sendRecv(five, 5, MPI.INT, next, 12, five.clone(), 2, three, last, 12);
    Check.equal(MPI.UNDEFINED, status.getCount(three));
    Check.equal(5, status.getElements(three));
    Check.equal(5L, status.getElementsX(three).getCount());
    IntBuffer whole = IntBuffer.wrap(five);
    world.sendRecv(whole, 2, three, next, 12, MPI.newIntBuffer(6), 6, MPI.INT, last, 12);
    three.free();
  }

  private static void attributes() throws MPIException {
    Datatype type = Datatype.createContiguous(1, MPI.INT);
    int key = Datatype.createKeyval();
    Check.equal(null, type.getAttr(key));
    type.setAttr(key, "value");
    Check.equal("value", type.getAttr(key));
    Datatype same = type.dup();
    Check.equal("value", same.getAttr(key));
    same.free();
    type.deleteAttr(key);
    Check.equal(null, type.getAttr(key));
    Check.fails(MPI.ERR_KEYVAL, () -> type.deleteAttr(key));
    type.setAttr(key, 1);
    type.setAttr(key, 2);
    Datatype copy = type.dup();
    Datatype.freeKeyval(key);
    Check.fails(MPI.ERR_KEYVAL, () -> Datatype.freeKeyval(key));
    Check.fails(MPI.ERR_KEYVAL, () -> type.setAttr(key, 1));
    Check.equal(2, type.getAttr(key));
    type.deleteAttr(key);
    Check.equal(null, type.getAttr(key));
    Check.equal(2, copy.getAttr(key));
    copy.free();
    Check.fails(MPI.ERR_KEYVAL, () -> type.getAttr(key));
    Check.equal("", type.getName());
    type.setName("mine");
    Check.equal("mine", type.getName());
    type.free();
    Check.fails(MPI.ERR_TYPE, () -> type.getName());
  }
}
