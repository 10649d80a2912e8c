package org.purempi;

/**
 * A window as one of longs: single numbers at any rank, without buffers ({@link Window#longs}).
 *
 * <p>An index is a displacement: it counts longs where the target's unit is {@code Long.BYTES}.
 * Each call is atomic, waits for its result, and needs an epoch of the window, most simply that of
 * {@link Window#lockAll}. At {@link Mpi#PROC_NULL} nothing happens, and 0 comes back.
 */
public final class LongView {
  private final Window window;

  LongView(Window window) {
    this.window = window;
  }

  /** The number at an index of a rank's part. */
  public long get(int rank, long index) {
    return getAndUpdate(rank, index, 0, Op.NO_OP);
  }

  /** Writes a number; it is there when this returns. */
  public void put(int rank, long index, long value) {
    getAndUpdate(rank, index, value, Op.REPLACE);
  }

  /** Adds to a number; returns what was there. */
  public long getAndAdd(int rank, long index, long value) {
    return getAndUpdate(rank, index, value, Op.SUM);
  }

  /**
   * Combines a number with another one, {@code value op there}; returns what was there.
   *
   * @param op predefined and defined for a long
   * @throws MpiArgumentException ({@code OP}) if it is not
   */
  public long getAndUpdate(int rank, long index, long value, Op op) {
    long[] before = new long[1];
    Buf origin = Buf.of(new long[] {value});
    window.rgetAccumulate(origin, Buf.of(before), rank, index, 1, Datatype.LONG, op).waitFor();
    return before[0];
  }

  /** Writes a number if the one there is {@code expected}; returns what was there. */
  public long compareAndSwap(int rank, long index, long expected, long value) {
    return window.compareAndSwap(rank, index, expected, value);
  }
}
