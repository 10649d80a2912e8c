package org.purempi.tests.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.tests.OnRanks;

/** Sections 6.3 to 6.8: who gets whose data. */
final class MovementCases {
  /** Zero, one, short, a few frames long, and long enough for every other protocol. */
  private static final int[] COUNTS = {0, 1, 100, 5_000, 100_000};

  private MovementCases() {}

  private static int[] of(int rank, int count) {
    int[] block = new int[count];
    Arrays.setAll(block, i -> 1_000_003 * rank + i);
    return block;
  }

  private static int[] ofAll(int ranks, int count) {
    int[] all = new int[ranks * count];
    for (int r = 0; r < ranks; r++) {
      System.arraycopy(of(r, count), 0, all, r * count, count);
    }
    return all;
  }

  @OnRanks({1, 2, 3, 4})
  static void nobodyLeavesABarrierBeforeTheLastHasEntered(Communicator world) {
    for (int late = 0; late < world.size(); late++) {
      if (world.rank() == late) {
        pause();
      }
      long[] entered = {System.nanoTime()};
      world.barrier();
      long left = System.nanoTime();
      long[] all = new long[world.size()];
      world.allgather(entered, all);
      for (long other : all) {
        // One host: one clock.
        assertThat(left - other).isNotNegative();
      }
    }
  }

  private static void pause() {
    long end = System.nanoTime() + 20_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void bcastGivesAllRanksTheRootsData(Communicator world) {
    for (int count : COUNTS) {
      for (int root = 0; root < world.size(); root++) {
        int[] a = world.rank() == root ? of(root, count) : new int[count];
        world.bcast(a, root);
        assertThat(a).as("%d from %d", count, root).isEqualTo(of(root, count));
      }
    }
  }

  @OnRanks({2, 4})
  static void bcastMayUseDifferentTypesOfTheSameSignature(Communicator world) {
    int pairs = 1_000;
    int[] ints = new int[2 * pairs];
    boolean asPairs = world.rank() % 2 == 1;
    if (world.rank() == 0) {
      System.arraycopy(of(0, 2 * pairs), 0, ints, 0, ints.length);
    }
    world.bcast(asPairs ? Buf.of(ints, 0, pairs, Datatype.TWO_INT) : Buf.of(ints, 0, 2 * pairs), 0);
    assertThat(ints).isEqualTo(of(0, 2 * pairs));
  }

  @OnRanks({2, 4})
  static void gapsOfADatatypeAreLeftAlone(Communicator world) {
    int count = 20_000;
    byte[] memory = new byte[16 * count];
    Arrays.fill(memory, (byte) (world.rank() + 1));
    world.bcast(Buf.of(memory, 0, (long) count, Datatype.DOUBLE_INT), 0);
    for (int i = 0; i < memory.length; i++) {
      boolean gap = i % 16 >= 12;
      assertThat(memory[i]).as("byte %d", i).isEqualTo((byte) (gap ? world.rank() + 1 : 1));
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void gatherJoinsTheBlocksAtTheRoot(Communicator world) {
    for (int count : COUNTS) {
      for (int root = 0; root < world.size(); root++) {
        boolean here = world.rank() == root;
        int[] all = new int[world.size() * count];
        world.gather(of(world.rank(), count), here ? all : null, root);
        if (here) {
          assertThat(all).as("%d at %d", count, root).isEqualTo(ofAll(world.size(), count));
        }
      }
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void scatterDealsOutTheRootsBlocks(Communicator world) {
    for (int count : COUNTS) {
      for (int root = 0; root < world.size(); root++) {
        int[] mine = new int[count];
        world.scatter(world.rank() == root ? ofAll(world.size(), count) : null, mine, root);
        assertThat(mine).as("%d from %d", count, root).isEqualTo(of(world.rank(), count));
      }
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void allgatherJoinsTheBlocksOnAllRanks(Communicator world) {
    for (int count : COUNTS) {
      int[] all = new int[world.size() * count];
      world.allgather(of(world.rank(), count), all);
      assertThat(all).as("%d", count).isEqualTo(ofAll(world.size(), count));
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void alltoallTransposes(Communicator world) {
    int n = world.size();
    for (int count : COUNTS) {
      int[] send = IntStream.range(0, n).flatMap(j -> block(world.rank(), j, count)).toArray();
      int[] recv = new int[n * count];
      world.alltoall(send, recv);
      int[] expected = IntStream.range(0, n).flatMap(i -> block(i, world.rank(), count)).toArray();
      assertThat(recv).as("%d", count).isEqualTo(expected);
    }
  }

  private static IntStream block(int from, int to, int count) {
    return IntStream.range(0, count).map(i -> 100_000_007 * from + 1_000_003 * to + i);
  }

  @OnRanks({2, 4})
  static void nativeMemoryServesAsWellAsArrays(Communicator world) {
    int count = 30_000;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mine = arena.allocate(ValueLayout.JAVA_INT, count);
      MemorySegment all = arena.allocate(ValueLayout.JAVA_INT, (long) count * world.size());
      MemorySegment.copy(of(world.rank(), count), 0, mine, ValueLayout.JAVA_INT, 0, count);
      world.allgather(
          Buf.of(mine, count, Datatype.INT),
          Buf.of(all, (long) count * world.size(), Datatype.INT));
      assertThat(all.toArray(ValueLayout.JAVA_INT)).isEqualTo(ofAll(world.size(), count));
    }
  }

  @OnRanks({2, 4})
  static void partsOfArraysAreTakenAndFilledWhereTheyLie(Communicator world) {
    int n = world.size();
    int[] send = {-1, world.rank(), world.rank() + 10, -1};
    int[] recv = new int[2 * n + 2];
    Arrays.fill(recv, -7);
    world.allgather(Buf.of(send, 1, 2), Buf.of(recv, 1, 2 * n));
    assertThat(recv[0]).isEqualTo(-7);
    assertThat(recv[2 * n + 1]).isEqualTo(-7);
    for (int r = 0; r < n; r++) {
      assertThat(recv[1 + 2 * r]).isEqualTo(r);
      assertThat(recv[2 + 2 * r]).isEqualTo(r + 10);
    }
  }

  @OnRanks({2, 3})
  static void booleansAndCharsMoveToo(Communicator world) {
    boolean[] flags = new boolean[world.size()];
    world.allgather(new boolean[] {world.rank() % 2 == 0}, flags);
    char[] letters = new char[world.size()];
    world.allgather(new char[] {(char) ('a' + world.rank())}, letters);
    for (int r = 0; r < world.size(); r++) {
      assertThat(flags[r]).isEqualTo(r % 2 == 0);
      assertThat(letters[r]).isEqualTo((char) ('a' + r));
    }
  }

  @OnRanks({2, 4})
  static void rankOrderMattersNotTheOrderOfArrival(Communicator world) {
    for (int round = 0; round < 100; round++) {
      int[] all = new int[world.size()];
      world.allgather(new int[] {1000 * round + world.rank()}, all);
      for (int r = 0; r < world.size(); r++) {
        assertThat(all[r]).isEqualTo(1000 * round + r);
      }
    }
  }
}
