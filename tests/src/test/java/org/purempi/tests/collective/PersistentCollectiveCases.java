package org.purempi.tests.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Same;

/** Section 6.13: collectives that are set up once and started again and again. */
final class PersistentCollectiveCases {
  private static final int ROUNDS = 5;
  private static final int COUNT = 3;

  private PersistentCollectiveCases() {}

  private static void fill(int[] a, int value) {
    Arrays.fill(a, value);
  }

  private static void again(PersistentRequest request) {
    request.start();
    request.waitFor();
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void eachStartMovesWhatIsInTheBuffersThen(Communicator world) {
    int n = world.size();
    int me = world.rank();
    int[] one = new int[COUNT];
    int[] all = new int[n * COUNT];
    int[] mine = new int[COUNT];
    int[] wide = new int[n * COUNT];
    PersistentRequest bcast = world.bcastInit(Buf.of(one), n - 1);
    PersistentRequest gather = world.gatherInit(Buf.of(mine), me == 0 ? Buf.of(all) : null, 0);
    PersistentRequest scatter = world.scatterInit(me == 0 ? Buf.of(all) : null, Buf.of(one), 0);
    PersistentRequest allgather = world.allgatherInit(Buf.of(mine), Buf.of(all));
    PersistentRequest alltoall = world.alltoallInit(Buf.of(wide), Buf.of(all));
    PersistentRequest barrier = world.barrierInit();
    for (int round = 0; round < ROUNDS; round++) {
      fill(one, me == n - 1 ? round : -1);
      again(bcast);
      Same.everywhere(one, round);
      fill(mine, 10 * round + me);
      again(gather);
      if (me == 0) {
        checkBlocks(all, 10 * round);
      }
      again(scatter);
      Same.everywhere(one, 10 * round + me);
      fill(all, -1);
      again(allgather);
      checkBlocks(all, 10 * round);
      fill(wide, 100 * round + me);
      again(alltoall);
      checkBlocks(all, 100 * round);
      again(barrier);
    }
  }

  private static void checkBlocks(int[] all, int base) {
    for (int i = 0; i < all.length; i++) {
      assertThat(all[i]).isEqualTo(base + i / COUNT);
    }
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void eachStartCombinesWhatIsInTheBuffersThen(Communicator world) {
    int n = world.size();
    int me = world.rank();
    int[] mine = new int[COUNT];
    int[] out = new int[COUNT];
    int[] inPlace = new int[COUNT];
    int[] wide = new int[n * COUNT];
    long[] counts = new long[n];
    Arrays.fill(counts, COUNT);
    Buf recv = Buf.of(out);
    PersistentRequest reduce = world.reduceInit(Buf.of(mine), me == 0 ? recv : null, Op.SUM, 0);
    PersistentRequest allreduce = world.allreduceInit(Buf.of(mine), recv, Op.SUM);
    PersistentRequest again = world.allreduceInit(Buf.IN_PLACE, Buf.of(inPlace), Op.SUM);
    PersistentRequest block = world.reduceScatterBlockInit(Buf.of(wide), recv, Op.SUM);
    PersistentRequest parts = world.reduceScatterInit(Buf.of(wide), recv, counts, Op.SUM);
    PersistentRequest scan = world.scanInit(Buf.of(mine), recv, Op.SUM);
    PersistentRequest exscan = world.exscanInit(Buf.of(mine), recv, Op.SUM);
    Arrays.fill(counts, -1); // was copied
    for (int round = 1; round <= ROUNDS; round++) {
      int sum = round * n * (n + 1) / 2;
      fill(mine, round * (me + 1));
      fill(inPlace, round * (me + 1));
      fill(wide, round * (me + 1));
      again(reduce);
      assertThat(out[0]).isEqualTo(me == 0 ? sum : out[0]);
      again(allreduce);
      Same.everywhere(out, sum);
      again(again);
      Same.everywhere(inPlace, sum);
      again(block);
      Same.everywhere(out, sum);
      fill(out, 0);
      again(parts);
      Same.everywhere(out, sum);
      again(scan);
      Same.everywhere(out, round * (me + 1) * (me + 2) / 2);
      fill(out, -7);
      again(exscan);
      Same.everywhere(out, me == 0 ? -7 : round * me * (me + 1) / 2);
    }
  }

  @OnRanks({1, 2, 4})
  static void blocksOfAnyLength(Communicator world) {
    int n = world.size();
    int me = world.rank();
    long[] counts = new long[n];
    Arrays.fill(counts, COUNT);
    int[] mine = new int[COUNT];
    int[] wide = new int[n * COUNT];
    int[] all = new int[n * COUNT];
    VBuf blocks = VBuf.of(Buf.of(all), counts);
    List<Buf> single = new ArrayList<>();
    for (int r = 0; r < n; r++) {
      single.add(Buf.of(all, r * COUNT, COUNT));
    }
    PersistentRequest gatherv = world.gathervInit(Buf.of(mine), blocks, 0);
    PersistentRequest scatterv = world.scattervInit(blocks, Buf.of(mine), 0);
    PersistentRequest allgatherv = world.allgathervInit(Buf.of(mine), blocks);
    PersistentRequest alltoallv = world.alltoallvInit(VBuf.of(Buf.of(wide), counts), blocks);
    List<Buf> out = java.util.Collections.nCopies(n, Buf.of(mine));
    PersistentRequest alltoallw = world.alltoallwInit(new WBuf(out), new WBuf(single));
    for (int round = 0; round < ROUNDS; round++) {
      fill(mine, round + me);
      again(gatherv);
      fill(mine, -1);
      again(scatterv);
      Same.everywhere(mine, round + me);
      for (PersistentRequest r : List.of(allgatherv, alltoallv, alltoallw)) {
        fill(all, -1);
        fill(wide, round + me);
        again(r);
        checkBlocks(all, round);
      }
    }
  }

  @OnRanks({2, 4})
  static void theyMayBeStartedInAnOrderOfEachRanksOwn(Communicator world) {
    int many = 6;
    int[][] data = new int[many][COUNT];
    List<PersistentRequest> requests = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      requests.add(world.allreduceInit(Buf.IN_PLACE, Buf.of(data[i]), Op.SUM));
    }
    for (int round = 0; round < ROUNDS; round++) {
      List<PersistentRequest> order = new ArrayList<>(requests);
      java.util.Collections.rotate(order, world.rank() + round);
      for (int i = 0; i < many; i++) {
        fill(data[i], i + round);
      }
      PersistentRequest.startAll(order);
      world.barrier();
      Request.waitAll(order);
      for (int i = 0; i < many; i++) {
        Same.everywhere(data[i], world.size() * (i + round));
      }
    }
  }

  @OnRanks({2})
  static void anInactiveOneIsWaitedForAtOnceAndAnActiveOneIsNotStartedAgain(Communicator world) {
    PersistentRequest barrier = world.barrierInit();
    assertThat(barrier.active()).isFalse();
    assertThat(barrier.waitFor()).isEqualTo(Status.EMPTY);
    if (world.rank() == 0) {
      barrier.start();
      assertThatThrownBy(barrier::start).isInstanceOf(MpiArgumentException.class);
      world.send(new int[0], 1, 0);
    } else {
      world.recv(new int[0], 0, 0);
      barrier.start();
    }
    barrier.waitFor();
    barrier.free();
    assertThatThrownBy(barrier::start).isInstanceOf(MpiArgumentException.class);
  }
}
