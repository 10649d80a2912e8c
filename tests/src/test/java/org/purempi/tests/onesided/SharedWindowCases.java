package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Window;
import org.purempi.WindowPart;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 12.2.3: memory that ranks load and store themselves. */
final class SharedWindowCases {
  private static final VarHandle WORD = JAVA_LONG.varHandle();
  private static final long PAGE_BYTES = 4096;

  private SharedWindowCases() {}

  /** Odd lengths, and one rank without memory. */
  private static long bytes(int rank) {
    return rank == 1 ? 0 : 3L * rank + 5;
  }

  private static void isWhole(Window window, Communicator host) {
    window.memory().fill((byte) (10 + host.rank()));
    window.sync();
    host.barrier();
    for (int rank = 0; rank < host.size(); rank++) {
      WindowPart part = window.sharedQuery(rank);
      assertThat(part.rank()).isEqualTo(rank);
      assertThat(part.dispUnit()).isEqualTo(1 + rank);
      assertThat(part.memory().byteSize()).isEqualTo(bytes(rank));
      if (bytes(rank) > 0) {
        assertThat(part.memory().toArray(JAVA_BYTE)).containsOnly((byte) (10 + rank));
      } else {
        assertThat(part.memory()).isEqualTo(MemorySegment.NULL);
      }
    }
  }

  @OnRanks({1, 2, 4})
  static void thePartsOfASharedWindowLieEndToEnd(Communicator world) {
    try (Communicator host = AnyWindow.host(world);
        Window window = Window.allocateShared(host, bytes(host.rank()), 1 + host.rank())) {
      isWhole(window, host);
      long next = window.sharedQuery(0).memory().address();
      assertThat(next % PAGE_BYTES).isZero();
      for (int rank = 0; rank < host.size(); rank++) {
        MemorySegment part = window.sharedQuery(rank).memory();
        if (bytes(rank) > 0) {
          assertThat(part.address()).isEqualTo(next);
          next += bytes(rank);
        }
      }
    }
  }

  @OnRanks({1, 2, 4})
  static void orEachOnAPageOfItsOwn(Communicator world) {
    Info apart = Info.of("alloc_shared_noncontig", "true");
    try (Communicator host = AnyWindow.host(world);
        Window window = Window.allocateShared(host, bytes(host.rank()), 1 + host.rank(), apart)) {
      isWhole(window, host);
      for (int rank = 0; rank < host.size(); rank++) {
        assertThat(window.sharedQuery(rank).memory().address() % PAGE_BYTES).isZero();
      }
    }
  }

  @OnRanks({1, 2, 4})
  static void nobodysPartIsTheFirstThatThereIs(Communicator world) {
    try (Communicator host = AnyWindow.host(world)) {
      int last = host.size() - 1;
      try (Window none = Window.allocateShared(host, 0, 3 + host.rank());
          Window one = Window.allocateShared(host, host.rank() == last ? 16 : 0, 8)) {
        WindowPart nothing = none.sharedQuery(Mpi.PROC_NULL);
        assertThat(nothing.memory()).isEqualTo(MemorySegment.NULL);
        assertThat(nothing.dispUnit()).isEqualTo(3 + host.rank());
        WindowPart part = one.sharedQuery(Mpi.PROC_NULL);
        assertThat(part.rank()).isEqualTo(last);
        assertThat(part.memory().byteSize()).isEqualTo(16);
        assertThat(part).isEqualTo(one.sharedQuery(last));
        Expect.error(ErrorClass.RANK, () -> one.sharedQuery(host.size()), "" + host.size());
        Expect.error(ErrorClass.RANK, () -> one.sharedQuery(Mpi.ANY_SOURCE));
      }
    }
  }

  @OnRanks({1, 2, 4})
  static void partsOfOtherWindowsAreReachedWhereMemoryIsShared(Communicator world) {
    try (Communicator host = AnyWindow.host(world);
        Window allocated = Window.allocate(world, 8, 8);
        Window created = Window.create(world, Buf.of(new long[] {world.rank()}));
        Window dynamic = Window.createDynamic(world, Info.EMPTY)) {
      allocated.memory().set(JAVA_LONG, 0, world.rank());
      world.barrier();
      int[] all = new int[world.size()];
      for (int rank = 0; rank < all.length; rank++) {
        all[rank] = rank;
      }
      int[] neighbours = world.group().translateRanks(all, host.group());
      for (int rank : all) {
        if (neighbours[rank] == Mpi.UNDEFINED) {
          Expect.error(
              ErrorClass.RMA_SHARED, () -> allocated.sharedQuery(rank), "rank " + rank, "reached");
        } else {
          assertThat(allocated.sharedQuery(rank).memory().get(JAVA_LONG, 0)).isEqualTo(rank);
        }
        if (rank == world.rank()) {
          assertThat(created.sharedQuery(rank).memory().byteSize()).isEqualTo(8);
        } else {
          Expect.error(ErrorClass.RMA_SHARED, () -> created.sharedQuery(rank), "rank " + rank);
        }
        Expect.error(ErrorClass.RMA_FLAVOR, () -> dynamic.sharedQuery(rank), "dynamic");
      }
      world.barrier();
    }
  }

  @OnRanks({2, 4})
  static void ranksThatDoNotShareMemoryAreAllToldSo(Communicator world) {
    try (Communicator host = AnyWindow.host(world)) {
      if (world.allreduce(host.size(), Op.MIN) < world.size()) {
        Expect.error(
            ErrorClass.RMA_SHARED, () -> Window.allocateShared(world, 8, 8), "SplitType.SHARED");
      } else {
        Window.allocateShared(world, 8, 8).close();
      }
    }
  }

  @OnRanks({2, 4})
  static void loadsAndStoresAndOperationsMeetInTheSameMemory(Communicator world) {
    int rounds = 200;
    try (Communicator host = AnyWindow.host(world);
        Window window = Window.allocateShared(host, host.rank() == 0 ? 16 : 0, 8)) {
      MemorySegment first = window.sharedQuery(0).memory();
      window.lockAll();
      for (int i = 0; i < rounds; i++) {
        if (i % 2 == host.rank() % 2) {
          long unused = (long) WORD.getAndAdd(first, 0L, 1L);
          assertThat(unused).isNotNegative();
        } else {
          window.accumulate(Buf.of(new long[] {1}), 0, 0, Op.SUM);
        }
      }
      window.unlockAll();
      host.barrier();
      assertThat((long) WORD.getVolatile(first, 0L)).isEqualTo((long) rounds * host.size());
    }
  }

  @OnRanks({2, 4})
  static void whatOneStoresAnotherLoadsAfterTheyHaveSynchronised(Communicator world) {
    try (Communicator host = AnyWindow.host(world);
        Window window = Window.allocateShared(host, 8, 8)) {
      int right = (host.rank() + 1) % host.size();
      MemorySegment there = window.sharedQuery(right).memory();
      window.lockAll();
      for (int round = 1; round <= 100; round++) {
        window.memory().set(JAVA_LONG, 0, 1000L * host.rank() + round);
        window.sync();
        host.barrier();
        window.sync();
        assertThat(there.get(JAVA_LONG, 0)).isEqualTo(1000L * right + round);
        host.barrier();
      }
      window.unlockAll();
    }
  }
}
