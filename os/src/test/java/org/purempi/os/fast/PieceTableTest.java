package org.purempi.os.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table copies each of its pieces, in their order, and nothing besides. */
class PieceTableTest {
  private static final int LONGEST = 200;

  @BeforeEach
  void machineCodeIsBound() throws InterruptedException {
    while (PieceCopy.isPending() && !PieceCopy.isReady()) {
      Thread.sleep(10);
    }
    Assumptions.assumeTrue(PieceCopy.isReady(), "there is no such machine code here");
  }

  private static PieceTable table(long[] at, int[] lengths) {
    return Objects.requireNonNull(PieceTable.of(at, lengths, at.length));
  }

  /** Disjoint pieces in no order, some before the origin. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Pieces(long[] at, int[] lengths, int origin, int bytes, int room) {
    static Pieces next(Random random) {
      int n = 1 + random.nextInt(40);
      int[] lengths = new int[n];
      Integer[] order = new Integer[n];
      int length = 1;
      for (int i = 0; i < n; i++) {
        length = random.nextInt(3) == 0 ? 1 + random.nextInt(LONGEST) : length;
        lengths[i] = length;
        order[i] = i;
      }
      Collections.shuffle(Arrays.asList(order), random);
      long[] at = new long[n];
      int end = 0;
      for (int i : order) {
        end += random.nextInt(9);
        at[i] = end;
        end += lengths[i];
      }
      int origin = random.nextInt(end + 1);
      for (int i = 0; i < n; i++) {
        at[i] -= origin;
      }
      return new Pieces(at, lengths, origin, Arrays.stream(lengths).sum(), end);
    }
  }

  private static MemorySegment memory(Random random, byte[] content) {
    MemorySegment memory =
        random.nextBoolean()
            ? MemorySegment.ofArray(new byte[content.length])
            : Arena.ofAuto().allocate(content.length);
    return memory.copyFrom(MemorySegment.ofArray(content));
  }

  private static byte[] noise(Random random, int bytes) {
    byte[] noise = new byte[bytes];
    random.nextBytes(noise);
    return noise;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void piecesOfAllLengthsAreGatheredInTheirOrder(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Pieces p = Pieces.next(random);
      byte[] apart = noise(random, p.room);
      byte[] dense = noise(random, p.bytes + 8);
      byte[] expected = dense.clone();
      for (int i = 0, at = 3; i < p.at.length; at += p.lengths[i++]) {
        System.arraycopy(apart, (int) p.at[i] + p.origin, expected, at, p.lengths[i]);
      }
      MemorySegment to = memory(random, dense);
      table(p.at, p.lengths).gather(memory(random, apart), p.origin, to, 3);
      assertThat(to.toArray(ValueLayout.JAVA_BYTE)).as("seed %s, %s", seed, p).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void piecesOfAllLengthsAreScatteredToTheirPlacesAndNothingElseIsTouched(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Pieces p = Pieces.next(random);
      byte[] apart = noise(random, p.room);
      byte[] dense = noise(random, p.bytes + 8);
      byte[] expected = apart.clone();
      for (int i = 0, at = 5; i < p.at.length; at += p.lengths[i++]) {
        System.arraycopy(dense, at, expected, (int) p.at[i] + p.origin, p.lengths[i]);
      }
      MemorySegment to = memory(random, apart);
      table(p.at, p.lengths).scatter(memory(random, dense), 5, to, p.origin);
      assertThat(to.toArray(ValueLayout.JAVA_BYTE)).as("seed %s, %s", seed, p).isEqualTo(expected);
    }
  }

  @Test
  void aPieceOutsideOfItsMemoryIsRefused() {
    PieceTable table = table(new long[] {-8, 0, 40}, new int[] {8, 12, 70});
    MemorySegment apart = MemorySegment.ofArray(new byte[118]);
    MemorySegment dense = MemorySegment.ofArray(new byte[90]);
    table.gather(apart, 8, dense, 0);
    table.scatter(dense, 0, apart, 8);
    outside(() -> table.gather(apart, 9, dense, 0));
    outside(() -> table.gather(apart, 7, dense, 0));
    outside(() -> table.gather(apart, 8, dense, 1));
    outside(() -> table.gather(apart, 8, dense, -1));
    outside(() -> table.gather(apart, 60, dense, 0));
    outside(() -> table.gather(apart, 1L << 40, dense, 0));
    outside(() -> table.scatter(dense, 0, apart, 9));
    outside(() -> table.scatter(dense, 0, apart, 7));
    outside(() -> table.scatter(dense, 1, apart, 8));
    outside(() -> table.scatter(dense, -1, apart, 8));
  }

  private static void outside(Runnable copy) {
    assertThatThrownBy(copy::run).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void memoryThatIsReadOnlyOrClosedIsRefused() {
    PieceTable table = table(new long[] {0, 9}, new int[] {8, 8});
    MemorySegment array = MemorySegment.ofArray(new byte[17]);
    assertThatThrownBy(() -> table.scatter(array, 0, array.asReadOnly(), 0))
        .isInstanceOf(IllegalArgumentException.class);
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = arena.allocate(17);
    }
    assertThatThrownBy(() -> table.gather(closed, 0, array, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void piecesTooFarApartHaveNoTable() {
    assertThat(PieceTable.of(new long[] {0, Integer.MAX_VALUE}, new int[] {1, 1}, 2)).isNull();
    assertThat(PieceTable.of(new long[] {0, Integer.MAX_VALUE - 1}, new int[] {1, 1}, 2))
        .isNotNull();
    assertThat(PieceTable.of(new long[] {}, new int[] {}, 0)).isNull();
  }
}
