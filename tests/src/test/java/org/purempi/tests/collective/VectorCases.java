package org.purempi.tests.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.tests.OnRanks;

/** The v- and w-forms: blocks of different lengths, out of order, with gaps, some empty. */
final class VectorCases {
  private static final int GAP = -1;

  private VectorCases() {}

  /** Rank 1 has nothing, the others more and more. */
  private static int length(int rank, int scale) {
    return rank == 1 ? 0 : scale * (rank + 1);
  }

  private static long[] lengths(int ranks, int scale) {
    long[] lengths = new long[ranks];
    for (int r = 0; r < ranks; r++) {
      lengths[r] = length(r, scale);
    }
    return lengths;
  }

  /** Blocks in reverse order, one element between them. */
  private static VBuf backwards(int[] memory, long[] lengths) {
    long[] displs = new long[lengths.length];
    long at = 1;
    for (int r = lengths.length - 1; r >= 0; r--) {
      displs[r] = at;
      at += lengths[r] + 1;
    }
    return VBuf.of(Buf.of(memory), lengths, displs);
  }

  private static int[] memory(long[] lengths) {
    int[] memory = new int[Math.toIntExact(Arrays.stream(lengths).sum()) + lengths.length + 1];
    Arrays.fill(memory, GAP);
    return memory;
  }

  private static int[] data(int rank, int length) {
    int[] a = new int[length];
    Arrays.setAll(a, i -> 1_000_000 * (rank + 1) + i);
    return a;
  }

  private static void assertFilled(int[] memory, VBuf blocks, int scale) {
    int[] expected = new int[memory.length];
    Arrays.fill(expected, GAP);
    for (int r = 0; r < blocks.blocks(); r++) {
      int[] block = data(r, length(r, scale));
      System.arraycopy(block, 0, expected, (int) blocks.displ(r), block.length);
    }
    assertThat(memory).isEqualTo(expected);
  }

  @OnRanks({1, 2, 3, 4})
  static void gathervFillsTheBlocksAndLeavesTheGaps(Communicator world) {
    for (int scale : new int[] {1, 2_000, 30_000}) {
      long[] lengths = lengths(world.size(), scale);
      for (int root = 0; root < world.size(); root++) {
        boolean here = world.rank() == root;
        int[] memory = memory(lengths);
        VBuf blocks = backwards(memory, lengths);
        Buf mine = Buf.of(data(world.rank(), length(world.rank(), scale)));
        world.gatherv(mine, here ? blocks : null, root);
        if (here) {
          assertFilled(memory, blocks, scale);
        }
      }
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void scattervTakesTheBlocksWhereTheyLie(Communicator world) {
    for (int scale : new int[] {1, 2_000, 30_000}) {
      long[] lengths = lengths(world.size(), scale);
      for (int root = 0; root < world.size(); root++) {
        int[] memory = memory(lengths);
        VBuf blocks = backwards(memory, lengths);
        for (int r = 0; r < world.size(); r++) {
          int[] block = data(r, length(r, scale));
          System.arraycopy(block, 0, memory, (int) blocks.displ(r), block.length);
        }
        int[] mine = new int[length(world.rank(), scale)];
        world.scatterv(world.rank() == root ? blocks : null, Buf.of(mine), root);
        assertThat(mine).isEqualTo(data(world.rank(), mine.length));
      }
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void allgathervFillsTheBlocksOnEveryRank(Communicator world) {
    for (int scale : new int[] {1, 2_000, 30_000}) {
      long[] lengths = lengths(world.size(), scale);
      int[] memory = memory(lengths);
      VBuf blocks = backwards(memory, lengths);
      Buf mine = Buf.of(data(world.rank(), length(world.rank(), scale)));
      world.allgatherv(mine, blocks);
      assertFilled(memory, blocks, scale);
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void alltoallvExchangesBlocksOfAnyLength(Communicator world) {
    int n = world.size();
    int me = world.rank();
    for (int scale : new int[] {1, 500, 10_000}) {
      long[] out = new long[n];
      long[] in = new long[n];
      for (int r = 0; r < n; r++) {
        out[r] = blockLength(me, r, scale);
        in[r] = blockLength(r, me, scale);
      }
      int[] sending = memory(out);
      VBuf sends = backwards(sending, out);
      for (int r = 0; r < n; r++) {
        int[] block = data(10 * me + r, (int) out[r]);
        System.arraycopy(block, 0, sending, (int) sends.displ(r), block.length);
      }
      int[] memory = memory(in);
      VBuf recvs = backwards(memory, in);
      world.alltoallv(sends, recvs);
      for (int r = 0; r < n; r++) {
        int from = (int) recvs.displ(r);
        assertThat(Arrays.copyOfRange(memory, from, from + (int) in[r]))
            .as("from %d", r)
            .isEqualTo(data(10 * r + me, (int) in[r]));
        assertThat(memory[from - 1]).isEqualTo(GAP);
      }
    }
  }

  private static int blockLength(int from, int to, int scale) {
    return (from + 2 * to) % 3 * scale;
  }

  @OnRanks({1, 2, 3, 4})
  static void alltoallwMayUseAnotherTypeAndPlaceForEachBlock(Communicator world) {
    int n = world.size();
    int me = world.rank();
    Buf[] out = new Buf[n];
    Buf[] in = new Buf[n];
    double[][] doubles = new double[n][3];
    int[][] ints = new int[n][6];
    // Rank j takes doubles from even ranks, ints from odd ones.
    for (int r = 0; r < n; r++) {
      if (me % 2 == 0) {
        out[r] = Buf.of(new double[] {me, r, 0.5});
      } else {
        out[r] = Buf.of(new int[] {me, r, 1, 2, 3, 4});
      }
      in[r] = r % 2 == 0 ? Buf.of(doubles[r]) : Buf.of(ints[r]);
    }
    world.alltoallw(WBuf.of(out), WBuf.of(in));
    for (int r = 0; r < n; r++) {
      if (r % 2 == 0) {
        assertThat(doubles[r]).containsExactly(r, me, 0.5);
      } else {
        assertThat(ints[r]).containsExactly(r, me, 1, 2, 3, 4);
      }
    }
  }

  @OnRanks({2, 3, 4})
  static void aBlockMayBeReceivedAsAnotherTypeOfTheSameSignature(Communicator world) {
    int n = world.size();
    int[] pair = {world.rank(), world.rank() + 100};
    int[] all = new int[2 * n];
    world.allgather(Buf.of(pair), Buf.of(all, 0, (long) n, Datatype.TWO_INT));
    for (int r = 0; r < n; r++) {
      assertThat(all[2 * r]).isEqualTo(r);
      assertThat(all[2 * r + 1]).isEqualTo(r + 100);
    }
  }
}
