package programs;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpi.Struct;

/** A struct with a field, and an array, of every kind: written, sent round the ring, and read. */
@SuppressWarnings("SameNameButDifferent") // each struct has its Data, as users write it
public class Fields {
  private static final int LENGTH = 3;
  private static final int ELEMENTS = 2;

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    all();
    MPI.Finalize();
  }

  /** Two fields of every kind, one after the other, so that nothing is aligned. */
  private static class Every extends Struct {
    private final Point point = new Point();
    private final int aByte = addByte();
    private final int bytes = addByte(LENGTH);
    private final int aShort = addShort();
    private final int shorts = addShort(LENGTH);
    private final int aChar = addChar();
    private final int chars = addChar(LENGTH);
    private final int anInt = addInt();
    private final int ints = addInt(LENGTH);
    private final int aLong = addLong();
    private final int longs = addLong(LENGTH);
    private final int aFloat = addFloat();
    private final int floats = addFloat(LENGTH);
    private final int aDouble = addDouble();
    private final int doubles = addDouble(LENGTH);
    private final int aPoint;
    private final int points;
    private final int anId;
    private final int ids;

    Every() throws MPIException {
      aPoint = addStruct(point);
      points = addStruct(point, LENGTH);
      anId = addData(MPI.INT);
      ids = addData(MPI.INT, LENGTH);
    }

    @Override
    protected Data newData() {
      return new Data();
    }

    private class Data extends Struct.Data {
      void write(int seed) throws MPIException {
        putByte(aByte, (byte) seed);
        putShort(aShort, (short) (seed + 1));
        putChar(aChar, (char) (seed + 2));
        putInt(anInt, seed + 3);
        putLong(aLong, (1L << 40) + seed);
        putFloat(aFloat, seed + 0.5f);
        putDouble(aDouble, seed + 0.25);
        getPoint(aPoint).set(seed, -seed);
        getBuffer(MPI.INT, anId).putInt(0, seed + 4);
        for (int i = 0; i < LENGTH; i++) {
          int value = seed + 10 * i;
          putByte(bytes, i, (byte) -value);
          putShort(shorts, i, (short) -value);
          putChar(chars, i, (char) value);
          putInt(ints, i, value);
          putLong(longs, i, -(1L << 40) - value);
          putFloat(floats, i, value / 4f);
          putDouble(doubles, i, value / 8.0);
          getPoint(points, i).set(value, value + 1);
          getBuffer(MPI.INT, ids, i).putInt(0, -value);
        }
      }

      void check(int seed) throws MPIException {
        Check.equal((byte) seed, getByte(aByte));
        Check.equal((short) (seed + 1), getShort(aShort));
        Check.equal((char) (seed + 2), getChar(aChar));
        Check.equal(seed + 3, getInt(anInt));
        Check.equal((1L << 40) + seed, getLong(aLong));
        Check.equal(seed + 0.5f, getFloat(aFloat));
        Check.equal(seed + 0.25, getDouble(aDouble));
        Check.that(getPoint(aPoint).is(seed, -seed), "a point");
        Check.equal(seed + 4, getBuffer(MPI.INT, anId).getInt(0));
        for (int i = 0; i < LENGTH; i++) {
          int value = seed + 10 * i;
          Check.equal((byte) -value, getByte(bytes, i));
          Check.equal((short) -value, getShort(shorts, i));
          Check.equal((char) value, getChar(chars, i));
          Check.equal(value, getInt(ints, i));
          Check.equal(-(1L << 40) - value, getLong(longs, i));
          Check.equal(value / 4f, getFloat(floats, i));
          Check.equal(value / 8.0, getDouble(doubles, i));
          Check.that(getPoint(points, i).is(value, value + 1), "points");
          Check.equal(-value, getBuffer(MPI.INT, ids, i).getInt(0));
        }
      }

      private Point.Data getPoint(int field) {
        return this.<Point, Point.Data>getData(point, field);
      }

      private Point.Data getPoint(int field, int index) {
        return this.<Point, Point.Data>getData(point, field, index);
      }
    }
  }

  /** A struct inside the other. */
  private static class Point extends Struct {
    private final int x = addFloat();
    private final int y = addFloat();

    @Override
    protected Data newData() {
      return new Data();
    }

    private class Data extends Struct.Data {
      void set(float newX, float newY) {
        putFloat(x, newX);
        putFloat(y, newY);
      }

      boolean is(float wantedX, float wantedY) {
        return getFloat(x) == wantedX && getFloat(y) == wantedY;
      }
    }
  }

  static void all() throws MPIException {
    Comm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int rank = world.getRank();
    int last = (rank + size - 1) % size;
    Every type = new Every();
    Check.equal(168, type.getExtent()); // of 164 bytes, up to the next multiple of a double's 8

    byte[] array = new byte[ELEMENTS * type.getExtent()];
    for (int i = 0; i < ELEMENTS; i++) {
      Every.Data data = type.getData(array, i);
      data.write(rank + 100 * i);
    }
    Every.Data first = type.getData(array);
    first.check(rank);

    ByteBuffer got = MPI.newByteBuffer(ELEMENTS * type.getExtent());
    Request receive = world.iRecv(got, ELEMENTS, type.getType(), last, 0);
    world.send(array, ELEMENTS, type.getType(), (rank + 1) % size, 0);
    Status status = receive.waitStatus();
    Check.equal(ELEMENTS, status.getCount(type.getType()));
    Check.equal(ELEMENTS * (1 + LENGTH) * 10, status.getElements(type.getType()));
    for (int i = 0; i < ELEMENTS; i++) {
      Every.Data data = type.getData(got, i);
      data.check(last + 100 * i);
    }

    byte[] all = new byte[size * array.length];
    world.allGather(array, ELEMENTS, type.getType(), all, ELEMENTS, type.getType());
    for (int r = 0; r < size; r++) {
      Every.Data data = type.getData(all, r * ELEMENTS + 1);
      data.check(r + 100);
    }
    Check.that(
        Arrays.equals(array, Arrays.copyOfRange(all, 0, array.length)) == (rank == 0), "own");
    type.getType().free();
  }
}
