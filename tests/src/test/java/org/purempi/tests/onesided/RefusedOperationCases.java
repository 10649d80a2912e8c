package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.LockType;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 12.3: what operations refuse, and when their requests and the window can be used. */
final class RefusedOperationCases {
  private RefusedOperationCases() {}

  @OnRanks({1, 2})
  static void whatDoesNotFitIsRefusedAndNothingIsMoved(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        16,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          int[] got = {7, 7};
          Buf two = Buf.of(got);
          window.fence();
          Expect.error(
              ErrorClass.TRUNCATE,
              () -> window.put(two, right, any.at(right, 0), 1, Datatype.BYTE),
              "8 bytes",
              "BYTE");
          Expect.error(
              ErrorClass.TRUNCATE,
              () -> window.get(two, right, any.at(right, 0), 3, Datatype.INT),
              "3",
              "8");
          Expect.error(
              ErrorClass.TRUNCATE,
              () -> window.accumulate(two, right, any.at(right, 0), 1, Datatype.INT, Op.SUM),
              "8 bytes");
          Expect.error(
              ErrorClass.TRUNCATE,
              () ->
                  window.getAccumulate(
                      two, Buf.of(new int[1]), right, any.at(right, 0), 2, Datatype.INT, Op.SUM),
              "result");
          window.fence();
          assertThat(any.memory().toArray(JAVA_BYTE)).containsOnly((byte) 0);
          assertThat(got).containsExactly(7, 7);
        });
  }

  @OnRanks({1, 2})
  static void memoryBeyondAPartIsRefusedWithItsLength(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    Buf two = Buf.of(new long[2]);
    Datatype before = Datatype.hindexed(new long[] {1}, new long[] {-8}, Datatype.LONG);
    Datatype backwards = Datatype.vector(3, 1, -1, Datatype.LONG);
    Datatype vast = Datatype.resized(Datatype.LONG, 0, Long.MAX_VALUE / 2);
    try (Window window = Window.allocate(world, 32, 8)) {
      window.fence();
      Expect.error(
          ErrorClass.RMA_RANGE, () -> window.put(two, right, 3), "rank " + right, "has 32", "24");
      Expect.error(ErrorClass.RMA_RANGE, () -> window.get(two, right, 1L << 40));
      Expect.error(ErrorClass.RMA_RANGE, () -> window.accumulate(two, right, 4, Op.SUM));
      Expect.error(ErrorClass.RMA_RANGE, () -> window.fetchAndAdd(right, 4, 1L));
      Expect.error(ErrorClass.RMA_RANGE, () -> window.compareAndSwap(right, 4, 1L, 1L));
      Expect.error(ErrorClass.RMA_RANGE, () -> window.put(two, right, 0, 2, before));
      Expect.error(ErrorClass.RMA_RANGE, () -> window.put(two, right, 1, 1, backwards));
      Expect.error(ErrorClass.RMA_RANGE, () -> window.put(two, right, 0, 2, vast));
      Expect.error(ErrorClass.DISP, () -> window.put(two, right, Long.MAX_VALUE), "too large");
      Expect.error(ErrorClass.DISP, () -> window.put(two, right, 1, 4, vast), "too large");
      Expect.error(ErrorClass.DISP, () -> window.put(two, right, -1), "-1");
      Expect.error(ErrorClass.DISP, () -> window.fetchAndAdd(right, -1, 1), "-1");
      window.put(two, right, 2, 1, backwards);
      window.put(Buf.of(new long[1]), right, 1, 1, before);
      window.fence();
      assertThat(window.memory().toArray(JAVA_BYTE)).containsOnly((byte) 0);
    }
  }

  @OnRanks({1, 2})
  static void wrongArgumentsAreRefused(Communicator world) {
    Buf one = Buf.of(new int[1]);
    Buf readOnly = Buf.of(MemorySegment.ofArray(new int[1]).asReadOnly(), 1, Datatype.INT);
    try (Window window = Window.allocate(world, 8, 4)) {
      window.fence();
      int size = world.size();
      for (int rank : new int[] {size, -7, Mpi.ANY_SOURCE}) {
        Expect.error(ErrorClass.RANK, () -> window.put(one, rank, 0), "put");
        Expect.error(ErrorClass.RANK, () -> window.rget(one, rank, 0, 1, Datatype.INT), "rget");
        Expect.error(ErrorClass.RANK, () -> window.fetchAndAdd(rank, 0, 1), "fetchAndAdd");
      }
      Datatype pair = Datatype.contiguous(2, Datatype.INT);
      for (Datatype type : List.of(Datatype.INT, pair)) {
        Expect.error(ErrorClass.COUNT, () -> window.put(one, 0, 0, -1, type), "-1");
        Expect.error(ErrorClass.COUNT, () -> window.get(one, 0, 0, -1, type), "-1");
        Expect.error(ErrorClass.COUNT, () -> window.accumulate(one, 0, 0, -1, type, Op.SUM), "-1");
      }
      Expect.error(ErrorClass.BUFFER, () -> window.put(Buf.IN_PLACE, 0, 0), "put", "IN_PLACE");
      Expect.error(ErrorClass.BUFFER, () -> window.get(Buf.IN_PLACE, 0, 0), "get", "IN_PLACE");
      Expect.error(ErrorClass.BUFFER, () -> window.get(readOnly, 0, 0), "get", "read-only");
      Expect.error(
          ErrorClass.BUFFER, () -> window.rget(readOnly, 0, 0, 1, Datatype.INT), "read-only");
      Expect.error(
          ErrorClass.BUFFER, () -> window.fetchAndOp(one, readOnly, 0, 0, Op.SUM), "read-only");
      window.put(readOnly, 0, 0);
      window.fence();
    }
  }

  @OnRanks({2, 4})
  static void requestsOfAWindowCanBeNeitherCancelledNorFreed(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    int[] got = new int[100_000];
    try (Window window = Window.allocate(world, got.length * 4L, 4);
        Epoch _ = window.lock(LockType.SHARED, right)) {
      Request<Status> request = window.rget(Buf.of(got), right, 0, got.length, Datatype.INT);
      Expect.error(ErrorClass.REQUEST, request::cancel, "cancel");
      if (request.active()) {
        Expect.error(ErrorClass.REQUEST, request::free, "free");
      }
      assertThat(request.waitFor()).isEqualTo(Status.EMPTY);
      assertThat(request.test()).hasValue(Status.EMPTY);
    }
  }

  @OnRanks({2, 4})
  static void aRequestTellsThatTheMemoryIsNotThere(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    Buf many = Buf.of(new long[100_000]);
    Datatype type = Datatype.LONG;
    Datatype holes = Datatype.vector(100, 1, 2, type);
    try (Window window = Window.createDynamic(world, Info.EMPTY);
        Epoch _ = window.lock(LockType.SHARED, right)) {
      for (Request<Status> request :
          List.of(
              window.rget(many, right, 4096, 100_000, type),
              window.rget(many, right, 4096, 1, holes),
              window.rgetAccumulate(
                  many, Buf.of(new long[100_000]), right, 4096, 100_000, type, Op.SUM))) {
        Expect.error(ErrorClass.RMA_RANGE, request::waitFor, "not attached");
      }
      Expect.error(ErrorClass.RMA_RANGE, () -> window.fetchAndAdd(right, 4096, 1L), "attached");
      Expect.error(ErrorClass.RMA_RANGE, () -> window.compareAndSwap(right, 4096, 1, 1));
      window.flush(right); // all has been told
    }
  }

  @OnRanks({1, 2})
  static void aClosedWindowCannotBeUsed(Communicator world) {
    Window window = Window.allocate(world, 8, 8);
    window.close();
    window.close(); // a second close does nothing
    Buf one = Buf.of(new long[1]);
    for (Runnable call :
        List.<Runnable>of(
            () -> window.put(one, 0, 0),
            () -> window.get(one, Mpi.PROC_NULL, 0),
            () -> window.rput(one, 0, 0, 1, Datatype.LONG),
            () -> window.accumulate(one, 0, 0, Op.SUM),
            () -> window.fetchAndOp(one, one, 0, 0, Op.SUM),
            () -> window.compareAndSwap(one, one, one, 0, 0),
            () -> window.fetchAndAdd(0, 0, 1L),
            window::fence,
            () -> window.start(org.purempi.Group.EMPTY),
            () -> window.post(org.purempi.Group.EMPTY),
            window::complete,
            window::waitFor,
            window::test,
            () -> window.lock(LockType.SHARED, 0),
            () -> window.unlock(0),
            window::lockAll,
            window::unlockAll,
            () -> window.flush(0),
            window::flushAll,
            () -> window.flushLocal(0),
            window::flushLocalAll,
            window::sync,
            window::memory,
            () -> window.sharedQuery(0),
            () -> window.attach(MemorySegment.NULL),
            () -> window.detach(MemorySegment.NULL),
            () -> window.setInfo(Info.EMPTY))) {
      Expect.error(ErrorClass.WIN, call::run, "closed");
    }
  }
}
