package org.purempi;

/**
 * Ranks in a grid of any number of dimensions (section 8.5). Ranks are in row-major order: the last
 * coordinate runs fastest.
 */
public interface CartCommunicator extends Communicator, NeighborCollectives {
  /** The number of dimensions ({@code MPI_Cartdim_get}, section 8.5.5). */
  int ndims();

  /** The ranks in each dimension ({@code MPI_Cart_get}, section 8.5.5). */
  int[] dims();

  /** Whether each dimension is a ring ({@code MPI_Cart_get}, section 8.5.5). */
  boolean[] periods();

  /** This rank's coordinates ({@code MPI_Cart_get}, section 8.5.5). */
  int[] coords();

  /** The coordinates of a rank ({@code MPI_Cart_coords}, section 8.5.5). */
  int[] coords(int rank);

  /**
   * The rank at some coordinates ({@code MPI_Cart_rank}, section 8.5.5). In a periodic dimension
   * any number is a coordinate.
   *
   * @throws MpiArgumentException if a coordinate of another dimension is outside
   */
  int rank(int[] coords);

  /**
   * The partners {@code disp} steps away in both directions of dimension {@code direction}: receive
   * from the source, send to the destination ({@code MPI_Cart_shift}, section 8.5.6).
   */
  Shift shift(int direction, int disp);

  /**
   * The grid of the dimensions that remain, one for each choice of coordinates in the others;
   * collective ({@code MPI_Cart_sub}, section 8.5.7).
   */
  CartCommunicator sub(boolean... remainDims);

  /** The same ranks in the same grid; collective ({@code MPI_Comm_dup}). */
  @Override
  CartCommunicator dup();
}
