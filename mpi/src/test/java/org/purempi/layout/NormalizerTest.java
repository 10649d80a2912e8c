package org.purempi.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.ArrayOrder;
import org.purempi.Datatype;
import org.purempi.Distribution;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NormalizerTest {
  record Gap(short a, int b) {}

  record Dense(int a, int b, long c) {}

  record Nested(byte tag, Gap gap, Dense dense) {}

  private static Node node(Datatype type) {
    return TypeLayout.of(type).node;
  }

  private static void assertStrided(
      Node node, long displacement, long pieceBytes, long pieces, long stride) {
    assertThat(node).isInstanceOf(Strided.class);
    Strided s = (Strided) node;
    assertThat(List.of(s.displacement, s.pieceBytes, s.pieces, s.stride))
        .containsExactly(displacement, pieceBytes, pieces, stride);
  }

  private static List<List<Long>> pieces(Datatype type) {
    List<List<Long>> all = new ArrayList<>();
    Node node = node(type);
    Walker collector = (at, bytes) -> all.add(List.of(at, bytes));
    node.walk(collector, 0, 0, node.bytes);
    return all;
  }

  @Test
  void neighbouringFieldsAreOnePiece() {
    assertThat(node(Datatype.of(Nested.class))).isInstanceOf(Listed.class);
    assertThat(pieces(Datatype.of(Nested.class)))
        .as("tag, gap.a, gap.b, and int, int, long in one")
        .containsExactly(List.of(0L, 1L), List.of(4L, 2L), List.of(8L, 4L), List.of(16L, 16L));
  }

  @Test
  void whatHasNoGapsIsOnePieceWhateverItIsMadeOf() {
    Datatype row = Datatype.contiguous(5, Datatype.vector(3, 2, 2, Datatype.INT));
    assertThat(node(row)).isInstanceOf(Piece.class);
    assertThat(Layout.contiguous(row)).isTrue();
    Datatype cube =
        Datatype.subarray(
            new int[] {4, 5, 6}, new int[] {4, 5, 6}, new int[3], ArrayOrder.C, Datatype.DOUBLE);
    assertThat(Layout.contiguous(cube)).isTrue();
    assertThat(Layout.contiguous(Datatype.contiguous(3_000_000_000L, Datatype.DOUBLE))).isTrue();
  }

  @Test
  void columnsAreOneStrideHoweverTheyAreSaid() {
    Datatype byVector = Datatype.vector(10, 1, 7, Datatype.DOUBLE);
    Datatype byIndex =
        Datatype.indexedBlock(1, new int[] {0, 7, 14, 21, 28, 35, 42, 49, 56, 63}, Datatype.DOUBLE);
    Datatype bySubarray =
        Datatype.subarray(
            new int[] {10, 7}, new int[] {10, 1}, new int[2], ArrayOrder.C, Datatype.DOUBLE);
    Datatype byDarray =
        Datatype.darray(
            7,
            0,
            new long[] {10, 7},
            new Distribution[] {Distribution.NONE, Distribution.BLOCK},
            new int[] {Distribution.DFLT_DARG, Distribution.DFLT_DARG},
            new int[] {1, 7},
            ArrayOrder.C,
            Datatype.DOUBLE);
    for (Datatype type : List.of(byVector, byIndex, bySubarray, byDarray)) {
      assertStrided(node(type), 0, 8, 10, 56);
    }
    Datatype all = Datatype.hvector(3, 1, 560, byVector);
    assertStrided(node(all), 0, 8, 30, 56);
  }

  @Test
  void facesOfACubeAreLoopsOfStrides() {
    Datatype face =
        Datatype.subarray(
            new int[] {8, 8, 8},
            new int[] {4, 3, 2},
            new int[] {1, 2, 3},
            ArrayOrder.C,
            Datatype.DOUBLE);
    assertThat(node(face)).isInstanceOf(Loop.class);
    Loop loop = (Loop) node(face);
    assertThat(loop.count).isEqualTo(4);
    assertThat(loop.stride).isEqualTo(8 * 8 * 8);
    assertStrided(loop.body, 8 * (64 + 16 + 3), 16, 3, 64);
  }

  @Test
  void aHugeTypeIsDescribedNotWrittenOut() {
    Datatype pairs = Datatype.contiguous(3_000_000_000L, Datatype.SHORT_INT);
    Datatype both =
        Datatype.struct(new long[] {1, 1}, new long[] {0, 24_000_000_000L}, pairs, Datatype.BYTE);
    Node node = node(both);
    assertThat(node.bytes).isEqualTo(18_000_000_001L);
    assertThat(node).isInstanceOf(Sequence.class);
    List<Long> seen = new ArrayList<>();
    node.walk((at, bytes) -> seen.add(at), 0, 17_999_999_999L, 18_000_000_001L);
    assertThat(seen).containsExactly(23_999_999_999L, 24_000_000_000L);
  }

  @Test
  void overlapsAreFoundWithinAnElementAndBetweenElements() {
    assertThat(shares(Datatype.vector(3, 2, 1, Datatype.INT), 1)).isTrue();
    assertThat(shares(Datatype.hvector(3, 1, 0, Datatype.INT), 1)).isTrue();
    assertThat(shares(Datatype.hindexedBlock(1, new long[] {4, 0, 2}, Datatype.INT), 1)).isTrue();
    assertThat(shares(Datatype.hindexedBlock(1, new long[] {4, 0, 8}, Datatype.INT), 1)).isFalse();
    Datatype column = Datatype.resized(Datatype.vector(4, 1, 3, Datatype.INT), 0, 4);
    assertThat(shares(column, 3)).as("interleaved columns").isFalse();
    assertThat(shares(column, 4)).as("the fourth column is the first one's second row").isTrue();
    assertThat(shares(column, 2)).isFalse();
    assertThat(shares(Datatype.resized(Datatype.INT, 0, 2), 1)).isFalse();
    assertThat(shares(Datatype.resized(Datatype.INT, 0, 2), 2)).isTrue();
    assertThat(shares(Datatype.resized(Datatype.INT, 0, -4), 100)).isFalse();
    assertThat(shares(Datatype.struct(), 5)).isFalse();
  }

  private static boolean shares(Datatype type, long count) {
    return TypeLayout.of(type).overlap.among(count);
  }

  @Test
  void shortPiecesAnywhereAreIndexed() {
    int[] places = {9, 1, 2, 30, 31, 32, 50, 40, 60, 61, 70, 80, 82, 84, 90, 99, 100, 110, 130, 7};
    Datatype points = Datatype.indexedBlock(3, places, Datatype.DOUBLE);
    assertThat(node(points)).isInstanceOf(Indexed.class);
    assertThat(node(Datatype.indexedBlock(20, new int[] {99, 0, 40}, Datatype.DOUBLE)))
        .as("blocks that are better copied whole")
        .isInstanceOf(Listed.class);
  }

  @Test
  void blocksThatTouchDoNotMakeAListUneven() {
    int[] places = new int[40];
    for (int i = 0; i < places.length; i++) {
      places[i] = 3 * (i + i / 3 + i / 7);
    }
    assertThat(node(Datatype.indexedBlock(3, places, Datatype.FLOAT))).isInstanceOf(Indexed.class);
  }
}
