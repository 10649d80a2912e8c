package org.purempi.tests.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.Shift;
import org.purempi.Topology;
import org.purempi.tests.OnRanks;

/** Section 8.5: grids. */
final class GridCases {
  private GridCases() {}

  static CartCommunicator grid(Communicator world, int[] dims, boolean... periods) {
    return Objects.requireNonNull(world.cartCreate(dims, periods, false));
  }

  @OnRanks(1)
  static void dimensionsAreBalancedAndDoNotIncrease(Communicator world) {
    assertThat(world.size()).isOne();
    assertThat(Mpi.dimsCreate(6, 0, 0)).containsExactly(3, 2);
    assertThat(Mpi.dimsCreate(7, 0, 0)).containsExactly(7, 1);
    assertThat(Mpi.dimsCreate(12, 0, 0, 0)).containsExactly(3, 2, 2);
    assertThat(Mpi.dimsCreate(24, 0, 0, 0)).containsExactly(4, 3, 2);
    assertThat(Mpi.dimsCreate(6, 0, 3, 0)).containsExactly(2, 3, 1);
    assertThat(Mpi.dimsCreate(64, 0, 0, 0)).containsExactly(4, 4, 4);
    assertThat(Mpi.dimsCreate(1, 0, 0)).containsExactly(1, 1);
    assertThat(Mpi.dimsCreate(8, 4, 2)).containsExactly(4, 2);
    assertThat(Mpi.dimsCreate(1)).isEmpty();
    assertThat(Mpi.dimsCreate(1_000_003, 0, 0)).containsExactly(1_000_003, 1);
  }

  @OnRanks(1)
  static void dimensionsThatDoNotDivideAreRefused(Communicator world) {
    assertThat(world.size()).isOne();
    for (int[] dims : new int[][] {{0, 3, 0}, {-1, 0}, {4, 2}, {}}) {
      assertThatThrownBy(() -> Mpi.dimsCreate(7, dims))
          .isInstanceOfSatisfying(
              MpiArgumentException.class,
              e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.DIMS));
    }
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void ranksAreInRowMajorOrder(Communicator world) {
    int[] dims = Mpi.dimsCreate(world.size(), 0, 0);
    CartCommunicator cart = grid(world, dims, true, false);
    assertThat(cart.topoTest()).isEqualTo(Topology.CART);
    assertThat(world.topoTest()).isEqualTo(Topology.UNDEFINED);
    assertThat(cart.ndims()).isEqualTo(2);
    assertThat(cart.dims()).isEqualTo(dims);
    assertThat(cart.periods()).containsExactly(true, false);
    for (int r = 0; r < cart.size(); r++) {
      assertThat(cart.coords(r)).containsExactly(r / dims[1], r % dims[1]);
      assertThat(cart.rank(cart.coords(r))).isEqualTo(r);
    }
    assertThat(cart.coords()).isEqualTo(cart.coords(cart.rank()));
    cart.close();
  }

  @OnRanks({3, 4, 7})
  static void ranksThatAreLeftOverGetNone(Communicator world) {
    CartCommunicator cart = world.cartCreate(new int[] {2, 1}, new boolean[2], true);
    assertThat(world.cartMap(new int[] {2, 1}, new boolean[2]))
        .isEqualTo(world.rank() < 2 ? world.rank() : Mpi.UNDEFINED);
    if (world.rank() < 2) {
      assertThat(Objects.requireNonNull(cart).size()).isEqualTo(2);
      assertThat(cart.allreduce(1, Op.SUM)).isEqualTo(2);
    } else {
      assertThat(cart).isNull();
    }
    CartCommunicator point = world.cartCreate(new int[0], new boolean[0], false);
    assertThat(point != null).isEqualTo(world.rank() == 0);
    if (point != null) {
      assertThat(point.size()).isOne();
      assertThat(point.coords(0)).isEmpty();
      assertThat(point.rank(new int[0])).isZero();
    }
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void aShiftGoesRoundARingAndEndsAtAnEdge(Communicator world) {
    int n = world.size();
    int me = world.rank();
    CartCommunicator ring = grid(world, new int[] {n}, true);
    CartCommunicator line = grid(world, new int[] {n}, false);
    for (int disp : new int[] {0, 1, -1, 2, n, n + 1, 1_000_000_007}) {
      Shift s = ring.shift(0, disp);
      assertThat(s.dest()).isEqualTo(Math.floorMod(me + disp, n));
      assertThat(s.source()).isEqualTo(Math.floorMod(me - disp, n));
      Shift l = line.shift(0, disp);
      assertThat(l.dest()).isEqualTo(inside(me + (long) disp, n));
      assertThat(l.source()).isEqualTo(inside(me - (long) disp, n));
    }
    int[] got = {-1};
    Shift s = line.shift(0, 1);
    line.sendrecv(new int[] {me}, s.dest(), 0, got, s.source(), 0);
    assertThat(got[0]).isEqualTo(me - 1);
    assertThat(ring.rank(new int[] {-1})).isEqualTo(n - 1);
    assertThat(ring.rank(new int[] {n})).isZero();
    assertThatThrownBy(() -> line.rank(new int[] {n})).isInstanceOf(MpiArgumentException.class);
    assertThatThrownBy(() -> line.shift(1, 1)).isInstanceOf(MpiArgumentException.class);
    assertThatThrownBy(() -> line.coords(n)).isInstanceOf(MpiArgumentException.class);
  }

  private static int inside(long rank, int size) {
    return rank < 0 || rank >= size ? Mpi.PROC_NULL : (int) rank;
  }

  @OnRanks({4})
  static void aGridIsCutIntoGridsOfFewerDimensions(Communicator world) {
    CartCommunicator cart = grid(world, new int[] {2, 2}, true, false);
    CartCommunicator row = cart.sub(false, true);
    assertThat(row.dims()).containsExactly(2);
    assertThat(row.periods()).containsExactly(false);
    assertThat(row.coords()).containsExactly(cart.coords()[1]);
    assertThat(row.allreduce(world.rank(), Op.SUM)).isEqualTo(world.rank() < 2 ? 1 : 5);
    CartCommunicator column = cart.sub(true, false);
    assertThat(column.allreduce(world.rank(), Op.SUM)).isEqualTo(world.rank() % 2 == 0 ? 2 : 4);
    CartCommunicator alone = cart.sub(false, false);
    assertThat(alone.size()).isOne();
    assertThat(alone.ndims()).isZero();
    assertThatThrownBy(() -> cart.sub(true)).isInstanceOf(MpiArgumentException.class);
  }

  @OnRanks({2, 4})
  static void aDuplicateIsTheSameGrid(Communicator world) {
    CartCommunicator cart = grid(world, new int[] {world.size()}, true);
    try (CartCommunicator copy = cart.dup()) {
      assertThat(copy.dims()).isEqualTo(cart.dims());
      assertThat(copy.shift(0, 1)).isEqualTo(cart.shift(0, 1));
      assertThat(copy.allreduce(1, Op.SUM)).isEqualTo(world.size());
    }
  }

  @OnRanks({2, 3})
  static void agridThatDoesNotFitIsRefused(Communicator world) {
    boolean[] periods = new boolean[2];
    for (int[] dims : new int[][] {{world.size(), 2}, {0, 1}, {-1, 1}, {70_000, 70_000}, {1}}) {
      assertThatThrownBy(() -> world.cartCreate(dims, periods, false))
          .isInstanceOfSatisfying(
              MpiArgumentException.class,
              e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.DIMS));
    }
    world.barrier();
  }
}
