package mpi;

/** The pair of a long and an int: {@link MPI#LONG_INT} as a struct. */
public final class LongInt extends Struct {
  private static final int INDEX_OFFSET = 8;

  private final int value = addLong();
  private final int index = setOffset(INDEX_OFFSET).addInt();

  LongInt() {}

  @Override
  protected Data newData() {
    return new Data();
  }

  /** One pair in a buffer. */
  public final class Data extends Struct.Data {
    /** For {@link Struct#getData}. */
    public Data() {}

    /** The value. */
    public long getValue() {
      return getLong(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Changes the value. */
    public void putValue(long v) {
      putLong(value, v);
    }

    /** Changes the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
