package org.purempi;

/**
 * A window as one of doubles: single numbers at any rank, without buffers ({@link Window#doubles}).
 *
 * <p>An index is a displacement: it counts doubles where the target's unit is {@code Double.BYTES}.
 * Each call is atomic, waits for its result, and needs an epoch of the window, most simply that of
 * {@link Window#lockAll}. At {@link Mpi#PROC_NULL} nothing happens, and 0 comes back.
 */
public final class DoubleView {
  private final Window window;

  DoubleView(Window window) {
    this.window = window;
  }

  /** The number at an index of a rank's part. */
  public double get(int rank, long index) {
    return getAndUpdate(rank, index, 0, Op.NO_OP);
  }

  /** Writes a number; it is there when this returns. */
  public void put(int rank, long index, double value) {
    getAndUpdate(rank, index, value, Op.REPLACE);
  }

  /** Adds to a number; returns what was there. */
  public double getAndAdd(int rank, long index, double value) {
    return getAndUpdate(rank, index, value, Op.SUM);
  }

  /**
   * Combines a number with another one, {@code value op there}; returns what was there.
   *
   * @param op predefined and defined for a double
   * @throws MpiArgumentException ({@code OP}) if it is not
   */
  public double getAndUpdate(int rank, long index, double value, Op op) {
    double[] before = new double[1];
    Buf origin = Buf.of(new double[] {value});
    window.rgetAccumulate(origin, Buf.of(before), rank, index, 1, Datatype.DOUBLE, op).waitFor();
    return before[0];
  }
}
