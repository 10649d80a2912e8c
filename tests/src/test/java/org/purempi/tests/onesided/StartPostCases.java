package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.purempi.Assertion;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.LockType;
import org.purempi.Op;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 12.5.2: start and complete at origins, post and wait at targets. */
final class StartPostCases {
  private StartPostCases() {}

  /** All ranks of a window but this one. */
  private static Group others(Window window) {
    return window.group().excl(window.rank());
  }

  @OnRanks({1, 2, 4})
  static void neighboursInARingPutIntoEachOther(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        16,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          int left = any.further(-1);
          for (long round = 1; round <= 20; round++) {
            window.post(window.group().incl(left));
            window.start(window.group().incl(right));
            window.put(Buf.of(new long[] {round, right}), right, any.at(right, 0));
            window.complete();
            window.waitFor();
            assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 0)).isEqualTo(round);
            assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 8)).isEqualTo(any.rank());
          }
        });
  }

  @OnRanks({2, 4})
  static void oneRankReadsAndUpdatesAllOthersInOneEpoch(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        16,
        any -> {
          Window window = any.window();
          any.memory().set(JAVA_LONG_UNALIGNED, 0, 10L * any.rank());
          if (any.rank() == 0) {
            long[][] got = new long[any.size()][1];
            window.start(others(window));
            for (int rank = 1; rank < any.size(); rank++) {
              window.get(Buf.of(got[rank]), rank, any.at(rank, 0));
              window.accumulate(Buf.of(new long[] {rank}), rank, any.at(rank, 8), Op.SUM);
            }
            window.complete();
            for (int rank = 1; rank < any.size(); rank++) {
              assertThat(got[rank]).containsExactly(10L * rank);
            }
          } else {
            window.post(window.group().incl(0));
            window.waitFor();
            assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 8)).isEqualTo(any.rank());
          }
        });
  }

  @OnRanks({2, 4})
  static void allRanksUpdateOneTarget(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        8,
        any -> {
          Window window = any.window();
          if (any.rank() == 0) {
            window.post(others(window));
            window.waitFor();
            long sum = IntStream.range(1, any.size()).sum();
            assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 0)).isEqualTo(100 * sum);
          } else {
            try (Epoch _ = window.start(window.group().incl(0))) {
              for (int i = 0; i < 100; i++) {
                window.accumulate(Buf.of(new long[] {any.rank()}), 0, any.at(0, 0), Op.SUM);
              }
            }
          }
        });
  }

  @OnRanks({2, 4})
  static void testEndsTheEpochOnceAllHaveCompleted(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      if (world.rank() == 0) {
        window.post(others(window));
        assertThat(window.test()).isFalse(); // nobody may complete before the message
        for (int rank = 1; rank < world.size(); rank++) {
          world.send(new byte[0], rank, 0);
        }
        while (!window.test()) {
          Thread.onSpinWait();
        }
        assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(world.size() - 1L);
        Expect.error(ErrorClass.RMA_SYNC, window::test, "test without post");
      } else {
        window.start(window.group().incl(0));
        world.recv(new byte[0], 0, 0);
        window.accumulate(Buf.of(new long[] {1}), 0, 0, Op.SUM);
        window.complete();
      }
    }
  }

  @OnRanks({1, 2})
  static void emptyGroupsAreAllowed(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      window.start(Group.EMPTY);
      window.complete();
      window.post(Group.EMPTY);
      window.waitFor();
      window.post(Group.EMPTY);
      assertThat(window.test()).isTrue();
    }
  }

  @OnRanks({2, 4})
  static void onlyRanksOfTheGroupMayBeAccessed(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      Group self = window.group().incl(window.rank());
      int other = (window.rank() + 1) % window.size();
      try (Epoch _ = window.post(self);
          Epoch _ = window.start(self)) {
        Expect.error(
            ErrorClass.RMA_SYNC,
            () -> window.put(Buf.of(new long[1]), other, 0),
            "rank " + other,
            "group of start");
        window.put(Buf.of(new long[] {3}), window.rank(), 0);
      }
      assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(3);
    }
  }

  @OnRanks({1, 2})
  static void callsInTheWrongOrderAreRefused(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      int me = window.rank();
      Group self = window.group().incl(me);
      Expect.error(ErrorClass.RMA_SYNC, window::complete, "complete without start");
      Expect.error(ErrorClass.RMA_SYNC, window::waitFor, "waitFor without post");
      Expect.error(ErrorClass.RMA_SYNC, window::test, "test without post");
      window.post(self);
      Expect.error(ErrorClass.RMA_SYNC, () -> window.post(self), "post twice");
      window.start(self);
      Expect.error(ErrorClass.RMA_SYNC, () -> window.start(self), "start");
      Expect.error(ErrorClass.RMA_SYNC, () -> window.lock(LockType.SHARED, me), "lock", "start");
      Expect.error(ErrorClass.RMA_SYNC, window::lockAll, "lockAll", "start");
      Expect.error(ErrorClass.RMA_SYNC, () -> window.flush(me), "not locked", "start");
      Expect.error(ErrorClass.RMA_SYNC, window::flushLocalAll, "flush", "start");
      window.complete();
      window.waitFor();
      window.lock(LockType.SHARED, me);
      Expect.error(ErrorClass.RMA_SYNC, () -> window.start(self), "start", "lock");
      Expect.error(ErrorClass.RMA_SYNC, window::complete, "complete without start");
      window.unlock(me);
      world.barrier();
    }
  }

  @OnRanks(4)
  static void theGroupMustBeOfTheWindow(Communicator world) {
    try (Communicator half = java.util.Objects.requireNonNull(world.split(world.rank() / 2, 0));
        Window window = Window.allocate(half, 8, 8)) {
      Expect.error(ErrorClass.GROUP, () -> window.start(world.group()), "not in");
      Expect.error(ErrorClass.GROUP, () -> window.post(world.group()), "not in");
      Expect.error(ErrorClass.RMA_SYNC, window::complete, "without start");
      Expect.error(ErrorClass.RMA_SYNC, window::waitFor, "without post");
    }
  }

  @OnRanks({2, 4})
  static void nobodyIsAskedWhetherItHasPostedIfTheProgramKnows(Communicator world)
      throws Exception {
    AnyWindow.each(
        world,
        8,
        any -> {
          Window window = any.window();
          for (long round = 1; round <= 5; round++) {
            window.post(window.group(), Assertion.NOCHECK, Assertion.NOSTORE);
            any.comm().barrier();
            window.start(window.group(), Assertion.NOCHECK);
            for (int rank = 0; rank < any.size(); rank++) {
              window.accumulate(Buf.of(new long[] {1}), rank, any.at(rank, 0), Op.SUM);
            }
            window.complete();
            window.waitFor();
            assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 0)).isEqualTo(round * any.size());
          }
        });
  }

  @OnRanks({2, 4})
  static void requestsMayBeUsedInTheseEpochs(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    try (Window window = Window.allocate(world, 8, 8)) {
      window.post(window.group());
      try (Epoch _ = window.start(window.group())) {
        window.rput(Buf.of(new long[] {right}), right, 0, 1, Datatype.LONG).waitFor();
      }
      window.waitFor();
      assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(world.rank());
    }
  }

  @OnRanks({2, 4})
  static void anExceptionThatLeavesTheBlockEndsTheEpochsOfBothSides(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      for (int i = 0; i < 2; i++) {
        Throwable thrown = null;
        try (Epoch _ = window.post(window.group());
            Epoch _ = window.start(window.group())) {
          window.accumulate(Buf.of(new long[] {1}), 0, 0, Op.SUM);
          throw new IllegalStateException("in the block");
        } catch (IllegalStateException e) {
          thrown = e;
        }
        assertThat(thrown).hasNoSuppressedExceptions();
      }
      if (world.rank() == 0) {
        assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(2L * world.size());
      }
    }
  }

  @OnRanks({2, 4})
  static void anEpochThatHasBeenEndedIsNotEndedAgain(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      Epoch exposure = window.post(window.group());
      Epoch access = window.start(window.group());
      window.complete();
      access.close();
      window.waitFor();
      exposure.close();
      Epoch nextExposure = window.post(window.group());
      Epoch nextAccess = window.start(window.group());
      exposure.close();
      access.close();
      window.put(Buf.of(new long[] {5}), window.rank(), 0);
      nextAccess.close();
      nextExposure.close();
      assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(5);
    }
  }

  @OnRanks({2, 4})
  static void aRefusedOperationIsToldByCompleteAndTheTargetGoesOn(Communicator world) {
    try (Window window = Window.createDynamic(world, Info.EMPTY)) {
      if (world.rank() == 0) {
        window.start(others(window));
        for (int rank = 1; rank < window.size(); rank++) {
          window.get(Buf.of(new long[1]), rank, 4096);
          window.put(Buf.of(new long[1]), rank, 4096);
        }
        Expect.error(ErrorClass.RMA_RANGE, window::complete, "refused", "not attached");
      } else {
        window.post(window.group().incl(0));
        window.waitFor();
      }
    }
  }
}
