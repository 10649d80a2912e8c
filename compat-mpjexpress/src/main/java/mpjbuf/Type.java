package mpjbuf;

/** What the elements of a section are. */
public enum Type {
  /** Bytes. */
  BYTE(Byte.BYTES),
  /** Chars. */
  CHAR(Character.BYTES),
  /** Shorts. */
  SHORT(Short.BYTES),
  /** Booleans, a byte each. */
  BOOLEAN(1),
  /** Ints. */
  INT(Integer.BYTES),
  /** Longs. */
  LONG(Long.BYTES),
  /** Floats. */
  FLOAT(Float.BYTES),
  /** Doubles. */
  DOUBLE(Double.BYTES),
  /** Objects, serialised. */
  OBJECT(1);

  private final int width;

  Type(int width) {
    this.width = width;
  }

  /** Bytes of an element; of an object 1, its length is not known. */
  public int getSize() {
    return width;
  }
}
