package org.purempi.communicator;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.purempi.CartCommunicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Shift;
import org.purempi.Topology;
import org.purempi.protocol.Peers;

/** Ranks in a grid. */
final class LiveCart extends LiveTopology implements CartCommunicator {
  private final Grid grid;

  private LiveCart(Rank home, Peers peers, ErrorHandler errorHandler, Grid grid) {
    super(home, peers, errorHandler, grid.neighborhood(peers.rank()));
    this.grid = grid;
  }

  static @Nullable LiveCart create(LiveCommunicator old, Grid grid, boolean reorder) {
    int nodes = grid.nodes(old.size());
    @Nullable IntFunction<int[]> neighbors = reorder ? grid::neighbors : null;
    Peers made = old.placed(nodes, neighbors, grid + " grid of " + old.label());
    return made == null ? null : new LiveCart(old.home(), made, old.getErrhandler(), grid);
  }

  @Override
  LiveCart copy(Peers made, ErrorHandler handler) {
    return new LiveCart(home, made, handler, grid);
  }

  @Override
  public CartCommunicator dup() {
    return (CartCommunicator) super.dup();
  }

  @Override
  public Topology topoTest() {
    return Topology.CART;
  }

  @Override
  public int ndims() {
    return grid.ndims();
  }

  @Override
  public int[] dims() {
    return grid.dims();
  }

  @Override
  public boolean[] periods() {
    return grid.periods();
  }

  @Override
  public int[] coords() {
    return grid.coords(rank());
  }

  @Override
  public int[] coords(int rank) {
    if (rank < 0 || rank >= size()) {
      throw raise(Arguments.rank(at("coords"), "rank", rank, size(), label()));
    }
    return grid.coords(rank);
  }

  @Override
  public int rank(int[] coords) {
    requireDimensions("rank", "coords", coords.length);
    int rank = grid.rank(coords);
    if (rank == Mpi.PROC_NULL) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.ARG,
              at("rank")
                  + ": coordinates "
                  + java.util.Arrays.toString(coords)
                  + " are outside the grid of "
                  + grid));
    }
    return rank;
  }

  private void requireDimensions(String call, String name, int given) {
    if (given != grid.ndims()) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.ARG,
              at(call)
                  + ": "
                  + name
                  + " has "
                  + given
                  + " entries for "
                  + grid.ndims()
                  + " dimensions"));
    }
  }

  @Override
  public Shift shift(int direction, int disp) {
    if (direction < 0 || direction >= grid.ndims()) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.DIMS,
              at("shift")
                  + ": direction "
                  + direction
                  + " of a grid with "
                  + grid.ndims()
                  + " dimensions"));
    }
    return grid.shift(rank(), direction, disp);
  }

  @Override
  public CartCommunicator sub(boolean... remainDims) {
    requireOpen("sub");
    requireDimensions("sub", "remainDims", remainDims.length);
    boolean[] remain = remainDims.clone();
    Grid part = grid.sub(remain);
    int color = grid.rankIn(rank(), remain, false);
    int key = grid.rankIn(rank(), remain, true);
    String label = part + " grid of " + label();
    Peers made = handling(() -> home.contexts().split(peers, collective(), color, key, label));
    return new LiveCart(home, java.util.Objects.requireNonNull(made), getErrhandler(), part);
  }
}
