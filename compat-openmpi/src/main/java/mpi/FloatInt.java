package mpi;

/** The pair of a float and an int: {@link MPI#FLOAT_INT} as a struct. */
public final class FloatInt extends Struct {
  private static final int INDEX_OFFSET = 4;

  private final int value = addFloat();
  private final int index = setOffset(INDEX_OFFSET).addInt();

  FloatInt() {}

  @Override
  protected Data newData() {
    return new Data();
  }

  /** One pair in a buffer. */
  public final class Data extends Struct.Data {
    /** For {@link Struct#getData}. */
    public Data() {}

    /** The value. */
    public float getValue() {
      return getFloat(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Changes the value. */
    public void putValue(float v) {
      putFloat(value, v);
    }

    /** Changes the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
