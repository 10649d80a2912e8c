package mpi;

import org.purempi.CartCommunicator;
import org.purempi.Mpi;
import org.purempi.Shift;
import org.purempi.compat.mpjexpress.Numbers;

/** Ranks in a grid (MPI 4.1, section 8.5); ranks are in row-major order. */
public class Cartcomm extends Intracomm {
  private final CartCommunicator cart;

  Cartcomm(CartCommunicator cart) {
    super(cart);
    this.cart = cart;
  }

  /**
   * The ranks for each dimension of a grid, as close together as can be; fills in the zeros of
   * {@code dims} (section 8.5.2).
   */
  public static void Dims_create(int nnodes, int[] dims) throws MPIException {
    int[] all = Errors.get(() -> Mpi.dimsCreate(nnodes, dims));
    System.arraycopy(all, 0, dims, 0, dims.length);
  }

  /** Dimensions, rings and this rank's coordinates (section 8.5.5). */
  public CartParms Get() throws MPIException {
    return Errors.get(() -> new CartParms(cart.dims(), cart.periods(), cart.coords()));
  }

  /** The rank at some coordinates; in a ring any number is a coordinate (section 8.5.5). */
  public int Rank(int[] coords) throws MPIException {
    return Errors.get(() -> cart.rank(First.of(cart.dims().length, coords)));
  }

  /** The coordinates of a rank (section 8.5.5). */
  public int[] Coords(int rank) throws MPIException {
    return Errors.get(() -> cart.coords(rank));
  }

  /** The partners {@code disp} steps away along dimension {@code direction} (section 8.5.6). */
  public ShiftParms Shift(int direction, int disp) throws MPIException {
    Shift shift = Errors.get(() -> cart.shift(direction, disp));
    return new ShiftParms(Numbers.seen(shift.source()), Numbers.seen(shift.dest()));
  }

  /** The grid of the dimensions that remain; collective (section 8.5.7). */
  public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
    return Errors.get(() -> new Cartcomm(cart.sub(First.of(cart.dims().length, remain_dims))));
  }

  /** The rank that this one would have in a grid, or {@code MPI.UNDEFINED} (section 8.5.8). */
  public int Map(int[] dims, boolean[] periods) throws MPIException {
    return Errors.get(() -> Numbers.seen(cart.cartMap(dims, First.of(dims.length, periods))));
  }
}
