package org.purempi.tests.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pause;
import org.purempi.tests.Same;

/** Section 6.12: collectives that are started here and completed there. */
final class NonblockingCases {
  /** One, some, and long enough for every algorithm and protocol. */
  private static final int[] COUNTS = {1, 700, 40_000};

  private NonblockingCases() {}

  private static int[] filled(int length, int value) {
    int[] a = new int[length];
    java.util.Arrays.fill(a, value);
    return a;
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void anIbarrierIsCompleteOnlyWhenAllHaveStartedIt(Communicator world) {
    int last = world.size() - 1;
    if (world.rank() != last) {
      Request<Status> barrier = world.ibarrier();
      assertThat(barrier.test()).isEmpty();
      world.send(new int[0], last, 1);
      assertThat(barrier.waitFor()).isEqualTo(Status.EMPTY);
      assertThat(barrier.active()).isFalse();
    } else {
      for (int r = 0; r < last; r++) {
        world.recv(new int[0], r, 1);
      }
      world.ibarrier().waitFor();
    }
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void dataIsMovedAsByTheBlockingForms(Communicator world) {
    int n = world.size();
    int me = world.rank();
    for (int count : COUNTS) {
      for (int root = 0; root < n; root++) {
        int[] b = filled(count, me == root ? root + 5 : -1);
        world.ibcast(b, root).waitFor();
        Same.everywhere(b, root + 5);
        int[] gathered = me == root ? new int[n * count] : null;
        world.igather(filled(count, me), gathered, root).waitFor();
        if (gathered != null) {
          checkBlocks(gathered, count);
        }
        int[] part = new int[count];
        world.iscatter(gathered, part, root).waitFor();
        Same.everywhere(part, me);
      }
      int[] all = new int[n * count];
      world.iallgather(filled(count, me), all).waitFor();
      checkBlocks(all, count);
      int[] exchanged = new int[n * count];
      world.ialltoall(filled(n * count, me), exchanged).waitFor();
      checkBlocks(exchanged, count);
    }
  }

  private static void checkBlocks(int[] all, int count) {
    Same.at(all, i -> i / count);
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void dataIsCombinedAsByTheBlockingForms(Communicator world) {
    int n = world.size();
    int me = world.rank();
    int sum = n * (n + 1) / 2;
    for (int count : COUNTS) {
      int[] mine = filled(count, me + 1);
      int[] out = new int[count];
      world.iallreduce(mine, out, Op.SUM).waitFor();
      Same.everywhere(out, sum);
      world.iallreduce(out, Op.MAX).waitFor();
      Same.everywhere(out, sum);
      for (int root = 0; root < n; root++) {
        int[] atRoot = me == root ? new int[count] : null;
        world.ireduce(mine, atRoot, Op.SUM, root).waitFor();
        if (atRoot != null) {
          Same.everywhere(atRoot, sum);
        }
      }
      world.iscan(mine, out, Op.SUM).waitFor();
      Same.everywhere(out, (me + 1) * (me + 2) / 2);
      int[] before = filled(count, -7);
      world.iexscan(mine, before, Op.SUM).waitFor();
      Same.everywhere(before, me == 0 ? -7 : me * (me + 1) / 2);
      int[] block = new int[count];
      world.ireduceScatterBlock(filled(n * count, me + 1), block, Op.SUM).waitFor();
      Same.everywhere(block, sum);
      long[] counts = new long[n];
      java.util.Arrays.fill(counts, count);
      world
          .ireduceScatter(Buf.of(filled(n * count, me + 1)), Buf.of(block), counts, Op.SUM)
          .waitFor();
      Same.everywhere(block, sum);
    }
  }

  @OnRanks({1, 2, 4})
  static void blocksOfAnyLength(Communicator world) {
    int n = world.size();
    int me = world.rank();
    long[] counts = new long[n];
    int total = 0;
    for (int r = 0; r < n; r++) {
      counts[r] = r + 1L;
      total += r + 1;
    }
    int[] all = new int[total];
    world.iallgatherv(Buf.of(filled(me + 1, me)), VBuf.of(Buf.of(all), counts)).waitFor();
    checkTriangle(all, n);
    int[] atRoot = new int[total];
    world.igatherv(Buf.of(filled(me + 1, me)), VBuf.of(Buf.of(atRoot), counts), 0).waitFor();
    if (me == 0) {
      checkTriangle(atRoot, n);
    }
    int[] part = new int[me + 1];
    world.iscatterv(VBuf.of(Buf.of(atRoot), counts), Buf.of(part), 0).waitFor();
    Same.everywhere(part, me);
    long[] mine = new long[n];
    java.util.Arrays.fill(mine, me + 1);
    int[] got = new int[total];
    VBuf from = VBuf.of(Buf.of(filled(n * (me + 1), me)), mine);
    world.ialltoallv(from, VBuf.of(Buf.of(got), counts)).waitFor();
    checkTriangle(got, n);
    int[][] to = new int[n][1];
    WBuf out = new WBuf(java.util.Collections.nCopies(n, Buf.of(new int[] {me})));
    WBuf in = new WBuf(java.util.Arrays.stream(to).map(Buf::of).toList());
    world.ialltoallw(out, in).waitFor();
    for (int r = 0; r < n; r++) {
      assertThat(to[r][0]).isEqualTo(r);
    }
  }

  private static void checkTriangle(int[] all, int ranks) {
    int at = 0;
    for (int r = 0; r < ranks; r++) {
      for (int i = 0; i <= r; i++) {
        assertThat(all[at++]).isEqualTo(r);
      }
    }
  }

  /** A value of each rank, and the sum. */
  public record Share(double value, long count) {
    static Share plus(Share a, Share b) {
      return new Share(a.value + b.value, a.count + b.count);
    }
  }

  @OnRanks({2, 3})
  static void valuesComeBack(Communicator world) {
    int n = world.size();
    assertThat(world.iallreduce(1, Op.SUM).waitFor()).isEqualTo(n);
    assertThat(world.iallreduce(1.5, Op.SUM).waitFor()).isEqualTo(1.5 * n);
    assertThat(world.iallreduce(2L, Op.PROD).waitFor()).isEqualTo(1L << n);
    assertThat(world.iallreduce(2f, Op.MAX).waitFor()).isEqualTo(2f);
    assertThat(world.iallreduce(world.rank() == 0, Op.LOR).waitFor()).isTrue();
    Share mine = new Share(0.5, world.rank());
    Request<Share> all = world.iallreduce(mine, Op.of(Share.class, Share::plus));
    assertThat(all.waitFor()).isEqualTo(new Share(0.5 * n, n * (n - 1) / 2));
    assertThat(all.waitFor()).as("seen again").isEqualTo(new Share(0.5 * n, n * (n - 1) / 2));
    Share sent = world.rank() == 1 ? new Share(7, 8) : null;
    assertThat(world.ibcast(sent, Share.class, 1).waitFor()).isEqualTo(new Share(7, 8));
  }

  @OnRanks({2, 4})
  static void manyMayBeUnderWayAndCompleteInAnyOrder(Communicator world) {
    int many = 100;
    List<Request<Status>> requests = new ArrayList<>();
    List<int[]> results = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      int[] a = filled(i % 10 == 0 ? 30_000 : 3, i + world.rank());
      results.add(a);
      requests.add(i % 3 == 0 ? world.ibcast(a, i % world.size()) : world.iallreduce(a, Op.SUM));
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      order.add(i);
    }
    // Every rank waits in an order of its own.
    Collections.shuffle(order, new Random(4711L + world.rank()));
    order.forEach(i -> requests.get(i).waitFor());
    int n = world.size();
    for (int i = 0; i < many; i++) {
      int expected = i % 3 == 0 ? i + i % n : n * i + n * (n - 1) / 2;
      Same.everywhere(results.get(i), expected);
    }
  }

  @OnRanks({2, 3})
  static void theyMatchInCallOrderBetweenBlockingOnesAndMessages(Communicator world) {
    int n = world.size();
    int right = (world.rank() + 1) % n;
    int left = (world.rank() + n - 1) % n;
    int[] first = {world.rank() == 0 ? 1 : -1};
    int[] second = {world.rank() == 0 ? 2 : -1};
    int[] any = new int[1];
    Request<Status> receive = world.irecv(Buf.of(any), Mpi.ANY_SOURCE, Mpi.ANY_TAG);
    Request<Status> a = world.ibcast(first, 0);
    assertThat(world.allreduce(5, Op.MAX)).isEqualTo(5);
    Request<Status> b = world.ibcast(second, 0);
    world.barrier();
    world.send(new int[] {world.rank()}, right, 9);
    b.waitFor();
    a.waitFor();
    assertThat(receive.waitFor().source()).isEqualTo(left);
    assertThat(first[0]).isEqualTo(1);
    assertThat(second[0]).isEqualTo(2);
  }

  @OnRanks({2, 4})
  static void anyBlockingCallMakesProgressOnThem(Communicator world) {
    int[] big = filled(200_000, world.rank());
    Request<Status> reduction = world.iallreduce(big, Op.SUM);
    // Nobody waits for the reduction, and yet the others can finish theirs.
    if (world.rank() == 0) {
      for (int r = 1; r < world.size(); r++) {
        world.recv(new int[0], r, 3);
      }
    } else {
      reduction.waitFor();
      world.send(new int[0], 0, 3);
    }
    reduction.waitFor();
    Same.everywhere(big, world.size() * (world.size() - 1) / 2);
  }

  @OnRanks({2, 3})
  static void testEventuallySucceedsWithoutAWait(Communicator world) {
    int[] a = filled(50_000, 1);
    Request<Status> reduction = world.iallreduce(a, Op.SUM);
    while (reduction.test().isEmpty()) {
      Pause.briefly();
    }
    Same.everywhere(a, world.size());
  }

  @OnRanks({2, 3})
  static void theSetsOfRequestsTakeThem(Communicator world) {
    int[] a = {1};
    int[] b = {2};
    assertThat(Request.waitAll(world.ibarrier(), world.iallreduce(a, Op.SUM))).hasSize(2);
    assertThat(a[0]).isEqualTo(world.size());
    var any = List.of(world.iallreduce(b, Op.SUM), world.ibarrier());
    int index = Request.waitAny(any).index();
    any.get(1 - index).waitFor();
    assertThat(b[0]).isEqualTo(2 * world.size());
    List<Request<Status>> some = List.of(world.ibarrier(), world.ibarrier(), world.ibarrier());
    int done = 0;
    while (done < some.size()) {
      done += Request.waitSome(some).orElseThrow().size();
    }
  }

  @OnRanks({2, 3})
  static void aFutureCompletesWithoutAnyoneWaiting(Communicator world) {
    assertThat(world.iallreduce(3, Op.SUM).toCompletableFuture().join())
        .isEqualTo(3 * world.size());
  }

  @OnRanks({2, 4})
  static void threadsRunThemOnCommunicatorsOfTheirOwn(Communicator world) throws Exception {
    List<Communicator> own = List.of(world.dup(), world.dup(), world.dup());
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (Communicator c : own) {
      threads.add(
          Thread.ofPlatform()
              .uncaughtExceptionHandler((t, e) -> failures.add(e))
              .start(() -> manyMayBeUnderWayAndCompleteInAnyOrder(c)));
    }
    for (Thread t : threads) {
      t.join();
    }
    assertThat(failures).isEmpty();
    own.forEach(Communicator::close);
  }

  @OnRanks({2, 3})
  static void theyCanBeNeitherCancelledNorFreed(Communicator world) {
    Request<Status> barrier = world.ibarrier();
    assertThatThrownBy(barrier::cancel).isInstanceOf(MpiArgumentException.class);
    assertThatThrownBy(barrier::free)
        .isInstanceOfSatisfying(
            MpiArgumentException.class,
            e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.REQUEST));
    barrier.waitFor();
  }

  @OnRanks({2, 3})
  static void wrongArgumentsAreNoticedAtTheStart(Communicator world) {
    assertThatThrownBy(() -> world.ibcast(new int[1], world.size()))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("root");
    assertThatThrownBy(() -> world.iallreduce(new int[1], new int[2], Op.SUM))
        .isInstanceOf(MpiArgumentException.class);
    world.ibarrier().waitFor();
  }

  @OnRanks({2, 4})
  static void aUsersNonCommutativeOperatorIsAppliedInRankOrder(Communicator world) {
    // f(x) = a x + b: composition is associative, and nearly never commutative.
    Op compose =
        Op.of(Affine.class, (f, g) -> new Affine(g.a * f.a, g.a * f.b + g.b)).nonCommutative();
    Affine mine = new Affine(world.rank() + 2, world.rank() + 1);
    Affine expected = new Affine(2, 1);
    for (int r = 1; r < world.size(); r++) {
      expected = new Affine((r + 2) * expected.a, (r + 2) * expected.b + r + 1);
    }
    assertThat(world.iallreduce(mine, compose).waitFor()).isEqualTo(expected);
  }

  /** x ↦ a x + b. */
  public record Affine(long a, long b) {}
}
