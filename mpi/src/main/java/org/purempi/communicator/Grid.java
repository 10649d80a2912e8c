package org.purempi.communicator;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Shift;
import org.purempi.collective.Neighborhood;

/** A Cartesian grid of ranks, the last coordinate running fastest (section 8.5). Immutable. */
final class Grid {
  private final int[] dims;
  private final boolean[] periods;

  Grid(int[] dims, boolean[] periods) {
    if (dims.length != periods.length) {
      throw new MpiArgumentException(
          ErrorClass.DIMS, dims.length + " dims but " + periods.length + " periods");
    }
    for (int d : dims) {
      if (d < 1) {
        throw new MpiArgumentException(
            ErrorClass.DIMS, "a dimension has " + d + " ranks: " + Arrays.toString(dims));
      }
    }
    this.dims = dims.clone();
    this.periods = periods.clone();
  }

  int[] dims() {
    return dims.clone();
  }

  boolean[] periods() {
    return periods.clone();
  }

  int ndims() {
    return dims.length;
  }

  /** The ranks in the grid, which must be no more than {@code size}. */
  int nodes(int size) {
    long nodes = 1;
    for (int d : dims) {
      nodes = Math.min(nodes * d, Integer.MAX_VALUE);
    }
    if (nodes > size) {
      throw new MpiArgumentException(
          ErrorClass.DIMS, "a grid of " + this + " does not fit in " + size + " ranks");
    }
    return (int) nodes;
  }

  int[] coords(int rank) {
    int[] coords = new int[dims.length];
    int rest = rank;
    for (int i = dims.length - 1; i >= 0; i--) {
      coords[i] = rest % dims[i];
      rest /= dims[i];
    }
    return coords;
  }

  /** The rank at some coordinates; {@link Mpi#PROC_NULL} outside a dimension that is no ring. */
  int rank(int[] coords) {
    int rank = 0;
    for (int i = 0; i < dims.length; i++) {
      boolean inside = coords[i] >= 0 && coords[i] < dims[i];
      if (!inside && !periods[i]) {
        return Mpi.PROC_NULL;
      }
      rank = rank * dims[i] + Math.floorMod(coords[i], dims[i]);
    }
    return rank;
  }

  Shift shift(int rank, int direction, int disp) {
    return new Shift(moved(rank, direction, -(long) disp), moved(rank, direction, disp));
  }

  private int moved(int rank, int direction, long disp) {
    int[] coords = coords(rank);
    long there = coords[direction] + disp;
    // A ring may be gone round more often than an int can count.
    coords[direction] =
        periods[direction]
            ? (int) Math.floorMod(there, (long) dims[direction])
            : (int) Math.clamp(there, -1L, dims[direction]);
    return rank(coords);
  }

  /** For each dimension the neighbours at −1 and at +1. */
  Neighborhood neighborhood(int rank) {
    int[] neighbors = neighbors(rank);
    return new Neighborhood(neighbors, neighbors, true);
  }

  /** For each dimension the ranks at −1 and at +1; {@link Mpi#PROC_NULL} for none. */
  int[] neighbors(int rank) {
    int[] neighbors = new int[2 * dims.length];
    for (int i = 0; i < dims.length; i++) {
      Shift shift = shift(rank, i, 1);
      neighbors[2 * i] = shift.source();
      neighbors[2 * i + 1] = shift.dest();
    }
    return neighbors;
  }

  /** The grid of some of the dimensions. */
  Grid sub(boolean[] remain) {
    int n = 0;
    int[] someDims = new int[dims.length];
    boolean[] somePeriods = new boolean[dims.length];
    for (int i = 0; i < dims.length; i++) {
      if (remain[i]) {
        someDims[n] = dims[i];
        somePeriods[n++] = periods[i];
      }
    }
    return new Grid(Arrays.copyOf(someDims, n), Arrays.copyOf(somePeriods, n));
  }

  /** Where a rank is in the grid of the dimensions for which {@code which} holds. */
  int rankIn(int rank, boolean[] dimensions, boolean which) {
    int[] coords = coords(rank);
    int place = 0;
    for (int i = 0; i < dims.length; i++) {
      if (dimensions[i] == which) {
        place = place * dims[i] + coords[i];
      }
    }
    return place;
  }

  @Override
  public String toString() {
    return dims.length == 0
        ? "no dimensions"
        : Arrays.stream(dims).mapToObj(Integer::toString).collect(Collectors.joining(" × "));
  }
}
