package mpi;

/** What {@link CartComm#getTopo} answers: the shape of a grid and the rank's place in it. */
public final class CartParms {
  private final int[] dims;
  private final boolean[] periods;
  private final int[] coords;

  CartParms(int[] dims, boolean[] periods, int[] coords) {
    this.dims = dims;
    this.periods = periods;
    this.coords = coords;
  }

  /** The number of dimensions. */
  public int getDimCount() {
    return dims.length;
  }

  /** The ranks in dimension {@code i}. */
  public int getDim(int i) {
    return dims[i];
  }

  /** Whether dimension {@code i} is a ring. */
  public boolean getPeriod(int i) {
    return periods[i];
  }

  /** The rank's coordinate in dimension {@code i}. */
  public int getCoord(int i) {
    return coords[i];
  }
}
