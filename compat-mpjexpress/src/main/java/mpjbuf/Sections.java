package mpjbuf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.purempi.MpiError;
import org.purempi.compat.mpjexpress.Environment;

/** Writes and reads the sections of a buffer. */
final class Sections {
  private static final int HEADER_BYTES = 8;
  private static final int COUNT_AT = 4;
  private static final int NO_SECTION = -1;

  private final RawBuffer memory;
  private ByteOrder order = ByteOrder.BIG_ENDIAN;
  private boolean reading;
  private int end;
  private int at;

  /** Where the header of the current section is. */
  private int section = NO_SECTION;

  /** Elements of the current section that have not been read. */
  private int left;

  Sections(RawBuffer memory) {
    this.memory = memory;
  }

  RawBuffer memory() {
    return memory;
  }

  int size() {
    return end;
  }

  ByteOrder order() {
    return order;
  }

  void setOrder(ByteOrder to) {
    order = to;
  }

  /** Somebody else fills the first bytes, or has. */
  byte[] filled(int bytes) {
    end = Math.max(end, bytes);
    return memory.memory(end);
  }

  /** A message takes the place of what was in here, to be read from its beginning. */
  void received(byte[] message) {
    end = message.length;
    System.arraycopy(message, 0, memory.memory(end), 0, end);
    commit();
  }

  private ByteBuffer bytes() {
    return ByteBuffer.wrap(memory.memory(end));
  }

  void begin(Type type) throws BufferException {
    requireWriting();
    section = end;
    filled(end + HEADER_BYTES);
    bytes().put(section, code(type)).putInt(section + COUNT_AT, 0);
  }

  @SuppressWarnings("EnumOrdinal") // both sides have the same enum
  private static byte code(Type type) {
    return (byte) type.ordinal();
  }

  /** What the current section's elements are. */
  @SuppressWarnings("EnumOrdinal") // both sides have the same enum
  private Type type() throws BufferException {
    int code = bytes().get(section);
    if (code < 0 || code >= Type.values().length) {
      throw new BufferException("there is no section at byte " + section);
    }
    return Type.values()[code];
  }

  private void requireWriting() throws BufferException {
    if (reading) {
      throw new BufferException("the buffer is committed: clear it before writing");
    }
  }

  void commit() {
    reading = true;
    at = 0;
    section = NO_SECTION;
    left = 0;
  }

  void clear() {
    reading = false;
    end = 0;
    section = NO_SECTION;
  }

  Type next() throws BufferException {
    if (!reading && section != NO_SECTION) {
      throw new BufferException("commit the buffer before reading");
    }
    if (!reading) {
      commit();
    }
    skip();
    if (at + HEADER_BYTES > end) {
      throw new BufferException("there is no other section in the buffer");
    }
    section = at;
    Type type = type();
    int count = count();
    if (count < 0) {
      throw new BufferException("there is no section at byte " + at);
    }
    left = count;
    at += HEADER_BYTES;
    return type;
  }

  /** Passes over what was not read of the current section. */
  private void skip() throws BufferException {
    if (section == NO_SECTION || left == 0) {
      return;
    }
    Type type = type();
    at += type == Type.OBJECT ? Integer.BYTES + bytes().getInt(at) : left * type.getSize();
    left = 0;
  }

  int count() throws BufferException {
    if (section == NO_SECTION) {
      throw new BufferException("there is no section yet: its header comes first");
    }
    return bytes().getInt(section + COUNT_AT);
  }

  private void requireSection(Type type) throws BufferException {
    int count = count();
    Type of = type();
    if (of != type) {
      throw new BufferException(
          type + " in a section of " + count + " elements of " + of + ": begin one of " + type);
    }
  }

  void write(Type type, Object source, int offset, int count) throws BufferException {
    requireWriting();
    requireSection(type);
    requireInside(source, offset, count);
    if (type == Type.OBJECT) {
      writeObjects((Object[]) source, offset, count);
    } else {
      int start = end;
      filled(Math.addExact(end, Math.multiplyExact(count, type.getSize())));
      move(type, source, offset, start, count, true);
    }
    bytes().putInt(section + COUNT_AT, count() + count);
  }

  private static void requireInside(Object array, int offset, int count) throws BufferException {
    int length = Array.getLength(array);
    if (offset < 0 || count < 0 || offset > length - count) {
      throw new BufferException(
          "elements " + offset + " … " + (offset + count) + " of an array of " + length);
    }
  }

  private void writeObjects(Object[] source, int offset, int count) throws BufferException {
    if (count() > 0) {
      throw new BufferException("a section of objects is written at once: begin another");
    }
    Object[] objects = new Object[count];
    System.arraycopy(source, offset, objects, 0, count);
    byte[] encoded;
    try {
      encoded = Environment.mpi().encodeObject(objects);
    } catch (RuntimeException e) {
      throw translated(e);
    }
    int start = end;
    filled(Math.addExact(end, Integer.BYTES + encoded.length));
    bytes().putInt(start, encoded.length).put(start + Integer.BYTES, encoded);
  }

  private static BufferException translated(RuntimeException error) {
    if (!(error instanceof MpiError)) {
      throw error;
    }
    return new BufferException(error);
  }

  void read(Type type, Object dest, int offset, int count) throws BufferException {
    if (!reading) {
      throw new BufferException("commit the buffer and get the section's header before reading");
    }
    requireSection(type);
    requireInside(dest, offset, count);
    if (count > left) {
      throw new BufferException("the section has " + left + " more elements, not " + count);
    }
    if (type == Type.OBJECT) {
      readObjects((Object[]) dest, offset, count);
    } else {
      if (at + (long) count * type.getSize() > end) {
        throw new BufferException("the buffer ends inside the section");
      }
      move(type, dest, offset, at, count, false);
      at += count * type.getSize();
    }
    left -= count;
  }

  private void readObjects(Object[] dest, int offset, int count) throws BufferException {
    if (count != count()) {
      throw new BufferException("a section of objects is read at once: all " + count());
    }
    int length = bytes().getInt(at);
    if (length < 0 || length > end - at - Integer.BYTES) {
      throw new BufferException("the buffer ends inside the section");
    }
    byte[] encoded = new byte[length];
    bytes().get(at + Integer.BYTES, encoded);
    try {
      Object[] objects = Environment.mpi().decodeObject(encoded, Object[].class);
      System.arraycopy(objects, 0, dest, offset, count);
    } catch (ArrayStoreException | IndexOutOfBoundsException e) {
      throw new BufferException(e);
    } catch (RuntimeException e) {
      throw translated(e);
    }
    at += Integer.BYTES + length;
  }

  /** Between an array of primitives and the memory, in the buffer's byte order. */
  private void move(Type type, Object array, int offset, int place, int count, boolean write) {
    if (array instanceof boolean[] truths) {
      ByteBuffer bytes = bytes();
      for (int i = 0; i < count; i++) {
        if (write) {
          bytes.put(place + i, (byte) (truths[offset + i] ? 1 : 0));
        } else {
          truths[offset + i] = bytes.get(place + i) != 0;
        }
      }
      return;
    }
    MemorySegment inArray = segment(array);
    MemorySegment inBuffer = MemorySegment.ofArray(memory.memory(end));
    ValueLayout here = layout(type);
    ValueLayout there = here.withOrder(order);
    long arrayAt = (long) offset * type.getSize();
    if (write) {
      MemorySegment.copy(inArray, here, arrayAt, inBuffer, there, place, count);
    } else {
      MemorySegment.copy(inBuffer, there, place, inArray, here, arrayAt, count);
    }
  }

  private static MemorySegment segment(Object array) {
    return switch (array) {
      case byte[] a -> MemorySegment.ofArray(a);
      case char[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      default -> throw new IllegalArgumentException(array.getClass().getName());
    };
  }

  private static ValueLayout layout(Type type) {
    return switch (type) {
      case BYTE, BOOLEAN, OBJECT -> ValueLayout.JAVA_BYTE;
      case CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
      case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
      case INT -> ValueLayout.JAVA_INT_UNALIGNED;
      case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
      case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
      case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
    };
  }

  void gather(Type type, Object source, int count, int offset, int[] indexes)
      throws BufferException {
    requireInside(indexes, offset, count);
    Object picked = Array.newInstance(source.getClass().getComponentType(), count);
    for (int i = 0; i < count; i++) {
      requireInside(source, indexes[offset + i], 1);
      System.arraycopy(source, indexes[offset + i], picked, i, 1);
    }
    write(type, picked, 0, count);
  }

  void scatter(Type type, Object dest, int count, int offset, int[] indexes)
      throws BufferException {
    requireInside(indexes, offset, count);
    Object picked = Array.newInstance(dest.getClass().getComponentType(), count);
    read(type, picked, 0, count);
    for (int i = 0; i < count; i++) {
      requireInside(dest, indexes[offset + i], 1);
      System.arraycopy(picked, i, dest, indexes[offset + i], 1);
    }
  }
}
