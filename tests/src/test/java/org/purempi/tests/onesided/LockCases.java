package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.purempi.Assertion;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.LockType;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 12.5.3: passive access. */
final class LockCases {
  private LockCases() {}

  private static long first(AnyWindow any) {
    return any.memory().get(JAVA_LONG_UNALIGNED, 0);
  }

  @OnRanks({1, 2, 4})
  static void anExclusiveLockMakesReadingAndWritingOneStep(Communicator world) throws Exception {
    int rounds = 25;
    AnyWindow.each(
        world,
        8,
        any -> {
          Window window = any.window();
          long[] number = new long[1];
          for (int i = 0; i < rounds; i++) {
            window.lock(LockType.EXCLUSIVE, 0);
            window.get(Buf.of(number), 0, any.at(0, 0));
            window.flush(0);
            number[0]++;
            window.put(Buf.of(number), 0, any.at(0, 0));
            window.unlock(0);
          }
          any.comm().barrier();
          if (any.rank() == 0) {
            try (Epoch _ = window.lock(LockType.SHARED, 0)) {
              assertThat(first(any)).isEqualTo((long) rounds * any.size());
            }
          }
        });
  }

  @OnRanks({2, 4})
  static void sharedLocksAreHeldTogether(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        8,
        any -> {
          for (int rank = 0; rank < any.size(); rank++) {
            try (Epoch _ = any.window().lock(LockType.SHARED, rank)) {
              any.comm().barrier(); // all ranks hold it
            }
          }
          try (Epoch _ = any.window().lockAll()) {
            any.comm().barrier();
          }
        });
  }

  @OnRanks({2, 4})
  static void readersNeverSeeHalfOfWhatAWriterWritesUnderAnExclusiveLock(Communicator world)
      throws Exception {
    int target = world.size() - 1;
    AnyWindow.each(
        world,
        8000,
        any -> {
          int there = Math.min(target, any.size() - 1);
          long[] all = new long[1000];
          for (int i = 1; i <= 20; i++) {
            boolean writes = any.rank() == 0;
            try (Epoch _ =
                any.window().lock(writes ? LockType.EXCLUSIVE : LockType.SHARED, there)) {
              if (writes) {
                java.util.Arrays.fill(all, i);
                any.window().put(Buf.of(all), there, any.at(there, 0));
              } else {
                any.window().get(Buf.of(all), there, any.at(there, 0));
              }
            }
            long one = all[0];
            assertThat(all).containsOnly(one);
          }
        });
  }

  @OnRanks({2, 4})
  static void aFlushSaysThatItHasBeenDoneAtTheTarget(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        16,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          int left = any.further(-1);
          window.lockAll();
          for (long round = 1; round <= 10; round++) {
            long[] value = {round};
            window.put(Buf.of(value), right, any.at(right, 0));
            if (round % 2 == 0) {
              window.flush(right);
            } else {
              window.flushAll();
            }
            any.comm().sendrecv(new byte[1], right, 0, new byte[1], left, 0);
            window.sync();
            long[] seen = new long[1];
            window.get(Buf.of(seen), any.rank(), any.at(any.rank(), 0));
            window.flush(any.rank());
            assertThat(seen).containsExactly(round);
            any.comm().barrier();
          }
          window.unlockAll();
        });
  }

  @OnRanks({2, 4})
  static void afterALocalFlushTheOriginMayBeUsedAgain(Communicator world) throws Exception {
    int n = 50_000;
    AnyWindow.each(
        world,
        2 * n * Long.BYTES,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          long[] data = new long[n];
          window.lockAll();
          java.util.Arrays.fill(data, 1);
          window.put(Buf.of(data), right, any.at(right, 0));
          window.flushLocal(right);
          java.util.Arrays.fill(data, 2);
          window.put(Buf.of(data), right, any.at(right, (long) n * Long.BYTES));
          window.flushLocalAll();
          java.util.Arrays.fill(data, -1);
          window.get(Buf.of(data), right, any.at(right, (long) n * Long.BYTES));
          window.flushLocal(right);
          assertThat(data[0] + data[n - 1]).isEqualTo(4);
          window.unlockAll();
          any.comm().barrier();
          assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 8L * n - 8)).isEqualTo(1);
          assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 16L * n - 8)).isEqualTo(2);
        });
  }

  @OnRanks({2, 4})
  static void severalRanksMayBeLockedEachInItsWay(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        8,
        any -> {
          Window window = any.window();
          for (int i = 0; i < 10; i++) {
            for (int rank = 0; rank < any.size(); rank++) { // in the same order everywhere
              window.lock(rank % 2 == 0 ? LockType.EXCLUSIVE : LockType.SHARED, rank);
            }
            for (int rank = any.size() - 1; rank >= 0; rank--) {
              window.accumulate(Buf.of(new long[] {1}), rank, any.at(rank, 0), Op.SUM);
              window.unlock(rank);
            }
          }
          any.comm().barrier();
          assertThat(first(any)).isEqualTo(10L * any.size());
        });
  }

  @OnRanks({2, 4})
  static void wrongOrdersOfCallsAreRefusedAndWhatIsHeldStaysHeld(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      int me = window.rank();
      int other = (me + 1) % window.size();
      Buf one = Buf.of(new long[] {1});
      Expect.error(ErrorClass.RMA_SYNC, () -> window.unlock(me), "unlock of rank " + me, "without");
      Expect.error(ErrorClass.RMA_SYNC, window::unlockAll, "unlockAll without lockAll");
      for (Runnable flush : flushes(window, me)) {
        Expect.error(ErrorClass.RMA_SYNC, flush::run, "no access epoch is open");
      }
      window.lock(LockType.EXCLUSIVE, me);
      Expect.error(
          ErrorClass.RMA_SYNC, () -> window.lock(LockType.SHARED, me), "second lock", "" + me);
      Expect.error(ErrorClass.RMA_SYNC, window::lockAll, "lockAll", "locked: " + me);
      Expect.error(ErrorClass.RMA_SYNC, window::unlockAll, "unlockAll without lockAll");
      Expect.error(ErrorClass.RMA_SYNC, () -> window.unlock(other), "unlock of rank " + other);
      Expect.error(ErrorClass.RMA_SYNC, () -> window.put(one, other, 0), "not locked", "" + other);
      Expect.error(ErrorClass.RMA_SYNC, () -> window.flush(other), "not locked", "" + other);
      Expect.error(ErrorClass.RMA_SYNC, () -> window.flushLocal(other), "not locked");
      window.put(one, me, 0);
      flushes(window, me).forEach(Runnable::run);
      window.unlock(me);
      Expect.error(ErrorClass.RMA_SYNC, () -> window.put(one, me, 0), "no access epoch");
      window.lockAll();
      Expect.error(ErrorClass.RMA_SYNC, () -> window.lock(LockType.SHARED, me), "lockAll");
      Expect.error(ErrorClass.RMA_SYNC, window::lockAll, "lockAll");
      Expect.error(ErrorClass.RMA_SYNC, () -> window.unlock(me), "without lock");
      flushes(window, other).forEach(Runnable::run);
      window.unlockAll();
      world.barrier();
    }
  }

  private static List<Runnable> flushes(Window window, int rank) {
    return List.of(
        () -> window.flush(rank),
        window::flushAll,
        () -> window.flushLocal(rank),
        window::flushLocalAll);
  }

  @OnRanks({1, 2})
  static void nobodyIsThereToBeLocked(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      try (Epoch _ = window.lock(LockType.EXCLUSIVE, Mpi.PROC_NULL)) {
        window.put(Buf.of(new long[1]), Mpi.PROC_NULL, 0);
        window.flush(Mpi.PROC_NULL);
        window.flushLocal(Mpi.PROC_NULL);
      }
      window.unlock(Mpi.PROC_NULL);
      for (int rank : new int[] {world.size(), -1, -7}) {
        Expect.error(ErrorClass.RANK, () -> window.lock(LockType.SHARED, rank), "lock", "" + rank);
        Expect.error(ErrorClass.RANK, () -> window.unlock(rank), "unlock", "" + rank);
        Expect.error(ErrorClass.RANK, () -> window.flush(rank), "flush", "" + rank);
        Expect.error(ErrorClass.RANK, () -> window.flushLocal(rank), "flushLocal", "" + rank);
      }
      window.lockAll().close();
    }
  }

  @OnRanks({1, 2, 4})
  static void nobodyIsAskedForALockIfTheProgramKnowsThatItIsFree(Communicator world)
      throws Exception {
    AnyWindow.each(
        world,
        8,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          try (Epoch _ = window.lock(LockType.EXCLUSIVE, right, Assertion.NOCHECK)) {
            window.put(Buf.of(new long[] {any.rank()}), right, any.at(right, 0));
          }
          any.comm().barrier();
          assertThat(first(any)).isEqualTo(any.further(-1));
          any.comm().barrier();
          try (Epoch _ = window.lockAll(Assertion.NOCHECK)) {
            window.accumulate(Buf.of(new long[] {5}), right, any.at(right, 0), Op.SUM);
          }
          any.comm().barrier();
          assertThat(first(any)).isEqualTo(any.further(-1) + 5);
          window.lock(LockType.EXCLUSIVE, any.rank()).close(); // none has been left behind
        });
  }

  @OnRanks({2, 4})
  static void anExceptionThatLeavesTheBlockReleasesTheLock(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        8,
        any -> {
          Window window = any.window();
          for (int i = 0; i < 4; i++) {
            try (Epoch _ = i % 2 == 0 ? window.lock(LockType.EXCLUSIVE, 0) : window.lockAll()) {
              window.accumulate(Buf.of(new long[] {1}), 0, any.at(0, 0), Op.SUM);
              throw new IllegalStateException("in the block");
            } catch (IllegalStateException e) {
              assertThat(e).hasNoSuppressedExceptions();
            }
          }
          any.comm().barrier();
          if (any.rank() == 0) {
            assertThat(first(any)).isEqualTo(4L * any.size());
          }
        });
  }

  @OnRanks({1, 2})
  static void anEpochThatHasBeenEndedIsNotEndedAgain(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      int me = window.rank();
      Epoch lock = window.lock(LockType.EXCLUSIVE, me);
      window.unlock(me);
      lock.close();
      Epoch again = window.lock(LockType.EXCLUSIVE, me);
      lock.close();
      window.put(Buf.of(new long[] {1}), me, 0);
      again.close();
      Epoch all = window.lockAll();
      window.unlockAll();
      all.close();
      Epoch allAgain = window.lockAll();
      all.close();
      window.put(Buf.of(new long[] {2}), me, 0);
      allAgain.close();
      assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(2);
    }
  }

  @OnRanks({1, 2})
  static void aWindowWithoutLocksTakesNone(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8, Info.of("no_locks", "true"))) {
      Expect.error(ErrorClass.RMA_SYNC, () -> window.lock(LockType.SHARED, 0), "no_locks");
      Expect.error(ErrorClass.RMA_SYNC, window::lockAll, "no_locks");
      window.fence();
      window.put(Buf.of(new long[] {1}), window.rank(), 0);
      window.fence();
      assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(1);
    }
  }

  @OnRanks({2, 4})
  static void memoryThatIsNotThereIsToldByFlushOrUnlockAndTheLockIsReleased(Communicator world) {
    try (Window window = Window.createDynamic(world, Info.EMPTY)) {
      int size = window.size();
      for (int rank = 0; rank < size; rank++) {
        int other = rank;
        if (other == window.rank()) {
          continue;
        }
        for (Runnable access : nowhere(window, other)) {
          window.lock(LockType.EXCLUSIVE, other);
          access.run();
          Expect.error(ErrorClass.RMA_RANGE, () -> window.flush(other), "rank " + other, "refused");
          access.run();
          Expect.error(ErrorClass.RMA_RANGE, () -> window.unlock(other), "not attached");
        }
      }
      try (Epoch _ = window.lockAll()) { // others may still hold theirs
        for (int rank = 0; rank < size; rank++) {
          if (rank != window.rank()) {
            window.put(Buf.of(new long[1]), rank, 4096);
          }
        }
        Expect.error(ErrorClass.RMA_RANGE, window::unlockAll, "not attached");
      }
      world.barrier();
      window.lock(LockType.EXCLUSIVE, 0).close(); // all have been released
    }
  }

  /** Accesses of every kind to memory that has not been attached. */
  private static List<Runnable> nowhere(Window window, int rank) {
    Buf one = Buf.of(new long[] {1});
    Buf many = Buf.of(new long[100_000]);
    Buf result = Buf.of(new long[100_000]);
    return List.of(
        () -> window.put(one, rank, 4096),
        () -> window.put(many, rank, 4096),
        () -> window.get(one, rank, 4096),
        () -> window.get(many, rank, 4096),
        () -> window.accumulate(many, rank, 4096, Op.SUM),
        () -> window.getAccumulate(many, result, rank, 4096, 100_000, many.datatype(), Op.SUM),
        () -> window.compareAndSwap(one, one, Buf.of(new long[1]), rank, 4096));
  }
}
