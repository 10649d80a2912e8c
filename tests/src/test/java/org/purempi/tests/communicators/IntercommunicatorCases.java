package org.purempi.tests.communicators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Comparison;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Same;

/** Sections 7.6 and 6.2.3: two groups, the one of odd ranks and the one of even ranks. */
final class IntercommunicatorCases {
  private static final int COUNT = 3;

  private IntercommunicatorCases() {}

  /** The even ranks of the world on one side, the odd ones on the other. */
  private static Intercommunicator bridge(Communicator world) {
    Communicator side = Objects.requireNonNull(world.split(world.rank() % 2, world.rank()));
    return side.intercommCreate(0, world, 1 - world.rank() % 2, 17);
  }

  /** The rank in the world of a rank of the other group. */
  private static int there(Communicator world, int remoteRank) {
    return 2 * remoteRank + 1 - world.rank() % 2;
  }

  private static boolean even(Communicator world) {
    return world.rank() % 2 == 0;
  }

  private static int[] filled(int count, int value) {
    int[] a = new int[count];
    Arrays.fill(a, value);
    return a;
  }

  @OnRanks({2, 6, 7})
  static void groupsExchangeColumnsThatReachIntoEachOthersPlace(Communicator world) {
    Intercommunicator inter = bridge(world);
    Datatype column = Datatype.resized(Datatype.vector(2, 1, 2, Datatype.INT), 0, Integer.BYTES);
    int[] mine = {10 * world.rank(), -1, 10 * world.rank() + 1, -1};
    int[] theirs = new int[2 * inter.remoteSize()];
    inter.allgather(Buf.of(mine, 0, 1, column), Buf.of(theirs));
    for (int r = 0; r < inter.remoteSize(); r++) {
      assertThat(theirs[2 * r]).isEqualTo(10 * there(world, r));
      assertThat(theirs[2 * r + 1]).isEqualTo(10 * there(world, r) + 1);
    }
  }

  @OnRanks({2, 4})
  static void reductionsCombineElementsOfOneDatatype(Communicator world) {
    Intercommunicator inter = bridge(world);
    Buf ints = Buf.of(new int[inter.size()]);
    Buf longs = Buf.of(new long[inter.size()]);
    refused(ErrorClass.TYPE, () -> inter.allreduce(ints, longs, Op.SUM));
    long[] counts = new long[inter.size()];
    Arrays.fill(counts, 1);
    refused(ErrorClass.COUNT, () -> inter.reduceScatter(ints, Buf.of(new int[0]), counts, Op.SUM));
  }

  private static void refused(ErrorClass errorClass, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            MpiArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(errorClass));
  }

  @OnRanks({2, 3, 4, 7})
  static void groupsAndSizes(Communicator world) {
    Intercommunicator inter = bridge(world);
    int n = world.size();
    assertThat(inter.testInter()).isTrue();
    assertThat(world.testInter()).isFalse();
    assertThat(inter.rank()).isEqualTo(world.rank() / 2);
    assertThat(inter.size()).isEqualTo(even(world) ? (n + 1) / 2 : n / 2);
    assertThat(inter.remoteSize()).isEqualTo(n - inter.size());
    assertThat(inter.group().rank()).isEqualTo(inter.rank());
    assertThat(inter.remoteGroup().size()).isEqualTo(inter.remoteSize());
    assertThat(inter.group().intersection(inter.remoteGroup()).size()).isZero();
    assertThat(inter.compare(inter)).isEqualTo(Comparison.IDENT);
    Intercommunicator copy = inter.dup();
    assertThat(copy.compare(inter)).isEqualTo(Comparison.CONGRUENT);
    assertThat(inter.compare(world)).isEqualTo(Comparison.UNEQUAL);
    Communicator side = Objects.requireNonNull(world.create(inter.group()));
    assertThat(side.compare(inter))
        .as("the same group, but another kind")
        .isEqualTo(Comparison.UNEQUAL);
    copy.disconnect();
    inter.close();
  }

  @OnRanks({2, 4, 7})
  static void messagesGoToTheOtherGroup(Communicator world) {
    Intercommunicator inter = bridge(world);
    int[] got = new int[1];
    for (int r = 0; r < inter.remoteSize(); r++) {
      inter.isend(new int[] {world.rank()}, r, inter.rank());
    }
    for (int r = 0; r < inter.remoteSize(); r++) {
      Status s = inter.recv(got, Mpi.ANY_SOURCE, r);
      assertThat(s.source()).isEqualTo(r);
      assertThat(got[0]).isEqualTo(there(world, r));
    }
    assertThatThrownBy(() -> inter.send(got, inter.remoteSize(), 0))
        .isInstanceOf(MpiArgumentException.class);
    inter.barrier();
  }

  @OnRanks({2, 3, 4, 7})
  static void aRootSpeaksToTheOtherGroup(Communicator world) {
    Intercommunicator inter = bridge(world);
    for (int side = 0; side < 2; side++) {
      boolean rootSide = world.rank() % 2 == side;
      int ranks = rootSide ? inter.size() : inter.remoteSize();
      for (int r = 0; r < ranks; r++) {
        int root = !rootSide ? r : inter.rank() == r ? Mpi.ROOT : Mpi.PROC_NULL;
        rooted(world, inter, root, 2 * r + side);
      }
    }
  }

  private static void rooted(Communicator world, Intercommunicator inter, int root, int sender) {
    boolean isRoot = root == Mpi.ROOT;
    int remote = inter.remoteSize();
    int[] b = filled(COUNT, isRoot ? sender : -1);
    inter.bcast(b, root);
    Same.everywhere(b, isRoot || root >= 0 ? sender : -1);
    int[] all = isRoot ? new int[remote * COUNT] : null;
    inter.gather(filled(COUNT, world.rank()), all, root);
    checkRemote(world, all);
    int[] part = filled(COUNT, -1);
    inter.scatter(all, part, root);
    Same.everywhere(part, root >= 0 ? world.rank() : -1);
    long[] counts = new long[remote];
    Arrays.fill(counts, COUNT);
    VBuf blocks = all == null ? null : VBuf.of(Buf.of(all), counts);
    inter.gatherv(Buf.of(filled(COUNT, world.rank())), blocks, root);
    checkRemote(world, all);
    part = filled(COUNT, -1);
    inter.iscatterv(blocks, Buf.of(part), root).waitFor();
    Same.everywhere(part, root >= 0 ? world.rank() : -1);
    int[] sum = isRoot ? new int[COUNT] : null;
    inter.reduce(filled(COUNT, world.rank()), sum, Op.SUM, root);
    if (sum != null) {
      Same.everywhere(sum, remoteSum(world, remote));
    }
  }

  private static int remoteSum(Communicator world, int remote) {
    int sum = 0;
    for (int r = 0; r < remote; r++) {
      sum += there(world, r);
    }
    return sum;
  }

  private static void checkRemote(Communicator world, int @Nullable [] all) {
    for (int i = 0; all != null && i < all.length; i++) {
      assertThat(all[i]).isEqualTo(there(world, i / COUNT));
    }
  }

  @OnRanks({2, 3, 4, 7})
  static void eachGroupGetsWhatTheOtherContributes(Communicator world) {
    Intercommunicator inter = bridge(world);
    int remote = inter.remoteSize();
    int me = world.rank();
    int[] mine = filled(COUNT, me);
    int[] all = new int[remote * COUNT];
    inter.allgather(mine, all);
    checkRemote(world, all);
    long[] counts = new long[remote];
    Arrays.fill(counts, COUNT);
    Arrays.fill(all, -1);
    inter.allgatherv(Buf.of(mine), VBuf.of(Buf.of(all), counts));
    checkRemote(world, all);
    int[] wide = filled(remote * COUNT, me);
    Arrays.fill(all, -1);
    inter.alltoall(wide, all);
    checkRemote(world, all);
    Arrays.fill(all, -1);
    inter.alltoallv(VBuf.of(Buf.of(wide), counts), VBuf.of(Buf.of(all), counts));
    checkRemote(world, all);
    int[] one = new int[remote * COUNT];
    var out = java.util.Collections.nCopies(remote, Buf.of(mine));
    var in = new java.util.ArrayList<Buf>();
    for (int r = 0; r < remote; r++) {
      in.add(Buf.of(one, r * COUNT, COUNT));
    }
    inter.alltoallw(new WBuf(out), new WBuf(in));
    checkRemote(world, one);
    int[] sum = new int[COUNT];
    inter.allreduce(mine, sum, Op.SUM);
    Same.everywhere(sum, remoteSum(world, remote));
  }

  @OnRanks({2, 4})
  static void reductionsAreScatteredOverTheOtherGroup(Communicator world) {
    Intercommunicator inter = bridge(world);
    int n = inter.size();
    int[] block = new int[COUNT];
    inter.reduceScatterBlock(filled(n * COUNT, world.rank()), block, Op.SUM);
    Same.everywhere(block, remoteSum(world, inter.remoteSize()));
    long[] counts = new long[n];
    Arrays.fill(counts, COUNT);
    Arrays.fill(block, 0);
    inter.reduceScatter(Buf.of(filled(n * COUNT, world.rank())), Buf.of(block), counts, Op.SUM);
    Same.everywhere(block, remoteSum(world, inter.remoteSize()));
  }

  @OnRanks({2, 3})
  static void everyFormWorks(Communicator world) {
    Intercommunicator inter = bridge(world);
    int[] sum = new int[COUNT];
    int[] mine = filled(COUNT, world.rank());
    int expected = remoteSum(world, inter.remoteSize());
    var later = inter.iallreduce(mine, sum, Op.SUM);
    inter.ibarrier().waitFor();
    later.waitFor();
    Same.everywhere(sum, expected);
    PersistentRequest again = inter.allreduceInit(Buf.of(mine), Buf.of(sum), Op.SUM);
    for (int round = 0; round < 3; round++) {
      Arrays.fill(sum, 0);
      again.start();
      again.waitFor();
      Same.everywhere(sum, expected);
    }
  }

  @OnRanks({2, 3, 4, 7})
  static void aMergerPutsTheLowGroupFirst(Communicator world) {
    Intercommunicator inter = bridge(world);
    for (boolean evenHigh : new boolean[] {true, false}) {
      try (Communicator one = inter.merge(even(world) == evenHigh)) {
        assertThat(one.size()).isEqualTo(world.size());
        boolean second = even(world) == evenHigh;
        assertThat(one.rank()).isEqualTo(inter.rank() + (second ? inter.remoteSize() : 0));
        assertThat(one.allreduce(1, Op.SUM)).isEqualTo(world.size());
      }
    }
    try (Communicator arbitrary = inter.merge(false)) {
      assertThat(arbitrary.allreduce(world.rank(), Op.SUM))
          .isEqualTo(world.size() * (world.size() - 1) / 2);
    }
  }

  @OnRanks({4, 7})
  static void partsHaveTwoGroupsOrAreNone(Communicator world) {
    Intercommunicator inter = bridge(world);
    Intercommunicator half =
        Objects.requireNonNull(inter.split(inter.rank() == 0 ? 1 : 2, -inter.rank()));
    assertThat(half.size()).isEqualTo(inter.rank() == 0 ? 1 : inter.size() - 1);
    assertThat(half.remoteSize()).isEqualTo(inter.rank() == 0 ? 1 : inter.remoteSize() - 1);
    half.barrier();
    assertThat(inter.split(even(world) ? 5 : 6, 0)).as("one side is empty").isNull();
    assertThat(inter.split(Mpi.UNDEFINED, 0)).isNull();
    Intercommunicator leaders = inter.create(inter.group().incl(0));
    if (inter.rank() == 0) {
      int[] got = new int[1];
      Objects.requireNonNull(leaders).sendrecv(new int[] {world.rank()}, 0, 0, got, 0, 0);
      assertThat(got[0]).isEqualTo(1 - world.rank());
    } else {
      assertThat(leaders).isNull();
    }
  }

  @OnRanks({2})
  static void whatNeedsOneGroupIsRefused(Communicator world) {
    Intercommunicator inter = bridge(world);
    Runnable[] calls = {
      () -> inter.scan(new int[1], new int[1], Op.SUM),
      () -> inter.iexscan(new int[1], new int[1], Op.SUM),
      () -> inter.cartCreate(new int[] {1}, new boolean[1], false),
      () -> inter.bcastObject("x", String.class, 0),
      () -> inter.createGroup(inter.group(), 0),
    };
    for (Runnable call : calls) {
      assertThatThrownBy(call::run)
          .isInstanceOfSatisfying(
              MpiArgumentException.class,
              e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.COMM));
    }
    assertThatThrownBy(() -> inter.allreduce(new int[1], Op.SUM))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("IN_PLACE");
    assertThatThrownBy(() -> inter.bcast(new int[1], 1))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("ROOT");
    inter.barrier();
  }
}
