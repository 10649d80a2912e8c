package mpi;

/** The pair of a double and an int: {@link MPI#DOUBLE_INT} as a struct. */
public final class DoubleInt extends Struct {
  private static final int INDEX_OFFSET = 8;

  private final int value = addDouble();
  private final int index = setOffset(INDEX_OFFSET).addInt();

  DoubleInt() {}

  @Override
  protected Data newData() {
    return new Data();
  }

  /** One pair in a buffer. */
  public final class Data extends Struct.Data {
    /** For {@link Struct#getData}. */
    public Data() {}

    /** The value. */
    public double getValue() {
      return getDouble(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Changes the value. */
    public void putValue(double v) {
      putDouble(value, v);
    }

    /** Changes the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
