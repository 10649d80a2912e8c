package org.purempi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.purempi.device.DeviceMemory;

/**
 * A buffer: where the data lies, how many elements, of which datatype. MPI's (buf, count, datatype)
 * in one immutable value (section 3.2.2).
 *
 * <p>The memory is an array of primitives, a {@link MemorySegment} (native or heap), or {@link
 * DeviceMemory}. That the elements fit is checked when the value is made.
 */
public final class Buf {
  /**
   * Says that the data is taken from, or left in, the other buffer ({@code MPI_IN_PLACE}, section
   * 6.2.3).
   */
  public static final Buf IN_PLACE = new Buf(new byte[0], 0, 0, Datatype.BYTE);

  /** No data: zero bytes. */
  public static final Buf EMPTY = new Buf(new byte[0], 0, 0, Datatype.BYTE);

  /** So many elements of the widest basic type have a number of bytes that is a long. */
  private static final long MOST_PLAIN_COUNT = Long.MAX_VALUE >> 4;

  private final Object base;
  private final long offsetBytes;
  private final long count;
  private final Datatype datatype;

  private Buf(Object base, long offsetBytes, long count, Datatype datatype) {
    this.base = base;
    this.offsetBytes = offsetBytes;
    this.count = count;
    this.datatype = datatype;
  }

  private static Buf checked(
      Object base, long capacityBytes, long offsetBytes, long count, Datatype type) {
    if (type instanceof BasicDatatype basic
        && (offsetBytes | count) >= 0
        && offsetBytes <= capacityBytes
        && count <= MOST_PLAIN_COUNT
        && count * basic.width() <= capacityBytes - offsetBytes) {
      return new Buf(base, offsetBytes, count, type); // most are of this kind: no bounds are made
    }
    return bounded(base, capacityBytes, offsetBytes, count, type);
  }

  private static Buf bounded(
      Object base, long capacityBytes, long offsetBytes, long count, Datatype type) {
    if (count < 0) {
      throw new MpiArgumentException(
          ErrorClass.COUNT, "count is " + count + ": a buffer holds zero or more elements");
    }
    if (count == 0) {
      return new Buf(base, Math.max(0, offsetBytes), 0, type);
    }
    Bounds bounds = Bounds.of(type);
    long last;
    long first;
    try {
      last = bounds.end(count);
      first = bounds.begin(count);
      Math.multiplyExact(count, bounds.size());
    } catch (ArithmeticException e) {
      throw new MpiArgumentException(
          ErrorClass.BUFFER, count + " × " + type + " are beyond 2^63 bytes");
    }
    if (offsetBytes < -first || offsetBytes > capacityBytes || last > capacityBytes - offsetBytes) {
      throw new MpiArgumentException(
          ErrorClass.BUFFER,
          count
              + " × "
              + type
              + " at byte "
              + offsetBytes
              + " need bytes "
              + (offsetBytes + first)
              + " … "
              + (offsetBytes + last)
              + ", but the buffer has "
              + capacityBytes
              + ": make the buffer larger or the count smaller");
    }
    return new Buf(base, offsetBytes, count, type);
  }

  /** {@code count} elements of any datatype from byte 0 of a segment. */
  public static Buf of(MemorySegment segment, long count, Datatype datatype) {
    return checked(segment, segment.byteSize(), 0, count, datatype);
  }

  /** {@code count} elements of any datatype from byte {@code offsetBytes} of a segment. */
  public static Buf of(MemorySegment segment, long offsetBytes, long count, Datatype datatype) {
    return checked(segment, segment.byteSize(), offsetBytes, count, datatype);
  }

  /** A whole segment as bytes. */
  public static Buf of(MemorySegment segment) {
    return new Buf(segment, 0, segment.byteSize(), Datatype.BYTE);
  }

  /**
   * {@code count} elements of any datatype from byte 0 of a device's memory. What the program's own
   * streams write there must be done before a call sends it; what a call receives is there when it
   * is complete.
   */
  public static Buf of(DeviceMemory memory, long count, Datatype datatype) {
    return checked(memory, memory.bytes(), 0, count, datatype);
  }

  /** The same from byte {@code offsetBytes} on. */
  public static Buf of(DeviceMemory memory, long offsetBytes, long count, Datatype datatype) {
    return checked(memory, memory.bytes(), offsetBytes, count, datatype);
  }

  /** A device's memory as bytes. */
  public static Buf of(DeviceMemory memory) {
    return new Buf(memory, 0, memory.bytes(), Datatype.BYTE);
  }

  /**
   * {@code count} elements from the position of a heap or direct buffer; its position does not
   * move.
   */
  public static Buf of(ByteBuffer buffer, long count, Datatype datatype) {
    return of(MemorySegment.ofBuffer(buffer), count, datatype);
  }

  /** The bytes from position to limit; the position does not move. */
  public static Buf of(ByteBuffer buffer) {
    return of(MemorySegment.ofBuffer(buffer));
  }

  /** A whole array. */
  public static Buf of(byte[] a) {
    return new Buf(a, 0, a.length, Datatype.BYTE);
  }

  /** {@code count} elements of an array from index {@code offset}. */
  public static Buf of(byte[] a, int offset, int count) {
    return checked(a, a.length * 1L, offset * 1L, count, Datatype.BYTE);
  }

  /** {@code count} elements of any datatype in an array, from array index {@code offset}. */
  public static Buf of(byte[] a, int offset, long count, Datatype datatype) {
    return checked(a, a.length * 1L, offset * 1L, count, datatype);
  }

  /** A whole array. */
  public static Buf of(short[] a) {
    return new Buf(a, 0, a.length, Datatype.SHORT);
  }

  /** {@code count} elements of an array from index {@code offset}. */
  public static Buf of(short[] a, int offset, int count) {
    return checked(a, a.length * 2L, offset * 2L, count, Datatype.SHORT);
  }

  /** {@code count} elements of any datatype in an array, from array index {@code offset}. */
  public static Buf of(short[] a, int offset, long count, Datatype datatype) {
    return checked(a, a.length * 2L, offset * 2L, count, datatype);
  }

  /** A whole array. */
  public static Buf of(char[] a) {
    return new Buf(a, 0, a.length, Datatype.CHAR);
  }

  /** {@code count} elements of an array from index {@code offset}. */
  public static Buf of(char[] a, int offset, int count) {
    return checked(a, a.length * 2L, offset * 2L, count, Datatype.CHAR);
  }

  /** {@code count} elements of any datatype in an array, from array index {@code offset}. */
  public static Buf of(char[] a, int offset, long count, Datatype datatype) {
    return checked(a, a.length * 2L, offset * 2L, count, datatype);
  }

  /** A whole array. */
  public static Buf of(int[] a) {
    return new Buf(a, 0, a.length, Datatype.INT);
  }

  /** {@code count} elements of an array from index {@code offset}. */
  public static Buf of(int[] a, int offset, int count) {
    return checked(a, a.length * 4L, offset * 4L, count, Datatype.INT);
  }

  /** {@code count} elements of any datatype in an array, from array index {@code offset}. */
  public static Buf of(int[] a, int offset, long count, Datatype datatype) {
    return checked(a, a.length * 4L, offset * 4L, count, datatype);
  }

  /** A whole array. */
  public static Buf of(long[] a) {
    return new Buf(a, 0, a.length, Datatype.LONG);
  }

  /** {@code count} elements of an array from index {@code offset}. */
  public static Buf of(long[] a, int offset, int count) {
    return checked(a, a.length * 8L, offset * 8L, count, Datatype.LONG);
  }

  /** {@code count} elements of any datatype in an array, from array index {@code offset}. */
  public static Buf of(long[] a, int offset, long count, Datatype datatype) {
    return checked(a, a.length * 8L, offset * 8L, count, datatype);
  }

  /** A whole array. */
  public static Buf of(float[] a) {
    return new Buf(a, 0, a.length, Datatype.FLOAT);
  }

  /** {@code count} elements of an array from index {@code offset}. */
  public static Buf of(float[] a, int offset, int count) {
    return checked(a, a.length * 4L, offset * 4L, count, Datatype.FLOAT);
  }

  /** {@code count} elements of any datatype in an array, from array index {@code offset}. */
  public static Buf of(float[] a, int offset, long count, Datatype datatype) {
    return checked(a, a.length * 4L, offset * 4L, count, datatype);
  }

  /** A whole array. */
  public static Buf of(double[] a) {
    return new Buf(a, 0, a.length, Datatype.DOUBLE);
  }

  /** {@code count} elements of an array from index {@code offset}. */
  public static Buf of(double[] a, int offset, int count) {
    return checked(a, a.length * 8L, offset * 8L, count, Datatype.DOUBLE);
  }

  /** {@code count} elements of any datatype in an array, from array index {@code offset}. */
  public static Buf of(double[] a, int offset, long count, Datatype datatype) {
    return checked(a, a.length * 8L, offset * 8L, count, datatype);
  }

  /** A whole array. */
  public static Buf of(boolean[] a) {
    return new Buf(a, 0, a.length, Datatype.BOOLEAN);
  }

  /** {@code count} elements of an array from index {@code offset}. */
  public static Buf of(boolean[] a, int offset, int count) {
    return checked(a, a.length * 1L, offset * 1L, count, Datatype.BOOLEAN);
  }

  /** {@code count} elements of any datatype in an array, from array index {@code offset}. */
  public static Buf of(boolean[] a, int offset, long count, Datatype datatype) {
    return checked(a, a.length * 1L, offset * 1L, count, datatype);
  }

  /** The memory: an array of primitives, a {@link MemorySegment} or {@link DeviceMemory}. */
  public Object base() {
    return base;
  }

  /** Bytes from the start of the memory to the first element's origin. */
  public long offsetBytes() {
    return offsetBytes;
  }

  /** Number of elements. */
  public long count() {
    return count;
  }

  /** What the elements are. */
  public Datatype datatype() {
    return datatype;
  }

  /** Bytes of data: count × size. */
  public long bytes() {
    return count * datatype.size();
  }

  /**
   * {@code elements} of this buffer's elements from element {@code first}; nothing is checked but
   * the range.
   */
  public Buf slice(long first, long elements) {
    if (first < 0 || elements < 0 || first > count - elements) {
      throw new MpiArgumentException(
          ErrorClass.COUNT,
          "elements " + first + " … " + (first + elements) + " of a buffer of " + count);
    }
    return elements == count
        ? this
        : new Buf(base, offsetBytes + first * datatype.extent(), elements, datatype);
  }

  /** The same memory as plain bytes: the data itself if the datatype has no gaps. */
  public Buf asBytes() {
    return new Buf(base, offsetBytes, bytes(), Datatype.BYTE);
  }

  @Override
  public String toString() {
    return count + " × " + datatype;
  }
}
