package org.purempi.tests.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Same;

/** Collective and point-to-point traffic do not meet, nor do those of different communicators. */
final class IsolationCases {
  private IsolationCases() {}

  @OnRanks({2, 4})
  static void aWildcardReceiveNeverTakesAPartOfACollective(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    int left = (world.rank() + world.size() - 1) % world.size();
    int[] got = {-1};
    var receive = world.irecv(Buf.of(got), Mpi.ANY_SOURCE, Mpi.ANY_TAG);
    world.barrier();
    assertThat(world.allreduce(1, Op.SUM)).isEqualTo(world.size());
    int[] all = new int[world.size()];
    world.allgather(new int[] {7}, all);
    Same.everywhere(all, 7);
    world.send(new int[] {world.rank()}, right, 3);
    var status = receive.waitFor();
    assertThat(status.source()).isEqualTo(left);
    assertThat(status.tag()).isEqualTo(3);
    assertThat(got[0]).isEqualTo(left);
  }

  @OnRanks({2, 4})
  static void collectivesOnDifferentCommunicatorsMayInterleave(Communicator world) {
    try (Communicator other = world.dup()) {
      for (int i = 0; i < 50; i++) {
        assertThat(world.allreduce(i, Op.MAX)).isEqualTo(i);
        assertThat(other.allreduce(-i, Op.MIN)).isEqualTo(-i);
        int[] a = {world.rank() == 0 ? i : -1};
        other.bcast(a, 0);
        assertThat(a[0]).isEqualTo(i);
      }
    }
  }

  @OnRanks({2, 4})
  static void theFastestRankMayBeManyOperationsAhead(Communicator world) {
    int rounds = 500;
    for (int i = 0; i < rounds; i++) {
      int[] a = {world.rank() == 0 ? i : -1};
      world.bcast(a, 0);
      assertThat(a[0]).isEqualTo(i);
    }
    for (int i = 0; i < rounds; i++) {
      boolean root = world.rank() == 0;
      int[] all = new int[world.size()];
      world.gather(new int[] {i}, root ? all : null, 0);
      if (root) {
        Same.everywhere(all, i);
      }
    }
  }

  @OnRanks({2, 3})
  static void wrongArgumentsAreNoticedBeforeAnythingIsSent(Communicator world) {
    int n = world.size();
    long[] one = new long[1];
    refused(ErrorClass.ROOT, () -> world.bcast(one, n));
    refused(ErrorClass.ROOT, () -> world.reduce(one, new long[1], Op.SUM, -1));
    refused(ErrorClass.COUNT, () -> world.allgather(one, new long[n + 1]));
    refused(ErrorClass.COUNT, () -> world.allreduce(one, new long[2], Op.SUM));
    refused(ErrorClass.TYPE, () -> world.allreduce(Buf.of(one), Buf.of(new double[1]), Op.SUM));
    refused(ErrorClass.OP, () -> world.allreduce(new double[1], Op.BAND));
    refused(
        ErrorClass.ARG,
        () -> world.allgatherv(Buf.of(one), VBuf.of(Buf.of(new long[9]), 1, 1, 1, 1)));
    refused(
        ErrorClass.COUNT,
        () -> world.reduceScatter(Buf.of(new long[9]), Buf.of(one), new long[n], Op.SUM));
    refused(ErrorClass.BUFFER, () -> world.gather(Buf.of(one), null, world.rank()));
    assertThat(world.allreduce(1, Op.SUM)).isEqualTo(n);
  }

  @OnRanks({2, 3})
  static void argumentsThatDoNotMatterAtThisRankMayBeAnything(Communicator world) {
    boolean root = world.rank() == 0;
    Buf wrong = Buf.of(new double[1]);
    int[] all = new int[world.size()];
    world.gather(Buf.of(new int[] {1}), root ? Buf.of(all) : wrong, 0);
    world.scatter(root ? Buf.of(all) : wrong, Buf.of(new int[1]), 0);
    int[] sum = new int[1];
    world.reduce(Buf.of(new int[] {1}), root ? Buf.of(sum) : wrong, Op.SUM, 0);
    VBuf wrongBlocks = VBuf.of(wrong, 1);
    world.gatherv(
        Buf.of(new int[0]), root ? VBuf.of(Buf.of(all), new long[world.size()]) : wrongBlocks, 0);
    MemorySegment unwritable = MemorySegment.ofArray(new int[1]).asReadOnly();
    Buf readOnly = Buf.of(unwritable, 1, Datatype.INT);
    world.gather(Buf.of(new int[] {1}), root ? Buf.of(all) : readOnly, 0);
    world.reduce(Buf.of(new int[] {1}), root ? Buf.of(sum) : readOnly, Op.SUM, 0);
    int[] before = {0};
    world.exscan(Buf.of(new int[] {1}), root ? readOnly : Buf.of(before), Op.SUM);
    world.exscan(Buf.of(new int[] {1}), root ? Buf.of(new double[0]) : Buf.of(before), Op.SUM);
    assertThat(before[0]).isEqualTo(world.rank());
    if (root) {
      Same.everywhere(all, 1);
      assertThat(sum[0]).isEqualTo(world.size());
    }
  }

  /** Memory that cannot be written, and elements that share bytes. */
  @OnRanks({2})
  static void whatCannotBeReceivedIntoIsRefusedInEveryForm(Communicator world) {
    int n = world.size();
    CartCommunicator ring =
        Objects.requireNonNull(world.cartCreate(new int[] {n}, new boolean[] {true}, false));
    Buf one = Buf.of(new int[1]);
    Buf two = Buf.of(new int[n]);
    Datatype twice = Datatype.indexed(new long[] {1, 1}, new long[] {0, 0}, Datatype.INT);
    Buf readOnly = Buf.of(MemorySegment.ofArray(new int[n]).asReadOnly(), n, Datatype.INT);
    refusedAsReceiver(ring, ErrorClass.BUFFER, one, two, readOnly, readOnly.slice(0, 1));
    Buf shared = Buf.of(new int[1], 0, 1, twice);
    refusedAsReceiver(ring, ErrorClass.TYPE, one, two, shared, shared);
    assertThat(world.allreduce(1, Op.SUM)).isEqualTo(n);
    ring.close();
  }

  private static void refusedAsReceiver(
      CartCommunicator c, ErrorClass why, Buf one, Buf all, Buf badAll, Buf badOne) {
    if (why == ErrorClass.BUFFER) {
      refused(why, () -> c.allgather(one, badAll));
      refused(why, () -> c.iallgather(one, badAll));
      refused(why, () -> c.alltoall(all, badAll));
      refused(why, () -> c.alltoallInit(all, badAll));
      refused(why, () -> c.allreduce(one, badOne, Op.SUM));
      refused(why, () -> c.iscan(one, badOne, Op.SUM));
      refused(why, () -> c.reduceScatter(all, badOne, new long[] {1, 1}, Op.SUM));
      refused(why, () -> c.reduceScatterBlock(all, badOne, Op.SUM));
      refused(why, () -> c.neighborAllgather(one, badAll));
      refused(why, () -> c.ineighborAlltoall(all, badAll));
    }
    refused(why, () -> c.bcast(badOne, 1 - c.rank()));
    refused(why, () -> c.ibcast(badOne, 1 - c.rank()));
    refused(why, () -> c.bcastInit(badOne, 1 - c.rank()));
    refused(why, () -> c.scatter(all, badOne, c.rank()));
    refused(why, () -> c.iscatterv(null, badOne, 1 - c.rank()));
    refused(why, () -> c.recv(badOne, 0, 0));
  }

  private static void refused(ErrorClass errorClass, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            MpiArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(errorClass));
  }
}
