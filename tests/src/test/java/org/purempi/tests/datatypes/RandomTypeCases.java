package org.purempi.tests.datatypes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.tests.OnRanks;

/** Random blocks to random blocks: what is cut at one place is joined at another. */
final class RandomTypeCases {
  private static final int ROUNDS = 20;

  private RandomTypeCases() {}

  /** Where {@code bytes} bytes lie in memory, in order, cut into random disjoint blocks. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Scattering(Datatype type, int[] places, int room) {
    static Scattering of(int bytes, Random random) {
      List<int[]> blocks = new ArrayList<>();
      int most = 1 + random.nextInt(random.nextBoolean() ? 16 : 5000);
      int at = 0;
      for (int left = bytes; left > 0; ) {
        int length = Math.min(left, 1 + random.nextInt(most));
        at += random.nextInt(9);
        blocks.add(new int[] {at, length});
        at += length;
        left -= length;
      }
      if (random.nextBoolean()) {
        Collections.shuffle(blocks, random);
      }
      long[] lengths = blocks.stream().mapToLong(b -> b[1]).toArray();
      long[] displacements = blocks.stream().mapToLong(b -> b[0]).toArray();
      int[] places = new int[bytes];
      int k = 0;
      for (int[] b : blocks) {
        for (int i = 0; i < b[1]; i++) {
          places[k++] = b[0] + i;
        }
      }
      return new Scattering(Datatype.hindexed(lengths, displacements, Datatype.BYTE), places, at);
    }
  }

  @OnRanks(2)
  static void randomBlocksArriveInRandomBlocks(Communicator world) {
    long seed = 20_260;
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      int bytes = 1 + random.nextInt(random.nextInt(4) == 0 ? 400_000 : 9_000);
      Scattering from = Scattering.of(bytes, random);
      Scattering to = Scattering.of(bytes, random);
      byte[] noise = new byte[from.room];
      random.nextBytes(noise);
      if (world.rank() == 0) {
        world.send(Buf.of(noise, 0, 1, from.type), 1, 0);
      } else {
        byte[] got = new byte[to.room];
        world.recv(Buf.of(got, 0, 1, to.type), 0, 0);
        byte[] expected = new byte[to.room];
        for (int i = 0; i < bytes; i++) {
          expected[to.places[i]] = noise[from.places[i]];
        }
        assertThat(Arrays.mismatch(got, expected))
            .as("seed %d, round %d, %d bytes", seed, round, bytes)
            .isEqualTo(-1);
      }
    }
  }
}
