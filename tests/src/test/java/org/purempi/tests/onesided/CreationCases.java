package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.LockType;
import org.purempi.Op;
import org.purempi.Window;
import org.purempi.WindowFlavor;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 12.2: how windows are made, what they are, and how they are freed. */
final class CreationCases {
  private CreationCases() {}

  @OnRanks({1, 2, 4})
  static void aWindowSaysWhatItIs(Communicator world) {
    long bytes = 8L * (1 + world.rank());
    try (Communicator host = AnyWindow.host(world);
        Window created = Window.create(world, Buf.of(new int[] {5, 6}));
        Window allocated = Window.allocate(world, bytes, 4);
        Window shared = Window.allocateShared(host, bytes, 2);
        Window dynamic = Window.createDynamic(world, Info.EMPTY)) {
      assertThat(created.flavor()).isEqualTo(WindowFlavor.CREATE);
      assertThat(allocated.flavor()).isEqualTo(WindowFlavor.ALLOCATE);
      assertThat(shared.flavor()).isEqualTo(WindowFlavor.SHARED);
      assertThat(dynamic.flavor()).isEqualTo(WindowFlavor.DYNAMIC);
      assertThat(created.dispUnit()).isEqualTo(4);
      assertThat(allocated.dispUnit()).isEqualTo(4);
      assertThat(shared.dispUnit()).isEqualTo(2);
      assertThat(dynamic.dispUnit()).isEqualTo(1);
      assertThat(created.memory().byteSize()).isEqualTo(8);
      assertThat(created.memory().get(JAVA_BYTE, 4)).isEqualTo((byte) 6);
      assertThat(allocated.memory().byteSize()).isEqualTo(bytes);
      assertThat(allocated.memory().address() % 64).isZero();
      assertThat(allocated.memory().toArray(JAVA_BYTE)).containsOnly((byte) 0);
      assertThat(shared.memory().byteSize()).isEqualTo(bytes);
      assertThat(shared.memory().toArray(JAVA_BYTE)).containsOnly((byte) 0);
      assertThat(dynamic.memory()).isEqualTo(MemorySegment.NULL);
      for (Window window : List.of(created, allocated, dynamic)) {
        assertThat(window.rank()).isEqualTo(world.rank());
        assertThat(window.size()).isEqualTo(world.size());
        assertThat(window.group()).isEqualTo(world.group());
        assertThat(window.mpi()).isSameAs(world.mpi());
        assertThat(window.name()).isEmpty();
      }
      assertThat(shared.group()).isEqualTo(host.group());
    }
  }

  @OnRanks({1, 2})
  static void wrongSizesUnitsAndMemoryAreRefused(Communicator world) {
    Buf memory = Buf.of(new int[2]);
    Buf withGaps = Buf.of(new int[4], 0, 1L, Datatype.vector(2, 1, 2, Datatype.INT));
    MemorySegment readOnly = MemorySegment.ofArray(new int[1]).asReadOnly();
    try (Communicator host = AnyWindow.host(world);
        Arena own = Arena.ofConfined()) {
      Buf ofOneThread = Buf.of(own.allocate(8));
      Expect.error(ErrorClass.BUFFER, () -> Window.create(world, ofOneThread), "one thread");
      Expect.error(ErrorClass.SIZE, () -> Window.allocate(world, -1, 1), "-1");
      Expect.error(ErrorClass.SIZE, () -> Window.allocateShared(host, -8, 1), "-8");
      for (int unit : new int[] {0, -1}) {
        String word = "" + unit;
        Expect.error(ErrorClass.DISP, () -> Window.create(world, memory, unit, Info.EMPTY), word);
        Expect.error(ErrorClass.DISP, () -> Window.allocate(world, 8, unit), word);
        Expect.error(ErrorClass.DISP, () -> Window.allocateShared(host, 8, unit), word);
      }
      Expect.error(ErrorClass.ARG, () -> Window.create(world, withGaps), "gaps");
      Expect.error(ErrorClass.ARG, () -> Window.create(world, Buf.IN_PLACE, 1, Info.EMPTY));
      Expect.error(ErrorClass.BUFFER, () -> Window.create(world, Buf.of(readOnly)), "read-only");
      Expect.error(
          ErrorClass.INFO_VALUE,
          () -> Window.allocate(world, 8, 1, Info.of("no_locks", "perhaps")),
          "no_locks",
          "perhaps");
      assertThat(world.allreduce(1, Op.SUM)).isEqualTo(world.size());
    }
  }

  @OnRanks(4)
  static void aWindowIsMadeOverACommunicatorOfOneGroup(Communicator world) {
    try (Communicator half = Objects.requireNonNull(world.split(world.rank() % 2, -world.rank()));
        Window window = Window.allocate(half, 8, 8)) {
      assertThat(window.size()).isEqualTo(2);
      assertThat(window.group()).isEqualTo(half.group());
      window.fence();
      window.put(Buf.of(new long[] {1 + world.rank()}), 1 - window.rank(), 0);
      window.fence();
      assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(1 + (world.rank() + 2) % 4);
    }
  }

  @OnRanks({1, 2})
  static void partsMayBeEmpty(Communicator world) {
    try (Communicator host = AnyWindow.host(world)) {
      for (Window each :
          List.of(
              Window.create(world, Buf.EMPTY),
              Window.allocate(world, 0, 8),
              Window.allocateShared(host, 0, 8))) {
        try (Window window = each) {
          assertThat(window.memory()).isEqualTo(MemorySegment.NULL);
          window.fence();
          window.put(Buf.of(new int[0]), window.rank(), 0);
          Expect.error(
              ErrorClass.RMA_RANGE,
              () -> window.put(Buf.of(new byte[1]), window.rank(), 0),
              "has 0");
          window.fence();
          window.lock(LockType.EXCLUSIVE, 0).close();
        }
      }
    }
  }

  @OnRanks({2, 4})
  static void aWindowOutlivesItsCommunicator(Communicator world) {
    Communicator dup = world.dup();
    try (Window window = Window.allocate(dup, 8, 8)) {
      dup.close();
      window.fence();
      window.accumulate(Buf.of(new long[] {1}), 0, 0, Op.SUM);
      window.fence();
      if (world.rank() == 0) {
        assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo(world.size());
      }
    }
  }

  @OnRanks({2, 4})
  static void windowsOfOneCommunicatorHaveEpochsOfTheirOwn(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    long[] memory = new long[2];
    try (Window first = Window.create(world, Buf.of(memory, 0, 1));
        Window second = Window.create(world, Buf.of(memory, 1, 1));
        Window both = Window.create(world, Buf.of(memory))) {
      first.fence();
      second.lockAll();
      both.lock(LockType.SHARED, right);
      first.put(Buf.of(new long[] {10}), right, 0);
      second.put(Buf.of(new long[] {20}), right, 0);
      long[] got = new long[2];
      second.unlockAll();
      first.fence();
      both.get(Buf.of(got), right, 0);
      both.unlock(right);
      assertThat(got).containsExactly(10, 20);
      assertThat(memory).containsExactly(10, 20);
    }
  }

  @OnRanks(
      value = {2, 4},
      seconds = 60)
  static void windowsComeAndGo(Communicator world) {
    for (int i = 0; i < 1000; i++) {
      try (Window window =
          i % 3 == 0
              ? Window.create(world, Buf.of(new long[1]))
              : i % 3 == 1
                  ? Window.allocate(world, 8, 8)
                  : Window.createDynamic(world, Info.EMPTY)) {
        if (i % 100 < 3 && i % 3 < 2) {
          window.fence();
          window.accumulate(Buf.of(new long[] {1}), 0, 0, Op.SUM);
          window.fence();
        }
      }
    }
  }

  /** In a window of allocate one part is too large; of a shared one all are. */
  @OnRanks({1, 2, 4})
  static void aWindowThatIsTooLargeIsRefusedByAllAndTheJobGoesOn(Communicator world) {
    int last = world.size() - 1;
    try (Communicator host = AnyWindow.host(world)) {
      for (long bytes : new long[] {1L << 50, Long.MAX_VALUE}) {
        String whose = world.rank() == last ? "this rank's part of " + bytes : "for rank " + last;
        long mine = world.rank() == last ? bytes : 8;
        Expect.error(ErrorClass.NO_MEM, () -> Window.allocate(world, mine, 1), whose);
        Expect.error(ErrorClass.NO_MEM, () -> Window.allocateShared(host, bytes, 1), "" + bytes);
      }
      try (Window window = Window.allocate(world, 8, 8);
          var _ = window.lockAll()) {
        window.fetchAndAdd(last, 0, 1L);
        world.barrier();
        assertThat(window.fetchAndAdd(last, 0, 0L)).isEqualTo(world.size());
        world.barrier();
      }
    }
  }

  @OnRanks({2, 4})
  static void manyWindowsMayBeOpen(Communicator world) {
    List<Window> windows = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      windows.add(Window.allocate(world, 8, 8));
    }
    for (Window window : windows) {
      window.lockAll();
    }
    for (int i = 0; i < windows.size(); i++) {
      windows.get(i).fetchAndAdd(0, 0, (long) i);
    }
    for (Window window : windows) {
      window.unlockAll();
    }
    world.barrier();
    for (int i = 0; i < windows.size(); i++) {
      if (world.rank() == 0) {
        assertThat(windows.get(i).memory().get(JAVA_LONG, 0)).isEqualTo((long) i * world.size());
      }
      windows.get(i).close();
    }
  }

  @OnRanks({2, 4})
  static void aWindowWithAnOpenEpochStaysOpenEverywhere(Communicator world) {
    Window window = Window.allocate(world, 8, 8);
    Runnable[] begins = {
      () -> window.lock(LockType.SHARED, 0),
      window::lockAll,
      () -> window.start(window.group().incl(0), org.purempi.Assertion.NOCHECK),
      () -> window.post(window.group().incl(1))
    };
    for (int kind = 0; kind < begins.length; kind++) {
      boolean opens = world.rank() == (kind < 3 ? 1 : 0);
      if (opens) {
        begins[kind].run();
      }
      if (opens) {
        Expect.error(ErrorClass.RMA_SYNC, window::close, "close");
      } else {
        Expect.error(ErrorClass.RMA_SYNC, window::close, "another rank", "stays open");
      }
      end(window, kind, opens);
      assertThat(window.memory().byteSize()).isEqualTo(8);
    }
    window.fence();
    window.put(Buf.of(new long[] {1}), world.rank(), 0);
    window.fence();
    window.close();
    Expect.error(ErrorClass.WIN, window::fence, "closed");
  }

  private static void end(Window window, int kind, boolean opens) {
    switch (kind) {
      case 0 -> {
        if (opens) {
          window.unlock(0);
        }
      }
      case 1 -> {
        if (opens) {
          window.unlockAll();
        }
      }
      case 2 -> {
        if (window.rank() == 0) {
          window.post(window.group().incl(1), org.purempi.Assertion.NOCHECK);
          window.waitFor();
        } else if (opens) {
          window.complete();
        }
      }
      default -> {
        if (window.rank() == 1) {
          window.start(window.group().incl(0));
          window.complete();
        } else if (opens) {
          window.waitFor();
        }
      }
    }
  }

  // ---- dynamic windows

  @OnRanks({1, 2, 4})
  static void memoryIsAttachedAndDetachedWhileTheWindowIsOpen(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    MemorySegment memory = world.mpi().allocMem(64);
    MemorySegment more = world.mpi().allocMem(64);
    try (Window window = Window.createDynamic(world, Info.EMPTY)) {
      long[] begins = new long[world.size()];
      long[] moreBegins = new long[world.size()];
      long at = window.attach(memory);
      assertThat(at).isEqualTo(memory.address());
      world.allgather(new long[] {at}, begins);
      world.allgather(new long[] {window.attach(more.asSlice(16, 32))}, moreBegins);
      window.fence();
      window.put(Buf.of(new long[] {1}), right, begins[right]);
      window.put(Buf.of(new long[] {2}), right, begins[right] + 56);
      window.accumulate(Buf.of(new long[] {3}), right, moreBegins[right] + 24, Op.SUM);
      window.fence();
      assertThat(memory.get(JAVA_LONG, 0)).isEqualTo(1);
      assertThat(memory.get(JAVA_LONG, 56)).isEqualTo(2);
      assertThat(more.get(JAVA_LONG, 40)).isEqualTo(3);
      for (long wrong :
          new long[] {begins[right] - 1, begins[right] + 57, moreBegins[right] - 8, 4096}) {
        isRefused(window, right, wrong);
      }
      world.barrier();
      window.detach(memory);
      world.barrier();
      isRefused(window, right, begins[right]);
      try (Epoch _ = window.lock(LockType.EXCLUSIVE, right)) {
        window.fetchAndAdd(right, moreBegins[right], 1L);
      }
      world.barrier();
      assertThat(more.get(JAVA_LONG, 16)).isEqualTo(1);
      window.attach(memory); // again
    }
    world.mpi().freeMem(memory);
    world.mpi().freeMem(more);
  }

  /** Memory that a rank has not attached is refused at once or when the access is completed. */
  private static void isRefused(Window window, int rank, long at) {
    Buf one = Buf.of(new long[] {-1});
    for (Runnable access :
        List.<Runnable>of(
            () -> window.put(one, rank, at),
            () -> window.get(one, rank, at),
            () -> window.accumulate(one, rank, at, Op.SUM),
            () -> window.compareAndSwap(rank, at, 0L, 1L))) {
      window.lock(LockType.SHARED, rank);
      Expect.error(
          ErrorClass.RMA_RANGE,
          () -> {
            access.run();
            window.flush(rank);
          },
          "not attached");
      window.unlock(rank);
    }
  }

  @OnRanks({1, 2})
  static void whatCannotBeAttachedIsRefused(Communicator world) {
    MemorySegment memory = world.mpi().allocMem(64);
    try (Window window = Window.createDynamic(world, Info.EMPTY);
        Window other = Window.allocate(world, 8, 8)) {
      window.attach(memory.asSlice(16, 16));
      Expect.error(ErrorClass.RMA_ATTACH, () -> window.attach(memory), "overlaps");
      Expect.error(ErrorClass.RMA_ATTACH, () -> window.attach(memory.asSlice(31, 1)), "overlaps");
      Expect.error(
          ErrorClass.RMA_ATTACH, () -> window.attach(MemorySegment.ofArray(new int[1])), "arrays");
      Expect.error(ErrorClass.ARG, () -> window.detach(memory), "not attached");
      window.attach(memory.asSlice(0, 16)); // its neighbours
      window.attach(memory.asSlice(32, 16));
      window.attach(MemorySegment.NULL);
      window.detach(MemorySegment.NULL);
      window.detach(memory.asSlice(16, 16));
      Expect.error(ErrorClass.ARG, () -> window.detach(memory.asSlice(16, 16)), "not attached");
      Expect.error(ErrorClass.RMA_FLAVOR, () -> other.attach(memory), "createDynamic");
      Expect.error(ErrorClass.RMA_FLAVOR, () -> other.detach(memory), "createDynamic");
    }
    world.mpi().freeMem(memory);
  }
}
