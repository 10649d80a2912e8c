package mpi;

/** What {@link Cartcomm#Get} tells of a grid. */
public class CartParms {
  /** The ranks in each dimension. */
  public int[] dims;

  /** Whether each dimension is a ring. */
  public boolean[] periods;

  /** This rank's coordinates. */
  public int[] coords;

  CartParms(int[] dims, boolean[] periods, int[] coords) {
    this.dims = dims;
    this.periods = periods;
    this.coords = coords;
  }
}
