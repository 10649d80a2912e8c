package org.purempi.tests.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Info;
import org.purempi.LockType;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.RankBody;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Window;

/** Windows of thread ranks of which one, the last, has failed. */
@Isolated("the setting is one of the JVM")
@Timeout(60)
@SuppressWarnings("try") // an epoch is open as long as its block
class WindowThreadsTest {
  private static final String SETTING = "purempi.recovery";
  private static final int RANKS = 3;
  private static final int LAST = RANKS - 1;

  private String before = "";

  @BeforeEach
  void turnOn() {
    before = System.getProperty(SETTING, "");
    System.setProperty(SETTING, "true");
  }

  @AfterEach
  void turnBack() {
    if (before.isEmpty()) {
      System.clearProperty(SETTING);
    } else {
      System.setProperty(SETTING, before);
    }
  }

  private interface Part {
    void play(Window window, Communicator world);
  }

  /** The last rank plays its part and fails; the others play theirs when they know of it. */
  private static void run(boolean isShared, Part ofLast, Part ofOthers) {
    run(isShared, false, ofLast, ofOthers);
  }

  /** {@code isClosedEarly}: rank 1 closes the window in its part. */
  private static void run(boolean isShared, boolean isClosedEarly, Part ofLast, Part ofOthers) {
    run(
        world -> {
          Window window = window(world, isShared);
          if (world.rank() == LAST) {
            ofLast.play(window, world);
            throw new IllegalStateException("this rank fails");
          }
          fails(() -> world.recv(new int[1], LAST, 1));
          ofOthers.play(window, world);
          meet(world);
          if (!isClosedEarly || world.rank() != 1) {
            fails(window::close);
          }
          window.close(); // again, or once
        });
  }

  /** All but the last rank come to the end of the body. */
  private static void run(RankBody body) {
    var survivors = new AtomicInteger();
    Mpi.run(
        RANKS,
        world -> {
          body.run(world);
          survivors.incrementAndGet();
        });
    assertThat(survivors).hasValue(RANKS - 1);
  }

  private static Window window(Communicator world, boolean isShared) {
    return isShared
        ? Window.allocate(world, 64, 8)
        : Window.create(world, Buf.of(new long[8]), 8, Info.EMPTY);
  }

  /** The ranks that live wait for each other. */
  private static void meet(Communicator world) {
    int other = 1 - world.rank();
    world.send(new int[1], other, 9);
    world.recv(new int[1], other, 9);
  }

  private static void fails(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ProcessFailedException.class, e -> assertThat(e.ranks()).containsExactly(LAST));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLockThatItHadAloneIsFree(boolean isShared) {
    run(
        isShared,
        (window, world) -> window.lock(LockType.EXCLUSIVE, 0),
        (window, world) -> {
          for (LockType type : LockType.values()) {
            try (var epoch = window.lock(type, 0)) {
              window.put(Buf.of(new long[] {5}), 0, 0, 1, Datatype.LONG);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLockThatItSharedIsFree(boolean isShared) {
    run(
        isShared,
        (window, world) -> window.lock(LockType.SHARED, 0),
        (window, world) -> {
          window.lock(LockType.EXCLUSIVE, 0).close();
          window.lock(LockType.SHARED, 0).close();
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoWantsALockAloneWaitsForThoseThatLive(boolean isShared) {
    run(
        isShared,
        (window, world) -> {},
        (window, world) -> {
          if (world.rank() == 1) {
            try (var epoch = window.lock(LockType.SHARED, 0)) {
              world.send(new int[1], 0, 7);
              sleep();
            }
          } else {
            world.recv(new int[1], 1, 7);
            window.lock(LockType.EXCLUSIVE, 0).close();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoWaitsForItsLockGetsIt(boolean isShared) {
    run(
        world -> {
          Window window = window(world, isShared);
          if (world.rank() == LAST) {
            window.lock(LockType.EXCLUSIVE, 0);
          }
          world.barrier();
          if (world.rank() == LAST) {
            sleep();
            throw new IllegalStateException("this rank fails");
          }
          window.lock(LockType.EXCLUSIVE, 0).close();
          meet(world);
          fails(window::close);
        });
  }

  private static void sleep() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatNeedsItsMemoryFails(boolean isShared) {
    run(
        isShared,
        (window, world) -> {},
        (window, world) -> {
          fails(() -> window.lock(LockType.SHARED, LAST));
          fails(window::lockAll);
          window.lock(LockType.SHARED, 0).close();
          fails(window::fence);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestsThatNeedItsMemoryFail(boolean isShared) {
    run(
        world -> {
          Window window = window(world, isShared);
          long[] one = {1};
          var epoch = window.lockAll();
          if (world.rank() == LAST) {
            epoch.close();
            world.barrier();
            throw new IllegalStateException("this rank fails");
          }
          world.barrier();
          fails(() -> world.recv(new int[1], LAST, 1));
          Request<Status> get = window.rget(Buf.of(one), LAST, 0, 1, Datatype.LONG);
          fails(get::waitFor);
          Request<Status> put = window.rput(Buf.of(one), LAST, 0, 1, Datatype.LONG);
          fails(put::waitFor);
          fails(() -> window.fetchAndAdd(LAST, 0, 1L));
          fails(() -> window.compareAndSwap(LAST, 0, 1L, 1L));
          window.get(Buf.of(one), LAST, 0, 1, Datatype.LONG);
          fails(() -> window.flushLocal(LAST));
          fails(() -> window.flush(LAST));
          fails(window::flushAll);
          window.flush(0);
          window.put(Buf.of(one), LAST, 0, 1, Datatype.LONG);
          window.accumulate(Buf.of(one), 0, 0, 1, Datatype.LONG, Op.SUM);
          fails(epoch::close);
          meet(world);
          fails(window::close);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void epochsOfTargetsFail(boolean isShared) {
    run(
        isShared,
        (window, world) -> {},
        (window, world) -> {
          fails(() -> window.post(world.group()));
          fails(() -> window.start(world.group()));
          fails(() -> window.post(world.group()));
          fails(window::fence);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoWaitsInAnEpochOfTargetsFails(boolean isShared) {
    run(
        world -> {
          Window window = window(world, isShared);
          if (world.rank() == LAST) {
            window.post(world.group().incl(1));
            sleep();
            throw new IllegalStateException("this rank fails");
          }
          if (world.rank() == 0) {
            window.post(world.group().incl(LAST));
            fails(window::waitFor);
          } else {
            var access = window.start(world.group().incl(LAST));
            sleep();
            fails(() -> world.recv(new int[1], LAST, 1));
            fails(access::close);
          }
          fails(window::close);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLockOfItsMemoryEndsWithAnError(boolean isShared) {
    run(
        world -> {
          Window window = window(world, isShared);
          boolean isLast = world.rank() == LAST;
          var epoch = isLast ? null : window.lock(LockType.SHARED, LAST);
          world.barrier();
          if (epoch == null) {
            throw new IllegalStateException("this rank fails");
          }
          fails(() -> world.recv(new int[1], LAST, 1));
          window.put(Buf.of(new long[1]), LAST, 0, 1, Datatype.LONG);
          fails(epoch::close);
          window.lock(LockType.SHARED, 0).close();
          meet(world);
          fails(window::close);
        });
  }

  @Test
  void memoryIsThereUntilAllHaveLeft() {
    run(
        true,
        true,
        (window, world) -> {},
        (window, world) -> {
          if (world.rank() == 1) {
            fails(window::close);
            world.send(new int[1], 0, 7);
          } else {
            world.recv(new int[1], 1, 7);
            MemorySegment its = window.sharedQuery(1).memory();
            its.set(ValueLayout.JAVA_LONG, 0, 42);
            assertThat(its.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
          }
        });
  }

  @Test
  void whoAsksAWindowThatIsLeftIsRefused() {
    run(
        false,
        true,
        (window, world) -> {},
        (window, world) -> {
          if (world.rank() == 1) {
            fails(window::close);
            world.send(new int[1], 0, 7);
            world.recv(new int[1], 0, 8);
          } else {
            world.recv(new int[1], 1, 7);
            fails(() -> window.lock(LockType.EXCLUSIVE, 1));
            world.send(new int[1], 1, 8);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(LockType.class)
  void aWindowCannotBeMadeWithIt(LockType type) {
    run(
        true,
        (window, world) -> {},
        (window, world) -> {
          fails(() -> Window.allocate(world, 8, 8));
          Communicator left = world.shrink();
          try (Window smaller = Window.allocate(left, 8, 8)) {
            try (var epoch = smaller.lock(type, 0)) {
              smaller.fetchAndAdd(0, 0, 1L);
            }
          }
        });
  }
}
