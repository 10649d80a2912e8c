package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.purempi.Assertion;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.LockType;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 12.5.1: epochs of fence; and which calls need an epoch at all. */
final class FenceCases {
  private FenceCases() {}

  private static long at(AnyWindow any, int index) {
    return any.memory().get(JAVA_LONG_UNALIGNED, (long) index * Long.BYTES);
  }

  @OnRanks({1, 2, 4})
  static void whatIsPutBetweenTwoFencesIsThereAfterTheSecond(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        64,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          window.fence();
          for (long round = 1; round <= 5; round++) {
            long[] mine = {any.rank() + 100 * round, -round};
            window.put(Buf.of(mine), right, any.at(right, 16));
            window.fence();
            assertThat(at(any, 2)).isEqualTo(any.further(-1) + 100 * round);
            assertThat(at(any, 3)).isEqualTo(-round);
            assertThat(at(any, 1) | at(any, 4)).isZero();
            window.fence();
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void whatIsGottenIsThereAfterTheNextFence(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        64,
        any -> {
          Window window = any.window();
          long[][] got = new long[any.size()][1];
          window.fence();
          for (int round = 0; round < 5; round++) {
            any.memory().set(JAVA_LONG_UNALIGNED, 8, 10L * any.rank() + round);
            window.fence();
            for (int rank = 0; rank < any.size(); rank++) {
              window.get(Buf.of(got[rank]), rank, any.at(rank, 8));
            }
            window.fence();
            for (int rank = 0; rank < any.size(); rank++) {
              assertThat(got[rank]).containsExactly(10L * rank + round);
            }
          }
        });
  }

  @OnRanks({2, 4})
  static void everyRankMayUpdateTheSameElementInOneEpoch(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        16,
        any -> {
          Window window = any.window();
          long[] one = {1};
          window.fence();
          for (int round = 0; round < 50; round++) {
            for (int rank = 0; rank < any.size(); rank++) {
              window.accumulate(Buf.of(one), rank, any.at(rank, 0), Op.SUM);
            }
          }
          window.fence();
          assertThat(at(any, 0)).isEqualTo(50L * any.size());
        });
  }

  @OnRanks({1, 2, 4})
  static void assertionsPromiseAndChangeNothing(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        16,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          window.fence(Assertion.NOPRECEDE);
          window.put(Buf.of(new long[] {any.rank()}), right, any.at(right, 0));
          window.fence(Assertion.NOSTORE, Assertion.NOPUT);
          assertThat(at(any, 0)).isEqualTo(any.further(-1));
          long[] got = new long[1];
          window.get(Buf.of(got), right, any.at(right, 0));
          window.fence(Assertion.NOSTORE, Assertion.NOSUCCEED);
          assertThat(got).containsExactly(any.rank());
          Expect.error(
              ErrorClass.RMA_SYNC, () -> window.get(Buf.of(got), right, any.at(right, 0)), "epoch");
          window.fence(Assertion.NOPRECEDE, Assertion.NOSUCCEED);
        });
  }

  /** Each call that needs an epoch of access. */
  private static List<Runnable> operations(Window window, int rank) {
    Buf one = Buf.of(new long[] {7});
    Buf result = Buf.of(new long[1]);
    Datatype type = Datatype.LONG;
    return List.of(
        () -> window.put(one, rank, 0),
        () -> window.get(result, rank, 0),
        () -> window.accumulate(one, rank, 0, Op.SUM),
        () -> window.getAccumulate(one, result, rank, 0, 1, type, Op.SUM),
        () -> window.fetchAndOp(one, result, rank, 0, Op.REPLACE),
        () -> window.compareAndSwap(one, one, result, rank, 0),
        () -> window.rput(one, rank, 0, 1, type).waitFor(),
        () -> window.rget(result, rank, 0, 1, type).waitFor(),
        () -> window.raccumulate(one, rank, 0, 1, type, Op.SUM).waitFor(),
        () -> window.rgetAccumulate(one, result, rank, 0, 1, type, Op.SUM).waitFor(),
        () -> window.fetchAndAdd(rank, 0, 7L),
        () -> window.fetchAndAdd(rank, 0, 7),
        () -> window.compareAndSwap(rank, 0, 0L, 7L),
        () -> window.compareAndSwap(rank, 0, 0, 7));
  }

  @OnRanks({1, 2})
  static void operationsOutsideOfAnyEpochAreRefusedAndMoveNothing(Communicator world)
      throws Exception {
    AnyWindow.each(
        world,
        16,
        any -> {
          int right = any.further(1);
          for (Runnable operation : operations(any.window(), right)) {
            Expect.error(ErrorClass.RMA_SYNC, operation::run, "no access epoch is open", "fence");
          }
          any.comm().barrier();
          assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 0)).isZero();
        });
  }

  @OnRanks({1, 2})
  static void everyOperationMayBeDoneInAFenceEpoch(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    try (Window window = Window.allocate(world, 16, 1)) {
      for (Runnable operation : operations(window, right)) {
        window.fence();
        operation.run();
      }
      window.fence();
      assertThat(window.memory().get(JAVA_LONG, 0)).isNotZero();
    }
  }

  @OnRanks({1, 2})
  static void aFenceIsRefusedInEveryOtherKindOfEpoch(Communicator world) {
    try (Window window = Window.allocate(world, 16, 1);
        Communicator self = world.mpi().self().dup()) {
      try (Epoch _ = window.lock(LockType.SHARED, window.rank())) {
        Expect.error(ErrorClass.RMA_SYNC, window::fence, "fence", "lock", "" + window.rank());
      }
      try (Epoch _ = window.lockAll()) {
        Expect.error(ErrorClass.RMA_SYNC, window::fence, "fence", "lockAll");
      }
      try (Epoch _ = window.post(self.group());
          Epoch _ = window.start(self.group())) {
        Expect.error(ErrorClass.RMA_SYNC, window::fence, "fence");
        window.complete();
        Expect.error(ErrorClass.RMA_SYNC, window::fence, "waitFor");
      }
      window.fence();
      window.fence();
    }
  }

  @OnRanks({1, 2})
  static void afterAFenceOtherEpochsMayBeginUntilSomethingIsDone(Communicator world) {
    try (Window window = Window.allocate(world, 16, 1);
        Communicator self = world.mpi().self().dup()) {
      int me = window.rank();
      window.fence();
      try (Epoch _ = window.lock(LockType.EXCLUSIVE, me)) {
        window.put(Buf.of(new long[] {1}), me, 0);
      }
      window.fence();
      window.lockAll().close();
      window.fence();
      try (Epoch _ = window.post(self.group())) {
        window.start(self.group()).close();
      }
      window.fence();
      window.put(Buf.of(new long[] {2}), me, 0);
      Expect.error(ErrorClass.RMA_SYNC, () -> window.lock(LockType.SHARED, me), "lock", "fence");
      Expect.error(ErrorClass.RMA_SYNC, window::lockAll, "lockAll", "fence");
      Expect.error(ErrorClass.RMA_SYNC, () -> window.start(self.group()), "start", "fence");
      Expect.error(ErrorClass.RMA_SYNC, () -> window.flush(me), "flush");
      Expect.error(ErrorClass.RMA_SYNC, window::flushAll, "flush");
      window.fence();
      assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(2);
    }
  }

  @OnRanks({1, 2})
  static void syncMayBeCalledAtAnyTime(Communicator world) {
    try (Window window = Window.allocate(world, 16, 1)) {
      window.sync();
      window.fence();
      window.sync();
      window.fence(Assertion.NOSUCCEED);
      window.lockAll();
      window.sync();
      window.unlockAll();
    }
  }

  @OnRanks({2, 4})
  static void aRequestMayBeCompletedBehindTheFence(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        16,
        any -> {
          int right = any.further(1);
          long[] got = new long[1];
          any.memory().set(JAVA_LONG_UNALIGNED, 0, 5L + any.rank());
          any.window().fence();
          Request<?> get =
              any.window().rget(Buf.of(got), right, any.at(right, 0), 1, Datatype.LONG);
          Request<?> put =
              any.window().rput(Buf.of(new long[] {-1}), right, any.at(right, 8), 1, Datatype.LONG);
          any.window().fence();
          get.waitFor();
          put.waitFor();
          assertThat(got).containsExactly(5L + right);
          assertThat(at(any, 1)).isEqualTo(-1);
        });
  }

  @OnRanks({2, 4})
  static void memoryThatIsNotThereIsToldAtTheFenceAndNobodyWaitsForever(Communicator world) {
    try (Window window = Window.createDynamic(world, org.purempi.Info.EMPTY)) {
      window.fence();
      if (world.rank() == 0) {
        for (int rank = 0; rank < world.size(); rank++) {
          if (rank > 0) {
            window.put(Buf.of(new long[1]), rank, 4096);
          }
        }
        Expect.error(ErrorClass.RMA_RANGE, window::fence, "attached");
      } else {
        window.fence();
      }
      window.fence();
    }
  }
}
