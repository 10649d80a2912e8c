package org.purempi.tests.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.PersistentRequest;
import org.purempi.Shift;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Same;

/** Sections 8.6 to 8.8 on grids: every dimension's ring of one, two and more ranks, and edges. */
final class NeighborCases {
  private static final int UNTOUCHED = -99;

  private NeighborCases() {}

  /** All grids of two dimensions, in all periods. */
  private static List<CartCommunicator> grids(Communicator world) {
    List<CartCommunicator> grids = new ArrayList<>();
    int n = world.size();
    for (int p = 0; p < 4; p++) {
      boolean[] periods = {(p & 1) != 0, (p & 2) != 0};
      grids.add(GridCases.grid(world, new int[] {n, 1}, periods));
      grids.add(GridCases.grid(world, Mpi.dimsCreate(n, 0, 0), periods));
    }
    return grids;
  }

  /** The neighbours in the order of the Standard: for each dimension −1, then +1. */
  private static int[] neighbors(CartCommunicator cart) {
    int[] neighbors = new int[2 * cart.ndims()];
    for (int d = 0; d < cart.ndims(); d++) {
      Shift s = cart.shift(d, 1);
      neighbors[2 * d] = s.source();
      neighbors[2 * d + 1] = s.dest();
    }
    return neighbors;
  }

  private static int word(int from, int direction) {
    return 100 * from + direction;
  }

  private static int[] outgoing(CartCommunicator cart) {
    int[] out = new int[2 * cart.ndims()];
    Arrays.setAll(out, i -> word(cart.rank(), i));
    return out;
  }

  private static int[] untouched(CartCommunicator cart) {
    int[] in = new int[2 * cart.ndims()];
    Arrays.fill(in, UNTOUCHED);
    return in;
  }

  /** What comes from my −1 was sent by it to its +1, and the other way round. */
  private static void checkAlltoall(CartCommunicator cart, int[] in) {
    int[] neighbors = neighbors(cart);
    for (int i = 0; i < in.length; i++) {
      int expected = neighbors[i] == Mpi.PROC_NULL ? UNTOUCHED : word(neighbors[i], i ^ 1);
      assertThat(in[i]).as("direction %d of %s", i, cart).isEqualTo(expected);
    }
  }

  private static void checkAllgather(CartCommunicator cart, int[] in) {
    int[] neighbors = neighbors(cart);
    for (int i = 0; i < in.length; i++) {
      int expected = neighbors[i] == Mpi.PROC_NULL ? UNTOUCHED : word(neighbors[i], 7);
      assertThat(in[i]).as("direction %d of %s", i, cart).isEqualTo(expected);
    }
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void blocksAreMatchedByDirection(Communicator world) {
    for (CartCommunicator cart : grids(world)) {
      int[] in = untouched(cart);
      cart.neighborAlltoall(Buf.of(outgoing(cart)), Buf.of(in));
      checkAlltoall(cart, in);
      int[] later = untouched(cart);
      cart.ineighborAlltoall(Buf.of(outgoing(cart)), Buf.of(later)).waitFor();
      checkAlltoall(cart, later);
      cart.close();
    }
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void oneBlockGoesToAllNeighbors(Communicator world) {
    for (CartCommunicator cart : grids(world)) {
      Buf mine = Buf.of(new int[] {word(cart.rank(), 7)});
      int[] in = untouched(cart);
      cart.neighborAllgather(mine, Buf.of(in));
      checkAllgather(cart, in);
      int[] later = untouched(cart);
      cart.ineighborAllgather(mine, Buf.of(later)).waitFor();
      checkAllgather(cart, later);
      // Blocks anywhere, the last neighbour's first.
      int[] backwards = untouched(cart);
      int n = backwards.length;
      long[] ones = new long[n];
      long[] displs = new long[n];
      Arrays.fill(ones, 1);
      Arrays.setAll(displs, i -> n - 1 - i);
      VBuf blocks = VBuf.of(Buf.of(backwards), ones, displs);
      cart.neighborAllgatherv(mine, blocks);
      checkAllgather(cart, reversed(backwards));
      Arrays.fill(backwards, UNTOUCHED);
      cart.ineighborAllgatherv(mine, blocks).waitFor();
      checkAllgather(cart, reversed(backwards));
    }
  }

  private static int[] reversed(int[] a) {
    int[] r = new int[a.length];
    Arrays.setAll(r, i -> a[a.length - 1 - i]);
    return r;
  }

  private static VBuf ones(int[] a) {
    long[] counts = new long[a.length];
    Arrays.fill(counts, 1);
    return VBuf.of(Buf.of(a), counts);
  }

  private static WBuf singles(int[] a) {
    List<Buf> blocks = new ArrayList<>();
    for (int i = 0; i < a.length; i++) {
      blocks.add(Buf.of(a, i, 1));
    }
    return new WBuf(blocks);
  }

  @OnRanks({1, 2, 3, 4})
  static void blocksOfAnySizeAndPlace(Communicator world) {
    for (CartCommunicator cart : grids(world)) {
      int[] out = outgoing(cart);
      int[] in = untouched(cart);
      cart.neighborAlltoallv(ones(out), ones(in));
      checkAlltoall(cart, in);
      in = untouched(cart);
      cart.ineighborAlltoallv(ones(out), ones(in)).waitFor();
      checkAlltoall(cart, in);
      in = untouched(cart);
      cart.neighborAlltoallw(singles(out), singles(in));
      checkAlltoall(cart, in);
      in = untouched(cart);
      cart.ineighborAlltoallw(singles(out), singles(in)).waitFor();
      checkAlltoall(cart, in);
    }
  }

  @OnRanks({1, 2, 4})
  static void theyAreSetUpOnceAndStartedAgain(Communicator world) {
    CartCommunicator cart = GridCases.grid(world, Mpi.dimsCreate(world.size(), 0, 0), true, false);
    int[] out = new int[4];
    int[] in = new int[4];
    int[] one = new int[1];
    List<PersistentRequest> exchanges =
        List.of(
            cart.neighborAlltoallInit(Buf.of(out), Buf.of(in)),
            cart.neighborAlltoallvInit(ones(out), ones(in)),
            cart.neighborAlltoallwInit(singles(out), singles(in)));
    List<PersistentRequest> gathers =
        List.of(
            cart.neighborAllgatherInit(Buf.of(one), Buf.of(in)),
            cart.neighborAllgathervInit(Buf.of(one), ones(in)));
    for (int round = 0; round < 3; round++) {
      for (PersistentRequest r : exchanges) {
        Arrays.setAll(out, i -> word(cart.rank(), i));
        Arrays.fill(in, UNTOUCHED);
        r.start();
        r.waitFor();
        checkAlltoall(cart, in);
      }
      for (PersistentRequest r : gathers) {
        one[0] = word(cart.rank(), 7);
        Arrays.fill(in, UNTOUCHED);
        r.start();
        r.waitFor();
        checkAllgather(cart, in);
      }
    }
  }

  @OnRanks({2, 4})
  static void longBlocksTravelToo(Communicator world) {
    CartCommunicator cart = GridCases.grid(world, new int[] {world.size()}, true);
    int length = 100_000;
    double[] out = new double[2 * length];
    Arrays.fill(out, 0, length, cart.rank());
    Arrays.fill(out, length, 2 * length, cart.rank() + 0.5);
    double[] in = new double[2 * length];
    cart.neighborAlltoall(Buf.of(out), Buf.of(in));
    Shift s = cart.shift(0, 1);
    Same.everywhere(Arrays.copyOf(in, length), s.source() + 0.5);
    Same.everywhere(Arrays.copyOfRange(in, length, 2 * length), s.dest());
  }

  @OnRanks({2})
  static void wrongArgumentsAreRefused(Communicator world) {
    CartCommunicator cart = GridCases.grid(world, new int[] {2}, true);
    Buf three = Buf.of(new int[3]);
    Buf two = Buf.of(new int[2]);
    assertThatThrownBy(() -> cart.neighborAlltoall(two, three))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("neighbours");
    assertThatThrownBy(() -> cart.neighborAllgather(Buf.IN_PLACE, two))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("IN_PLACE");
    assertThatThrownBy(() -> cart.ineighborAlltoallv(ones(new int[3]), ones(new int[2])))
        .isInstanceOf(MpiArgumentException.class);
  }
}
