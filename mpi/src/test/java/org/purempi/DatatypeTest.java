package org.purempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chapter 5: bounds, envelopes, look-ups, and what is refused. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DatatypeTest {
  private static void assertBounds(
      Datatype type, long size, long lb, long extent, long trueLb, long trueExtent) {
    assertThat(List.of(type.size(), type.lb(), type.extent(), type.trueLb(), type.trueExtent()))
        .as("size, lb, extent, true lb, true extent of %s", type)
        .containsExactly(size, lb, extent, trueLb, trueExtent);
  }

  /** {@code {(double, 0), (char, 8)}}, the type of the Standard's examples. */
  private static Datatype doubleAndChar() {
    return Datatype.struct(
        new long[] {1, 1}, new long[] {0, 8}, Datatype.DOUBLE, Datatype.CHARACTER);
  }

  @Test
  void theExamplesOfSection512HaveTheirBounds() {
    assertBounds(doubleAndChar(), 9, 0, 16, 0, 9);
    assertBounds(Datatype.contiguous(3, doubleAndChar()), 27, 0, 48, 0, 41);
    Datatype vector = Datatype.vector(2, 3, 4, doubleAndChar());
    assertBounds(vector, 54, 0, 112, 0, 105);
    Datatype negative = Datatype.vector(3, 1, -2, doubleAndChar());
    assertBounds(negative, 27, -64, 80, -64, 73);
    Datatype indexed = Datatype.indexed(new int[] {3, 1}, new int[] {4, 0}, doubleAndChar());
    assertBounds(indexed, 36, 0, 112, 0, 105);
    Datatype type1 =
        Datatype.struct(new long[] {1, 1}, new long[] {0, 8}, Datatype.DOUBLE, Datatype.CHARACTER);
    Datatype struct =
        Datatype.struct(
            new long[] {2, 1, 3},
            new long[] {0, 16, 26},
            Datatype.FLOAT,
            type1,
            Datatype.CHARACTER);
    assertBounds(struct, 20, 0, 32, 0, 29);
  }

  @Test
  void resizedSetsTheBoundsAndReplicationKeepsToThem() {
    Datatype type1 = Datatype.resized(Datatype.INT, -3, 9);
    assertBounds(type1, 4, -3, 9, 0, 4);
    assertBounds(Datatype.contiguous(2, type1), 8, -3, 18, 0, 13);
    assertBounds(Datatype.resized(type1, 0, 4), 4, 0, 4, 0, 4);
    assertBounds(Datatype.resized(Datatype.INT, 0, -8), 4, 0, -8, 0, 4);
    assertBounds(
        Datatype.contiguous(3, Datatype.resized(Datatype.INT, 0, -8)), 12, -16, 8, -16, 20);
  }

  @Test
  void boundsThatWereSetWinOverOthersInAStruct() {
    Datatype marked = Datatype.resized(Datatype.INT, 0, 8);
    Datatype struct = Datatype.struct(new long[] {1, 1}, new long[] {0, 100}, marked, Datatype.INT);
    assertBounds(struct, 8, 0, 8, 0, 104);
    Datatype padded =
        Datatype.struct(new long[] {1, 1}, new long[] {0, 8}, Datatype.DOUBLE, Datatype.BYTE);
    assertThat(padded.extent()).isEqualTo(16);
    Datatype notPadded =
        Datatype.struct(
            new long[] {1, 1},
            new long[] {0, 8},
            Datatype.DOUBLE,
            Datatype.resized(Datatype.BYTE, 0, 1));
    assertThat(notPadded.extent()).as("bounds that were set are not padded").isEqualTo(1);
  }

  @Test
  void emptyBlocksAndTypesWithoutDataDoNotMatter() {
    Datatype struct =
        Datatype.struct(
            new long[] {0, 1, 0},
            new long[] {-1000, 4, 1000},
            Datatype.DOUBLE,
            Datatype.INT,
            Datatype.DOUBLE);
    assertBounds(struct, 4, 4, 4, 4, 4);
    assertBounds(Datatype.contiguous(0, Datatype.DOUBLE), 0, 0, 0, 0, 0);
    assertBounds(Datatype.struct(), 0, 0, 0, 0, 0);
    Datatype empty = Datatype.hindexed(new long[] {0}, new long[] {77}, Datatype.INT);
    assertBounds(Datatype.vector(4, 2, 3, empty), 0, 0, 0, 0, 0);
    assertBounds(Datatype.resized(empty, 1, 10), 0, 1, 10, 0, 0);
    assertBounds(Datatype.contiguous(3, Datatype.resized(empty, 1, 10)), 0, 1, 30, 0, 0);
    Buf many = Buf.of(new byte[0], 0, 1000, Datatype.resized(empty, 1, 10));
    assertThat(many.bytes()).isZero();
  }

  @Test
  void subarraysHaveTheExtentOfTheWholeArray() {
    Datatype box =
        Datatype.subarray(
            new int[] {10, 20}, new int[] {3, 4}, new int[] {2, 5}, ArrayOrder.C, Datatype.DOUBLE);
    assertBounds(box, 96, 0, 1600, 8 * (2 * 20 + 5), 8 * (2 * 20 + 4));
    Datatype same =
        Datatype.subarray(
            new int[] {20, 10},
            new int[] {4, 3},
            new int[] {5, 2},
            ArrayOrder.FORTRAN,
            Datatype.DOUBLE);
    assertThat(TypeMap.of(same)).isEqualTo(TypeMap.of(box));
  }

  @Test
  void theRanksOfADarrayShareTheArrayOut() {
    long[] sizes = {7, 5};
    Distribution[] how = {Distribution.CYCLIC, Distribution.BLOCK};
    int[] dargs = {2, Distribution.DFLT_DARG};
    int[] grid = {2, 3};
    boolean[] taken = new boolean[35];
    for (int rank = 0; rank < 6; rank++) {
      Datatype part = Datatype.darray(6, rank, sizes, how, dargs, grid, ArrayOrder.C, Datatype.INT);
      assertThat(part.extent()).isEqualTo(140);
      assertThat(part.lb()).isZero();
      for (TypeMap.Entry e : TypeMap.of(part)) {
        int i = (int) e.displacement() / 4;
        assertThat(taken[i]).isFalse();
        taken[i] = true;
        assertThat(rank).isEqualTo(i / 5 / 2 % 2 * 3 + i % 5 / 2);
      }
    }
    assertThat(taken).containsOnly(true);
  }

  @Test
  void sizesBeyondIntAreRight() {
    Datatype large = Datatype.vector(3_000_000_000L, 2, 5, Datatype.DOUBLE);
    assertThat(large.size()).isEqualTo(48_000_000_000L);
    assertThat(large.extent()).isEqualTo((2_999_999_999L * 5 + 2) * 8);
    assertThat(
            new Status(0, 0, 4_000_000_004L).elements(Datatype.contiguous(1L << 40, Datatype.INT)))
        .isEqualTo(1_000_000_001L);
    assertThat(new Status(0, 0, 4_000_000_004L).count(large)).isEqualTo(Mpi.UNDEFINED);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aTypeMadeAgainOfItsContentsIsEqual(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      Datatype type = new RandomTypes(random).next(3);
      Datatype again = remade(type);
      String where = "seed " + seed + ", round " + round + ": " + type;
      assertThat(again).as(where).isEqualTo(type);
      assertThat(again.hashCode()).as(where).isEqualTo(type.hashCode());
      assertThat(TypeMap.of(again)).as(where).isEqualTo(TypeMap.of(type));
      assertThat(again.extent()).as(where).isEqualTo(type.extent());
    }
  }

  private static long[] part(long[] a, int from, int length) {
    return java.util.Arrays.copyOfRange(a, from, from + length);
  }

  private static int[] part(int[] a, int from, int length) {
    return java.util.Arrays.copyOfRange(a, from, from + length);
  }

  private static Datatype remade(Datatype type) {
    Envelope envelope = type.envelope();
    if (envelope.combiner() == Combiner.NAMED) {
      assertThatThrownBy(type::contents).hasMessageContaining("no contents");
      return type;
    }
    Contents contents = type.contents();
    long[] c = contents.counts();
    int[] ints = contents.integers();
    List<Datatype> types = contents.datatypes();
    assertThat(envelope)
        .isEqualTo(new Envelope(contents.combiner(), ints.length, c.length, types.size()));
    Datatype old = types.isEmpty() ? Datatype.BYTE : remade(types.getFirst());
    int n = c.length == 0 ? 0 : (int) c[0];
    return switch (contents.combiner()) {
      case NAMED -> throw new AssertionError();
      case DUP -> old.dup();
      case CONTIGUOUS -> Datatype.contiguous(c[0], old);
      case VECTOR -> Datatype.vector(c[0], c[1], c[2], old);
      case HVECTOR -> Datatype.hvector(c[0], c[1], c[2], old);
      case INDEXED -> Datatype.indexed(part(c, 1, n), part(c, 1 + n, n), old);
      case HINDEXED -> Datatype.hindexed(part(c, 1, n), part(c, 1 + n, n), old);
      case INDEXED_BLOCK -> Datatype.indexedBlock(c[1], part(c, 2, n), old);
      case HINDEXED_BLOCK -> Datatype.hindexedBlock(c[1], part(c, 2, n), old);
      case STRUCT ->
          Datatype.struct(
              part(c, 1, n),
              part(c, 1 + n, n),
              types.stream().map(DatatypeTest::remade).toArray(Datatype[]::new));
      case RESIZED -> Datatype.resized(old, c[0], c[1]);
      case SUBARRAY -> {
        int d = ints[0];
        yield Datatype.subarray(
            part(c, 0, d), part(c, d, d), part(c, 2 * d, d), ArrayOrder.of(ints[1]), old);
      }
      case DARRAY -> {
        int d = ints[2];
        yield Datatype.darray(
            ints[0],
            ints[1],
            c,
            java.util.Arrays.stream(part(ints, 3, d))
                .mapToObj(i -> Distribution.of(i))
                .toArray(Distribution[]::new),
            part(ints, 3 + d, d),
            part(ints, 3 + 2 * d, d),
            ArrayOrder.of(ints[3 + 3 * d]),
            old);
      }
      case VALUE_INDEX ->
          java.util.Objects.requireNonNull(Datatype.getValueIndex(types.get(0), types.get(1)));
    };
  }

  private static StructDatatype pair(Datatype value, Datatype index) {
    return java.util.Objects.requireNonNull(Datatype.getValueIndex(value, index));
  }

  @Test
  void pairsAreFoundByTheirValueAndIndex() {
    assertThat(Datatype.getValueIndex(Datatype.DOUBLE, Datatype.INT)).isSameAs(Datatype.DOUBLE_INT);
    assertThat(Datatype.getValueIndex(Datatype.INT, Datatype.INT)).isSameAs(Datatype.TWO_INT);
    StructDatatype unnamed = pair(Datatype.FLOAT, Datatype.LONG);
    assertThat(unnamed).isEqualTo(pair(Datatype.FLOAT, Datatype.LONG));
    assertBounds(unnamed, 12, 0, 16, 0, 16);
    assertThat(unnamed.envelope()).isEqualTo(new Envelope(Combiner.VALUE_INDEX, 0, 0, 2));
    assertThat(unnamed.contents().datatypes()).containsExactly(Datatype.FLOAT, Datatype.LONG);
    assertThat(Datatype.getValueIndex(Datatype.BYTE, Datatype.INT)).isNull();
    assertThat(Datatype.getValueIndex(Datatype.INT, Datatype.FLOAT)).isNull();
    assertThat(Datatype.getValueIndex(unnamed, Datatype.INT)).isNull();
  }

  @Test
  void basicTypesAreFoundByTheirSize() {
    assertThat(Datatype.matchSize(TypeClass.INTEGER, 8)).isSameAs(Datatype.LONG);
    assertThat(Datatype.matchSize(TypeClass.REAL, 4)).isSameAs(Datatype.FLOAT);
    assertThat(Datatype.matchSize(TypeClass.COMPLEX, 16)).isSameAs(Datatype.C_DOUBLE_COMPLEX);
    assertThatThrownBy(() -> Datatype.matchSize(TypeClass.REAL, 3))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("4 and 8");
  }

  @Test
  void aRecordIsEqualToTheStructOfItsComponents() {
    record Pair(double value, int index) {}
    assertThat(Datatype.of(Pair.class))
        .isEqualTo(
            Datatype.struct(new long[] {1, 1}, new long[] {0, 8}, Datatype.DOUBLE, Datatype.INT))
        .isNotEqualTo(Datatype.DOUBLE_INT);
  }

  private static void assertRefused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, ErrorClass error, String text) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MpiArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(error))
        .hasMessageContaining(text);
  }

  @Test
  void wrongArgumentsAreNamed() {
    assertRefused(() -> Datatype.contiguous(-1, Datatype.INT), ErrorClass.COUNT, "count is -1");
    assertRefused(
        () -> Datatype.vector(1, -2, 3, Datatype.INT), ErrorClass.COUNT, "blocklength is -2");
    assertRefused(
        () -> Datatype.indexed(new int[] {1, -3}, new int[2], Datatype.INT),
        ErrorClass.COUNT,
        "blocklengths[1] is -3");
    assertRefused(
        () -> Datatype.hindexed(new long[1], new long[2], Datatype.INT),
        ErrorClass.ARG,
        "1 blocklengths but 2 displacements");
    assertRefused(
        () -> Datatype.struct(new long[] {-1}, new long[1], Datatype.INT), ErrorClass.COUNT, "-1");
    assertRefused(() -> Datatype.contiguous(Long.MAX_VALUE, Datatype.INT), ErrorClass.ARG, "2^63");
    assertRefused(
        () -> Datatype.hindexedBlock(1, new long[] {0, Long.MAX_VALUE}, Datatype.INT),
        ErrorClass.ARG,
        "2^63");
    assertRefused(
        () -> Datatype.vector(2, 1, Long.MAX_VALUE / 2, Datatype.INT), ErrorClass.ARG, "2^63");
    assertRefused(() -> Datatype.resized(Datatype.INT, Long.MAX_VALUE, 1), ErrorClass.ARG, "2^63");
    assertRefused(
        () ->
            Datatype.subarray(
                new int[] {4}, new int[] {3}, new int[] {2}, ArrayOrder.C, Datatype.INT),
        ErrorClass.ARG,
        "3 elements from index 2 on");
    assertRefused(
        () ->
            Datatype.subarray(
                new int[] {4}, new int[] {0}, new int[] {2}, ArrayOrder.C, Datatype.INT),
        ErrorClass.ARG,
        "subsize 0");
    Distribution[] block = {Distribution.BLOCK};
    assertRefused(
        () ->
            Datatype.darray(
                2,
                0,
                new long[] {10},
                block,
                new int[] {4},
                new int[] {2},
                ArrayOrder.C,
                Datatype.INT),
        ErrorClass.ARG,
        "do not cover");
    assertRefused(
        () ->
            Datatype.darray(
                3,
                0,
                new long[] {10},
                block,
                new int[] {5},
                new int[] {2},
                ArrayOrder.C,
                Datatype.INT),
        ErrorClass.ARG,
        "grid of 2");
  }

  @Test
  void aBufferMustHoldWhatItsTypeReaches() {
    Datatype backwards = Datatype.vector(3, 1, -1, Datatype.INT);
    int[] a = new int[3];
    assertThat(Buf.of(a, 2, 1, backwards).bytes()).isEqualTo(12);
    assertRefused(() -> Buf.of(a, 1, 1, backwards), ErrorClass.BUFFER, "bytes -4 … 8");
    assertRefused(
        () -> Buf.of(a, 0, 2, Datatype.vector(2, 1, 2, Datatype.INT)),
        ErrorClass.BUFFER,
        "the buffer has 12");
    assertRefused(
        () -> Buf.of(a, 0, Long.MAX_VALUE, Datatype.hvector(2, 1, 0, Datatype.INT)),
        ErrorClass.BUFFER,
        "2^63");
  }
}
