package mpi;

/** The pair of two ints: {@link MPI#INT2} as a struct. */
public final class Int2 extends Struct {
  private static final int INDEX_OFFSET = 4;

  private final int value = addInt();
  private final int index = setOffset(INDEX_OFFSET).addInt();

  Int2() {}

  @Override
  protected Data newData() {
    return new Data();
  }

  /** One pair in a buffer. */
  public final class Data extends Struct.Data {
    /** For {@link Struct#getData}. */
    public Data() {}

    /** The value. */
    public int getValue() {
      return getInt(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Changes the value. */
    public void putValue(int v) {
      putInt(value, v);
    }

    /** Changes the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
