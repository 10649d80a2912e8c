package mpi;

import java.util.Arrays;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Shift;

/** Ranks in a grid (section 8.5). */
public final class CartComm extends Intracomm {
  CartComm(@Nullable Communicator core) {
    super(core);
  }

  CartComm(org.purempi.Request<Communicator> pending) {
    super(pending);
  }

  @Override
  public CartComm clone() {
    return (CartComm) super.clone();
  }

  @Override
  public CartComm dup() throws MPIException {
    return new CartComm(duplicate());
  }

  @Override
  public CartComm iDup() throws MPIException {
    return new CartComm(startDuplicate());
  }

  @Override
  public CartComm dupWithInfo(Info info) throws MPIException {
    return new CartComm(duplicate(info));
  }

  private CartCommunicator grid() throws MPIException {
    return (CartCommunicator) live();
  }

  /** The grid's shape and this rank's place ({@code MPI_Cart_get}). */
  public CartParms getTopo() throws MPIException {
    CartCommunicator grid = grid();
    return new CartParms(grid.dims(), grid.periods(), grid.coords());
  }

  /** The rank at some coordinates ({@code MPI_Cart_rank}). */
  public int getRank(int[] coords) throws MPIException {
    CartCommunicator grid = grid();
    return Failures.get(() -> grid.rank(First.of(grid.dims().length, coords)));
  }

  /** The coordinates of a rank ({@code MPI_Cart_coords}). */
  public int[] getCoords(int rank) throws MPIException {
    CartCommunicator grid = grid();
    return Failures.get(() -> grid.coords(rank));
  }

  /** The partners some steps away in both directions ({@code MPI_Cart_shift}). */
  public ShiftParms shift(int direction, int disp) throws MPIException {
    CartCommunicator grid = grid();
    Shift shift = Failures.get(() -> grid.shift(direction, disp));
    return new ShiftParms(shift.source(), shift.dest());
  }

  /** The grid of the dimensions that remain ({@code MPI_Cart_sub}). */
  public CartComm sub(boolean[] remainDims) throws MPIException {
    CartCommunicator grid = grid();
    return new CartComm(Failures.get(() -> grid.sub(First.of(grid.dims().length, remainDims))));
  }

  /** The rank that this one would have in a grid ({@code MPI_Cart_map}). */
  public int map(int[] dims, boolean[] periods) throws MPIException {
    CartCommunicator grid = grid();
    return Failures.get(() -> grid.cartMap(dims, First.of(dims.length, periods)));
  }

  /**
   * Chooses the ranks of dimensions that are 0 ({@code MPI_Dims_create}).
   *
   * @param dims is changed
   */
  public static void createDims(int nnodes, int[] dims) throws MPIException {
    int[] chosen = Failures.get(() -> Mpi.dimsCreate(nnodes, Arrays.copyOf(dims, dims.length)));
    System.arraycopy(chosen, 0, dims, 0, dims.length);
  }
}
