package org.purempi.learn.engine;

/** Rows of numbers, one row an example; row by row in an array of float32. */
public final class Tensor {
  private final float[] data;
  private final int rows;
  private final int columns;

  /** Zeros. */
  public Tensor(int rows, int columns) {
    this(new float[Math.multiplyExact(rows, columns)], rows, columns);
  }

  /**
   * The numbers of an array, which is not copied.
   *
   * @throws IllegalArgumentException if it has another length
   */
  public Tensor(float[] data, int rows, int columns) {
    if (data.length != Math.multiplyExact(rows, columns)) {
      throw new IllegalArgumentException(
          "%d rows of %d numbers are not the %d of the array"
              .formatted(rows, columns, data.length));
    }
    this.data = data;
    this.rows = rows;
    this.columns = columns;
  }

  /** The numbers themselves, not a copy: row r begins at r × {@link #columns}. */
  public float[] data() {
    return data;
  }

  /** How many examples. */
  public int rows() {
    return rows;
  }

  /** How many numbers an example has. */
  public int columns() {
    return columns;
  }

  /** One number. */
  public float get(int row, int column) {
    return data[row * columns + column];
  }

  /** A copy of some rows. */
  public Tensor rows(int first, int count) {
    var part = new Tensor(count, columns);
    System.arraycopy(data, first * columns, part.data, 0, part.data.length);
    return part;
  }

  /**
   * This tensor, if its rows are as long as a layer asks for.
   *
   * @throws IllegalArgumentException if they are not
   */
  public Tensor ofColumns(int wanted, Object layer) {
    if (columns != wanted) {
      throw new IllegalArgumentException(
          layer + " takes rows of " + wanted + " numbers, not of " + columns);
    }
    return this;
  }
}
