package org.purempi;

/**
 * A window as one of ints: single numbers at any rank, without buffers ({@link Window#ints}).
 *
 * <p>An index is a displacement: it counts ints where the target's unit is {@code Integer.BYTES}.
 * Each call is atomic, waits for its result, and needs an epoch of the window, most simply that of
 * {@link Window#lockAll}. At {@link Mpi#PROC_NULL} nothing happens, and 0 comes back.
 */
public final class IntView {
  private final Window window;

  IntView(Window window) {
    this.window = window;
  }

  /** The number at an index of a rank's part. */
  public int get(int rank, long index) {
    return getAndUpdate(rank, index, 0, Op.NO_OP);
  }

  /** Writes a number; it is there when this returns. */
  public void put(int rank, long index, int value) {
    getAndUpdate(rank, index, value, Op.REPLACE);
  }

  /** Adds to a number; returns what was there. */
  public int getAndAdd(int rank, long index, int value) {
    return getAndUpdate(rank, index, value, Op.SUM);
  }

  /**
   * Combines a number with another one, {@code value op there}; returns what was there.
   *
   * @param op predefined and defined for an int
   * @throws MpiArgumentException ({@code OP}) if it is not
   */
  public int getAndUpdate(int rank, long index, int value, Op op) {
    int[] before = new int[1];
    Buf origin = Buf.of(new int[] {value});
    window.rgetAccumulate(origin, Buf.of(before), rank, index, 1, Datatype.INT, op).waitFor();
    return before[0];
  }

  /** Writes a number if the one there is {@code expected}; returns what was there. */
  public int compareAndSwap(int rank, long index, int expected, int value) {
    return window.compareAndSwap(rank, index, expected, value);
  }
}
