package mpi;

/** The pair of a short and an int: {@link MPI#SHORT_INT} as a struct. */
public final class ShortInt extends Struct {
  private static final int INDEX_OFFSET = 4;

  private final int value = addShort();
  private final int index = setOffset(INDEX_OFFSET).addInt();

  ShortInt() {}

  @Override
  protected Data newData() {
    return new Data();
  }

  /** One pair in a buffer. */
  public final class Data extends Struct.Data {
    /** For {@link Struct#getData}. */
    public Data() {}

    /** The value. */
    public short getValue() {
      return getShort(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Changes the value. */
    public void putValue(short v) {
      putShort(value, v);
    }

    /** Changes the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
