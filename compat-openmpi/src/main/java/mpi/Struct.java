package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A datatype like a struct of C's: a subclass adds its fields, one after the other, and gives
 * {@link #newData} to read and write them.
 *
 * <pre>{@code
 * class Particle extends Struct {
 *   private final int place = addDouble(3), id = addInt();
 *   protected Data newData() { return new Data(); }
 *   class Data extends Struct.Data {
 *     double x() { return getDouble(place, 0); }
 *     void id(int v) { putInt(id, v); }
 *   }
 * }
 * }</pre>
 */
public abstract class Struct {
  private record Field(Datatype type, int offset, int length) {}

  private final List<Field> fields = new ArrayList<>();
  private int end;
  private @Nullable Datatype type;

  /** For subclasses. */
  public Struct() {}

  /** A new object to read and write one element; nothing but {@code return new Data();}. */
  protected abstract Data newData();

  /** Bytes from one element to the next. */
  public final int getExtent() throws MPIException {
    return getType().extentBytes();
  }

  /** The datatype, committed. No field can be added afterwards. */
  public final Datatype getType() throws MPIException {
    Datatype made = type;
    if (made == null) {
      int[] lengths = fields.stream().mapToInt(Field::length).toArray();
      int[] offsets = fields.stream().mapToInt(Field::offset).toArray();
      Datatype[] types = fields.stream().map(Field::type).toArray(Datatype[]::new);
      made = Datatype.createStruct(lengths, offsets, types);
      made.commit();
      type = made;
    }
    return made;
  }

  /** The first element of a buffer; writing to it writes to the buffer. */
  public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
    return getData(buffer, 0);
  }

  /** Element {@code index} of a buffer; writing to it writes to the buffer. */
  public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
    return data(buffer, Math.multiplyExact(index, getExtent()));
  }

  /** The first element of an array; writing to it writes to the array. */
  public final <T extends Data> T getData(byte[] array) throws MPIException {
    return getData(array, 0);
  }

  /** Element {@code index} of an array; writing to it writes to the array. */
  public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
    return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
  }

  @SuppressWarnings("unchecked") // the caller knows the class that newData() makes
  private <T extends Data> T data(ByteBuffer buffer, int offset) {
    Data data = newData();
    data.buffer = buffer;
    data.offset = offset;
    return (T) data;
  }

  /**
   * Where the next field begins, in bytes from the beginning of the struct.
   *
   * @throws IllegalArgumentException if that lies within the fields before it
   */
  public final Struct setOffset(int offset) {
    requireOpen();
    if (offset < end) {
      throw new IllegalArgumentException(
          "offset is " + offset + ", but the fields before end at " + end);
    }
    end = offset;
    return this;
  }

  private void requireOpen() {
    if (type != null) {
      throw new IllegalStateException("the datatype has been made: it takes no more fields");
    }
  }

  private int add(Datatype fieldType, int bytes, int length) {
    requireOpen();
    int offset = end;
    fields.add(new Field(fieldType, offset, length));
    end = Math.addExact(end, Math.multiplyExact(bytes, length));
    return offset;
  }

  /** Adds a {@code byte}; where it begins, which names it in get and put. */
  public final int addByte() {
    return addByte(1);
  }

  /** Adds an array of {@code byte}. */
  public final int addByte(int length) {
    return add(MPI.BYTE, Byte.BYTES, length);
  }

  /** Adds a {@code char}; where it begins, which names it in get and put. */
  public final int addChar() {
    return addChar(1);
  }

  /** Adds an array of {@code char}. */
  public final int addChar(int length) {
    return add(MPI.CHAR, Character.BYTES, length);
  }

  /** Adds a {@code short}; where it begins, which names it in get and put. */
  public final int addShort() {
    return addShort(1);
  }

  /** Adds an array of {@code short}. */
  public final int addShort(int length) {
    return add(MPI.SHORT, Short.BYTES, length);
  }

  /** Adds an {@code int}; where it begins, which names it in get and put. */
  public final int addInt() {
    return addInt(1);
  }

  /** Adds an array of {@code int}. */
  public final int addInt(int length) {
    return add(MPI.INT, Integer.BYTES, length);
  }

  /** Adds a {@code long}; where it begins, which names it in get and put. */
  public final int addLong() {
    return addLong(1);
  }

  /** Adds an array of {@code long}. */
  public final int addLong(int length) {
    return add(MPI.LONG, Long.BYTES, length);
  }

  /** Adds a {@code float}; where it begins, which names it in get and put. */
  public final int addFloat() {
    return addFloat(1);
  }

  /** Adds an array of {@code float}. */
  public final int addFloat(int length) {
    return add(MPI.FLOAT, Float.BYTES, length);
  }

  /** Adds a {@code double}; where it begins, which names it in get and put. */
  public final int addDouble() {
    return addDouble(1);
  }

  /** Adds an array of {@code double}. */
  public final int addDouble(int length) {
    return add(MPI.DOUBLE, Double.BYTES, length);
  }

  /** Adds a struct. */
  public final int addStruct(Struct struct) throws MPIException {
    return addStruct(struct, 1);
  }

  /** Adds an array of structs. */
  public final int addStruct(Struct struct, int length) throws MPIException {
    return add(struct.getType(), struct.getExtent(), length);
  }

  /** Adds an element of any datatype. */
  public final int addData(Datatype fieldType) throws MPIException {
    return addData(fieldType, 1);
  }

  /** Adds elements of any datatype. */
  public final int addData(Datatype fieldType, int length) throws MPIException {
    return add(fieldType, fieldType.extentBytes(), length);
  }

  /** One element in a buffer: reads and writes its fields, which the struct's add methods named. */
  public abstract class Data {
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int offset;

    /** For subclasses. */
    public Data() {}

    /** The buffer from this element's first byte on. */
    public final ByteBuffer getBuffer() {
      return part(0);
    }

    private ByteBuffer part(int field) {
      if (offset + field == 0) {
        return buffer;
      }
      ByteBuffer whole = buffer.duplicate().clear();
      return whole.position(offset + field).slice().order(buffer.order());
    }

    /** A field that is a {@code byte}. */
    protected final byte getByte(int field) {
      return buffer.get(offset + field);
    }

    /** Element {@code index} of an array of {@code byte}. */
    protected final byte getByte(int field, int index) {
      return buffer.get(offset + field + index * Byte.BYTES);
    }

    /** Writes a {@code byte}. */
    protected final void putByte(int field, byte value) {
      buffer.put(offset + field, value);
    }

    /** Writes element {@code index} of an array of {@code byte}. */
    protected final void putByte(int field, int index, byte value) {
      buffer.put(offset + field + index * Byte.BYTES, value);
    }

    /** A field that is a {@code char}. */
    protected final char getChar(int field) {
      return buffer.getChar(offset + field);
    }

    /** Element {@code index} of an array of {@code char}. */
    protected final char getChar(int field, int index) {
      return buffer.getChar(offset + field + index * Character.BYTES);
    }

    /** Writes a {@code char}. */
    protected final void putChar(int field, char value) {
      buffer.putChar(offset + field, value);
    }

    /** Writes element {@code index} of an array of {@code char}. */
    protected final void putChar(int field, int index, char value) {
      buffer.putChar(offset + field + index * Character.BYTES, value);
    }

    /** A field that is a {@code short}. */
    protected final short getShort(int field) {
      return buffer.getShort(offset + field);
    }

    /** Element {@code index} of an array of {@code short}. */
    protected final short getShort(int field, int index) {
      return buffer.getShort(offset + field + index * Short.BYTES);
    }

    /** Writes a {@code short}. */
    protected final void putShort(int field, short value) {
      buffer.putShort(offset + field, value);
    }

    /** Writes element {@code index} of an array of {@code short}. */
    protected final void putShort(int field, int index, short value) {
      buffer.putShort(offset + field + index * Short.BYTES, value);
    }

    /** A field that is an {@code int}. */
    protected final int getInt(int field) {
      return buffer.getInt(offset + field);
    }

    /** Element {@code index} of an array of {@code int}. */
    protected final int getInt(int field, int index) {
      return buffer.getInt(offset + field + index * Integer.BYTES);
    }

    /** Writes an {@code int}. */
    protected final void putInt(int field, int value) {
      buffer.putInt(offset + field, value);
    }

    /** Writes element {@code index} of an array of {@code int}. */
    protected final void putInt(int field, int index, int value) {
      buffer.putInt(offset + field + index * Integer.BYTES, value);
    }

    /** A field that is a {@code long}. */
    protected final long getLong(int field) {
      return buffer.getLong(offset + field);
    }

    /** Element {@code index} of an array of {@code long}. */
    protected final long getLong(int field, int index) {
      return buffer.getLong(offset + field + index * Long.BYTES);
    }

    /** Writes a {@code long}. */
    protected final void putLong(int field, long value) {
      buffer.putLong(offset + field, value);
    }

    /** Writes element {@code index} of an array of {@code long}. */
    protected final void putLong(int field, int index, long value) {
      buffer.putLong(offset + field + index * Long.BYTES, value);
    }

    /** A field that is a {@code float}. */
    protected final float getFloat(int field) {
      return buffer.getFloat(offset + field);
    }

    /** Element {@code index} of an array of {@code float}. */
    protected final float getFloat(int field, int index) {
      return buffer.getFloat(offset + field + index * Float.BYTES);
    }

    /** Writes a {@code float}. */
    protected final void putFloat(int field, float value) {
      buffer.putFloat(offset + field, value);
    }

    /** Writes element {@code index} of an array of {@code float}. */
    protected final void putFloat(int field, int index, float value) {
      buffer.putFloat(offset + field + index * Float.BYTES, value);
    }

    /** A field that is a {@code double}. */
    protected final double getDouble(int field) {
      return buffer.getDouble(offset + field);
    }

    /** Element {@code index} of an array of {@code double}. */
    protected final double getDouble(int field, int index) {
      return buffer.getDouble(offset + field + index * Double.BYTES);
    }

    /** Writes a {@code double}. */
    protected final void putDouble(int field, double value) {
      buffer.putDouble(offset + field, value);
    }

    /** Writes element {@code index} of an array of {@code double}. */
    protected final void putDouble(int field, int index, double value) {
      buffer.putDouble(offset + field + index * Double.BYTES, value);
    }

    /** A field that is a struct; writing to it writes to this buffer. */
    protected final <S extends Struct, D extends Data> D getData(S struct, int field) {
      return ((Struct) struct).data(buffer, offset + field);
    }

    /** Element {@code index} of an array of structs. */
    protected final <S extends Struct, D extends Data> D getData(S struct, int field, int index) {
      try {
        return ((Struct) struct).data(buffer, offset + field + index * struct.getExtent());
      } catch (MPIException e) {
        // A field of this struct has had its extent since it was added.
        throw new IllegalStateException(e.getMessage(), e);
      }
    }

    /** A field of any datatype, from its first byte. */
    protected final ByteBuffer getBuffer(Datatype fieldType, int field) {
      return part(field);
    }

    /** Element {@code index} of an array of any datatype, from its first byte. */
    protected final ByteBuffer getBuffer(Datatype fieldType, int field, int index)
        throws MPIException {
      return part(field + index * fieldType.extentBytes());
    }
  }
}
