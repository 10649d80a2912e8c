package mpjbuf;

import java.nio.ByteOrder;

/**
 * A buffer of sections: write a section's header, then its elements, {@link #commit}, and read them
 * in the same order. It grows as needed.
 *
 * <p>As a message it travels as {@code MPI.PACKED}.
 */
public class Buffer {
  private final Sections sections;

  /** A buffer with memory of its own for {@code capacity} bytes at first. */
  public Buffer(int capacity) {
    this(new RawBuffer(capacity), 0, capacity);
  }

  /**
   * A buffer over memory.
   *
   * @param offset ignored: a message needs no room before its data
   * @param size bytes that are expected
   */
  public Buffer(RawBuffer memory, int offset, int size) {
    sections = new Sections(memory);
    sections.memory().memory(size);
  }

  /** For the library: the memory, of {@code bytes} bytes at least, all of which may be read. */
  public byte[] memory(int bytes) {
    return sections.filled(bytes);
  }

  /** For the library: a message was received, and there is nothing else in here now. */
  public void received(byte[] message) {
    sections.received(message);
  }

  /** The memory. */
  public RawBuffer getStaticBuffer() {
    return sections.memory();
  }

  /** Bytes that it holds without growing. */
  public int getCapacity() {
    return sections.memory().getCapacity();
  }

  /** Bytes written or received. */
  public int getSize() {
    return sections.size();
  }

  /** Numbers are written, and taken to be, in this order; big-endian at first. */
  public void setEncoding(ByteOrder order) {
    sections.setOrder(order);
  }

  /** The order of numbers' bytes. */
  public ByteOrder getEncoding() {
    return sections.order();
  }

  /**
   * Begins a section.
   *
   * @throws BufferException after {@link #commit}
   */
  public void putSectionHeader(Type type) throws BufferException {
    sections.begin(type);
  }

  /**
   * Goes on to the next section to read.
   *
   * @return what its elements are
   * @throws BufferException if there is none
   */
  public Type getSectionHeader() throws BufferException {
    return sections.next();
  }

  /**
   * How many elements the section has that is written or read.
   *
   * @throws BufferException if there is none
   */
  public int getSectionSize() throws BufferException {
    return sections.count();
  }

  /**
   * Nothing more is written: the first section is the next to read.
   *
   * @throws BufferException never
   */
  public void commit() throws BufferException {
    sections.commit();
  }

  /**
   * Forgets all sections: the buffer can be written again.
   *
   * @throws BufferException never
   */
  public void clear() throws BufferException {
    sections.clear();
  }

  /** Nothing: memory that nobody uses any more is forgotten. */
  public void free() {}

  /** Appends elements of an array to a section of {@link Type#BYTE}. */
  public void write(byte[] source, int srcOff, int numEls) throws BufferException {
    sections.write(Type.BYTE, source, srcOff, numEls);
  }

  /** Reads the next elements of a section of {@link Type#BYTE}. */
  public void read(byte[] dest, int dstOff, int numEls) throws BufferException {
    sections.read(Type.BYTE, dest, dstOff, numEls);
  }

  /** Appends the elements at {@code indexes[offs …]}. */
  public void gather(byte[] source, int numEls, int offs, int[] indexes) throws BufferException {
    sections.gather(Type.BYTE, source, numEls, offs, indexes);
  }

  /** Reads the next elements to {@code indexes[offs …]}. */
  public void scatter(byte[] dest, int numEls, int offs, int[] indexes) throws BufferException {
    sections.scatter(Type.BYTE, dest, numEls, offs, indexes);
  }

  /** Appends elements of an array to a section of {@link Type#CHAR}. */
  public void write(char[] source, int srcOff, int numEls) throws BufferException {
    sections.write(Type.CHAR, source, srcOff, numEls);
  }

  /** Reads the next elements of a section of {@link Type#CHAR}. */
  public void read(char[] dest, int dstOff, int numEls) throws BufferException {
    sections.read(Type.CHAR, dest, dstOff, numEls);
  }

  /** Appends the elements at {@code indexes[offs …]}. */
  public void gather(char[] source, int numEls, int offs, int[] indexes) throws BufferException {
    sections.gather(Type.CHAR, source, numEls, offs, indexes);
  }

  /** Reads the next elements to {@code indexes[offs …]}. */
  public void scatter(char[] dest, int numEls, int offs, int[] indexes) throws BufferException {
    sections.scatter(Type.CHAR, dest, numEls, offs, indexes);
  }

  /** Appends elements of an array to a section of {@link Type#SHORT}. */
  public void write(short[] source, int srcOff, int numEls) throws BufferException {
    sections.write(Type.SHORT, source, srcOff, numEls);
  }

  /** Reads the next elements of a section of {@link Type#SHORT}. */
  public void read(short[] dest, int dstOff, int numEls) throws BufferException {
    sections.read(Type.SHORT, dest, dstOff, numEls);
  }

  /** Appends the elements at {@code indexes[offs …]}. */
  public void gather(short[] source, int numEls, int offs, int[] indexes) throws BufferException {
    sections.gather(Type.SHORT, source, numEls, offs, indexes);
  }

  /** Reads the next elements to {@code indexes[offs …]}. */
  public void scatter(short[] dest, int numEls, int offs, int[] indexes) throws BufferException {
    sections.scatter(Type.SHORT, dest, numEls, offs, indexes);
  }

  /** Appends elements of an array to a section of {@link Type#INT}. */
  public void write(int[] source, int srcOff, int numEls) throws BufferException {
    sections.write(Type.INT, source, srcOff, numEls);
  }

  /** Reads the next elements of a section of {@link Type#INT}. */
  public void read(int[] dest, int dstOff, int numEls) throws BufferException {
    sections.read(Type.INT, dest, dstOff, numEls);
  }

  /** Appends the elements at {@code indexes[offs …]}. */
  public void gather(int[] source, int numEls, int offs, int[] indexes) throws BufferException {
    sections.gather(Type.INT, source, numEls, offs, indexes);
  }

  /** Reads the next elements to {@code indexes[offs …]}. */
  public void scatter(int[] dest, int numEls, int offs, int[] indexes) throws BufferException {
    sections.scatter(Type.INT, dest, numEls, offs, indexes);
  }

  /** Appends elements of an array to a section of {@link Type#LONG}. */
  public void write(long[] source, int srcOff, int numEls) throws BufferException {
    sections.write(Type.LONG, source, srcOff, numEls);
  }

  /** Reads the next elements of a section of {@link Type#LONG}. */
  public void read(long[] dest, int dstOff, int numEls) throws BufferException {
    sections.read(Type.LONG, dest, dstOff, numEls);
  }

  /** Appends the elements at {@code indexes[offs …]}. */
  public void gather(long[] source, int numEls, int offs, int[] indexes) throws BufferException {
    sections.gather(Type.LONG, source, numEls, offs, indexes);
  }

  /** Reads the next elements to {@code indexes[offs …]}. */
  public void scatter(long[] dest, int numEls, int offs, int[] indexes) throws BufferException {
    sections.scatter(Type.LONG, dest, numEls, offs, indexes);
  }

  /** Appends elements of an array to a section of {@link Type#FLOAT}. */
  public void write(float[] source, int srcOff, int numEls) throws BufferException {
    sections.write(Type.FLOAT, source, srcOff, numEls);
  }

  /** Reads the next elements of a section of {@link Type#FLOAT}. */
  public void read(float[] dest, int dstOff, int numEls) throws BufferException {
    sections.read(Type.FLOAT, dest, dstOff, numEls);
  }

  /** Appends the elements at {@code indexes[offs …]}. */
  public void gather(float[] source, int numEls, int offs, int[] indexes) throws BufferException {
    sections.gather(Type.FLOAT, source, numEls, offs, indexes);
  }

  /** Reads the next elements to {@code indexes[offs …]}. */
  public void scatter(float[] dest, int numEls, int offs, int[] indexes) throws BufferException {
    sections.scatter(Type.FLOAT, dest, numEls, offs, indexes);
  }

  /** Appends elements of an array to a section of {@link Type#DOUBLE}. */
  public void write(double[] source, int srcOff, int numEls) throws BufferException {
    sections.write(Type.DOUBLE, source, srcOff, numEls);
  }

  /** Reads the next elements of a section of {@link Type#DOUBLE}. */
  public void read(double[] dest, int dstOff, int numEls) throws BufferException {
    sections.read(Type.DOUBLE, dest, dstOff, numEls);
  }

  /** Appends the elements at {@code indexes[offs …]}. */
  public void gather(double[] source, int numEls, int offs, int[] indexes) throws BufferException {
    sections.gather(Type.DOUBLE, source, numEls, offs, indexes);
  }

  /** Reads the next elements to {@code indexes[offs …]}. */
  public void scatter(double[] dest, int numEls, int offs, int[] indexes) throws BufferException {
    sections.scatter(Type.DOUBLE, dest, numEls, offs, indexes);
  }

  /** Appends elements of an array to a section of {@link Type#BOOLEAN}. */
  public void write(boolean[] source, int srcOff, int numEls) throws BufferException {
    sections.write(Type.BOOLEAN, source, srcOff, numEls);
  }

  /** Reads the next elements of a section of {@link Type#BOOLEAN}. */
  public void read(boolean[] dest, int dstOff, int numEls) throws BufferException {
    sections.read(Type.BOOLEAN, dest, dstOff, numEls);
  }

  /** Appends the elements at {@code indexes[offs …]}. */
  public void gather(boolean[] source, int numEls, int offs, int[] indexes) throws BufferException {
    sections.gather(Type.BOOLEAN, source, numEls, offs, indexes);
  }

  /** Reads the next elements to {@code indexes[offs …]}. */
  public void scatter(boolean[] dest, int numEls, int offs, int[] indexes) throws BufferException {
    sections.scatter(Type.BOOLEAN, dest, numEls, offs, indexes);
  }

  /** Appends elements of an array to a section of {@link Type#OBJECT}. */
  public void write(Object[] source, int srcOff, int numEls) throws BufferException {
    sections.write(Type.OBJECT, source, srcOff, numEls);
  }

  /** Reads the next elements of a section of {@link Type#OBJECT}. */
  public void read(Object[] dest, int dstOff, int numEls) throws BufferException {
    sections.read(Type.OBJECT, dest, dstOff, numEls);
  }

  /** Appends the elements at {@code indexes[offs …]}. */
  public void gather(Object[] source, int numEls, int offs, int[] indexes) throws BufferException {
    sections.gather(Type.OBJECT, source, numEls, offs, indexes);
  }

  /** Reads the next elements to {@code indexes[offs …]}. */
  public void scatter(Object[] dest, int numEls, int offs, int[] indexes) throws BufferException {
    sections.scatter(Type.OBJECT, dest, numEls, offs, indexes);
  }
}
