package org.purempi.tests.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Same;

/** MPI_IN_PLACE: where it is allowed, what it then means, and that it is refused elsewhere. */
final class InPlaceCases {
  private InPlaceCases() {}

  private static long[] counted(int n, long start) {
    long[] a = new long[n];
    for (int i = 0; i < n; i++) {
      a[i] = start + i;
    }
    return a;
  }

  @OnRanks({1, 2, 3, 4})
  static void theRootOfAGatherFindsItsOwnBlockInPlace(Communicator world) {
    for (int root = 0; root < world.size(); root++) {
      long[] all = new long[world.size()];
      all[root] = root + 1L;
      boolean here = world.rank() == root;
      Buf send = here ? Buf.IN_PLACE : Buf.of(new long[] {world.rank() + 1});
      world.gather(send, here ? Buf.of(all) : null, root);
      if (here) {
        assertThat(all).isEqualTo(counted(world.size(), 1));
      }
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void theRootOfAScatterKeepsItsOwnBlock(Communicator world) {
    for (int root = 0; root < world.size(); root++) {
      boolean here = world.rank() == root;
      long[] mine = {-1};
      world.scatter(
          here ? Buf.of(counted(world.size(), 5)) : null, here ? Buf.IN_PLACE : Buf.of(mine), root);
      assertThat(mine[0]).isEqualTo(here ? -1 : 5 + world.rank());
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void allgatherTakesEachBlockFromTheReceiveBuffer(Communicator world) {
    int n = world.size();
    long[] all = new long[n];
    all[world.rank()] = world.rank() + 1L;
    world.allgather(Buf.IN_PLACE, Buf.of(all));
    assertThat(all).isEqualTo(counted(n, 1));
    long[] again = new long[n];
    again[world.rank()] = world.rank() + 1L;
    long[] ones = new long[n];
    java.util.Arrays.fill(ones, 1);
    world.allgatherv(Buf.IN_PLACE, VBuf.of(Buf.of(again), ones));
    assertThat(again).isEqualTo(counted(n, 1));
  }

  @OnRanks({1, 2, 3, 4})
  static void alltoallReplacesWhatItSends(Communicator world) {
    int n = world.size();
    long[] counts = new long[n];
    java.util.Arrays.fill(counts, 2);
    long[][] buffers = new long[3][2 * n];
    for (long[] b : buffers) {
      for (int j = 0; j < 2 * n; j++) {
        b[j] = 100L * world.rank() + j;
      }
    }
    world.alltoall(Buf.IN_PLACE, Buf.of(buffers[0]));
    world.alltoallv(VBuf.IN_PLACE, VBuf.of(Buf.of(buffers[1]), counts));
    Buf[] blocks = new Buf[n];
    for (int j = 0; j < n; j++) {
      blocks[j] = Buf.of(buffers[2], 2 * j, 2);
    }
    world.alltoallw(WBuf.IN_PLACE, WBuf.of(blocks));
    for (long[] b : buffers) {
      for (int j = 0; j < 2 * n; j++) {
        assertThat(b[j]).isEqualTo(100L * (j / 2) + 2L * world.rank() + j % 2);
      }
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void reductionsReplaceTheOperandByTheResult(Communicator world) {
    int n = world.size();
    long sum = n * (n + 1L) / 2;
    for (int length : new int[] {1, 7, 3_000, 60_000}) {
      long[] a = filled(length, world.rank() + 1);
      world.allreduce(Buf.IN_PLACE, Buf.of(a), Op.SUM);
      Same.everywhere(a, sum);
      for (int root = 0; root < n; root++) {
        long[] b = filled(length, world.rank() + 1);
        boolean here = world.rank() == root;
        world.reduce(here ? Buf.IN_PLACE : Buf.of(b), here ? Buf.of(b) : null, Op.SUM, root);
        Same.everywhere(b, here ? sum : world.rank() + 1);
      }
      long[] c = filled(length, world.rank() + 1);
      world.scan(Buf.IN_PLACE, Buf.of(c), Op.SUM);
      Same.everywhere(c, (world.rank() + 1) * (world.rank() + 2L) / 2);
      long[] d = filled(length, world.rank() + 1);
      world.exscan(Buf.IN_PLACE, Buf.of(d), Op.SUM);
      long below = world.rank() * (world.rank() + 1L) / 2;
      Same.everywhere(d, world.rank() == 0 ? 1 : below);
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void reduceScatterLeavesTheBlockAtTheStart(Communicator world) {
    int n = world.size();
    long sum = n * (n + 1L) / 2;
    for (int each : new int[] {1, 1_000, 20_000}) {
      long[] a = filled(n * each, world.rank() + 1);
      world.reduceScatterBlock(Buf.IN_PLACE, Buf.of(a), Op.SUM);
      Same.everywhere(java.util.Arrays.copyOf(a, each), sum);
      long[] counts = new long[n];
      for (int r = 0; r < n; r++) {
        counts[r] = (long) each + r;
      }
      int total = n * each + n * (n - 1) / 2;
      long[] b = counted(total, 0);
      world.reduceScatter(Buf.IN_PLACE, Buf.of(b), counts, Op.SUM);
      int first = world.rank() * each + world.rank() * (world.rank() - 1) / 2;
      long[] mine = java.util.Arrays.copyOf(b, (int) counts[world.rank()]);
      Same.at(mine, i -> (long) n * (first + i));
    }
  }

  private static long[] filled(int length, long value) {
    long[] a = new long[length];
    java.util.Arrays.fill(a, value);
    return a;
  }

  @OnRanks({2, 3})
  static void itIsRefusedWhereTheStandardDoesNotAllowIt(Communicator world) {
    int n = world.size();
    Buf one = Buf.of(new long[1]);
    Buf all = Buf.of(new long[n]);
    refused(() -> world.bcast(Buf.IN_PLACE, 0));
    refused(() -> world.allgather(one, Buf.IN_PLACE));
    refused(() -> world.alltoall(all, Buf.IN_PLACE));
    refused(() -> world.allreduce(one, Buf.IN_PLACE, Op.SUM));
    refused(() -> world.scan(one, Buf.IN_PLACE, Op.SUM));
    refused(() -> world.exscan(one, Buf.IN_PLACE, Op.SUM));
    refused(() -> world.reduceScatterBlock(all, Buf.IN_PLACE, Op.SUM));
    int root = (world.rank() + 1) % n;
    refused(() -> world.gather(Buf.IN_PLACE, all, root));
    refused(() -> world.scatter(all, Buf.IN_PLACE, root));
    refused(() -> world.reduce(Buf.IN_PLACE, one, Op.SUM, root));
    world.barrier();
  }

  @OnRanks({2, 3})
  static void theSameMemoryTwiceIsRefusedAndTheMessageNamesInPlace(Communicator world) {
    Buf a = Buf.of(new long[2]);
    assertThatThrownBy(() -> world.allreduce(a, a, Op.SUM))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("IN_PLACE");
    world.barrier();
  }

  @OnRanks({2, 3})
  static void partsOfOneArrayThatDoNotTouchAreNotTheSameMemory(Communicator world) {
    int n = world.size();
    int[] a = new int[1 + n];
    a[0] = 10 + world.rank();
    Datatype second = Datatype.hindexedBlock(1, new long[] {Integer.BYTES}, Datatype.INT);
    world.allgather(
        Buf.of(a, 0, 1, Datatype.INT), Buf.of(a, 0, n, Datatype.resized(second, 0, Integer.BYTES)));
    for (int i = 0; i < n; i++) {
      assertThat(a[1 + i]).isEqualTo(10 + i);
    }
  }

  @OnRanks({2, 3})
  static void noBlocksAreNotInPlace(Communicator world) {
    Buf[] blocks = new Buf[world.size()];
    java.util.Arrays.setAll(blocks, i -> Buf.of(new int[1]));
    assertThatThrownBy(() -> world.alltoallw(new WBuf(java.util.List.of()), WBuf.of(blocks)))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("0 blocks");
    world.barrier();
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MpiArgumentException.class,
            e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.BUFFER))
        .hasMessageContaining("IN_PLACE");
  }
}
