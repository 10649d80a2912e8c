package org.purempi.tests.datatypes;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.BulkOperator;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Length;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.tests.OnRanks;

/** Chapter 6 with the datatypes of chapter 5. */
final class CollectiveTypeCases {
  private static final int[] LENGTHS = {12, 12_000};

  private CollectiveTypeCases() {}

  @OnRanks({1, 2, 3, 4})
  static void everyRankOfABroadcastMayHaveALayoutOfItsOwn(Communicator world) {
    for (int n : LENGTHS) {
      List<Layouts> layouts = Layouts.of(n);
      for (int shift = 0; shift < layouts.size(); shift++) {
        Layouts mine = layouts.get((world.rank() + shift) % layouts.size());
        int root = shift % world.size();
        double[] a = world.rank() == root ? mine.filled(n, shift) : mine.empty();
        world.bcast(mine.in(a), root);
        assertThat(a).as(mine.name()).isEqualTo(mine.filled(n, shift));
      }
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void columnsAreGatheredScatteredAndExchanged(Communicator world) {
    int size = world.size();
    for (int rows : new int[] {1, 5, 3000}) {
      Datatype column =
          Datatype.resized(Datatype.vector(rows, 1, size, Datatype.INT), 0, Integer.BYTES);
      int[] mine = new int[rows];
      Arrays.setAll(mine, i -> 1000 * i + world.rank());
      int[] matrix = new int[rows * size];
      world.allgather(Buf.of(mine), Buf.of(matrix, 0, size, column));
      int[] expected = new int[rows * size];
      Arrays.setAll(expected, i -> 1000 * (i / size) + i % size);
      assertThat(matrix).isEqualTo(expected);

      int[] atRoot = new int[rows * size];
      Buf columns = world.rank() == size - 1 ? Buf.of(atRoot, 0, size, column) : null;
      world.gather(Buf.of(mine), columns, size - 1);
      assertThat(atRoot).isEqualTo(world.rank() == size - 1 ? expected : new int[rows * size]);

      int[] part = new int[rows];
      world.scatter(columns, Buf.of(part), size - 1);
      assertThat(part).isEqualTo(mine);

      world.allgather(Buf.IN_PLACE, Buf.of(matrix, 0, size, column));
      assertThat(matrix).isEqualTo(expected);

      int[] got = new int[rows * size];
      world.alltoall(Buf.of(matrix, 0, size, column), Buf.of(got));
      int[] swapped = new int[rows * size];
      Arrays.setAll(swapped, i -> 1000 * (i % rows) + world.rank());
      assertThat(got).isEqualTo(swapped);
    }
  }

  @OnRanks({4})
  static void aMatrixIsDealtOutInTiles(Communicator world) {
    int n = 6;
    int half = n / 2;
    Datatype tile =
        Datatype.resized(
            Datatype.vector(half, half, n, Datatype.DOUBLE), 0, (long) half * Double.BYTES);
    double[] matrix = new double[n * n];
    Arrays.setAll(matrix, i -> i);
    long[] counts = {1, 1, 1, 1};
    long[] displs = {0, 1, n, n + 1};
    VBuf tiles = VBuf.of(Buf.of(matrix, 0, n + 2, tile), counts, displs);
    double[] mine = new double[half * half];
    world.scatterv(world.rank() == 0 ? tiles : null, Buf.of(mine), 0);
    double[] expected = new double[half * half];
    int corner = world.rank() / 2 * half * n + world.rank() % 2 * half;
    Arrays.setAll(expected, i -> corner + i / half * n + i % half);
    assertThat(mine).isEqualTo(expected);

    double[] back = new double[n * n];
    world.allgatherv(Buf.of(mine), VBuf.of(Buf.of(back, 0, n + 2, tile), counts, displs));
    assertThat(back).isEqualTo(matrix);
  }

  @OnRanks({1, 2, 3, 4})
  static void aDistributedMatrixIsTransposedBySubarrays(Communicator world) {
    int size = world.size();
    int rows = 3;
    int n = rows * size;
    double[] mine = new double[rows * n];
    Arrays.setAll(mine, i -> (world.rank() * rows + i / n) * 100 + i % n);
    double[] transposed = new double[rows * n];
    Buf[] out = new Buf[size];
    Buf[] in = new Buf[size];
    for (int r = 0; r < size; r++) {
      Datatype columnsOfBlock =
          Datatype.contiguous(
              rows, Datatype.resized(Datatype.vector(rows, 1, n, Datatype.DOUBLE), 0, 8));
      out[r] = Buf.of(mine, r * rows, 1, columnsOfBlock);
      in[r] =
          Buf.of(
              transposed,
              0,
              1,
              Datatype.subarray(
                  new int[] {rows, n},
                  new int[] {rows, rows},
                  new int[] {0, r * rows},
                  ArrayOrder.C,
                  Datatype.DOUBLE));
    }
    world.alltoallw(WBuf.of(out), WBuf.of(in));
    double[] expected = new double[rows * n];
    Arrays.setAll(expected, i -> i % n * 100 + world.rank() * rows + i / n);
    assertThat(transposed).isEqualTo(expected);
  }

  /** Adds the two ints of a type that lie in reverse order before its origin. */
  private static final BulkOperator ADD_BACKWARDS =
      (in, inout, count, type) -> {
        for (long i = 0; i < count; i++) {
          long origin = type.originBytes(count) + i * type.extent();
          for (long at = origin; at >= origin - 8; at -= 8) {
            int sum =
                in.get(ValueLayout.JAVA_INT_UNALIGNED, at)
                    + inout.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            inout.set(ValueLayout.JAVA_INT_UNALIGNED, at, sum);
          }
        }
      };

  @OnRanks({1, 2, 3, 4})
  static void userOperatorsReduceTypesThatBeginBeforeTheirOrigin(Communicator world) {
    Datatype backwards = Datatype.resized(Datatype.vector(2, 1, -2, Datatype.INT), -8, 16);
    for (int count : new int[] {1, 5, 2000}) {
      int[] mine = new int[4 * count];
      Arrays.setAll(mine, i -> i + world.rank());
      Buf input = Buf.of(mine, 2, count, backwards);
      int[] sum = new int[4 * count];
      Arrays.fill(sum, -7);
      world.allreduce(input, Buf.of(sum, 2, count, backwards), Op.of(ADD_BACKWARDS));
      int[] expected = new int[4 * count];
      int ranks = world.size() * (world.size() - 1) / 2;
      Arrays.setAll(expected, i -> i % 2 == 0 ? i * world.size() + ranks : -7);
      assertThat(sum).isEqualTo(expected);

      world.allreduce(Buf.IN_PLACE, input, Op.of(ADD_BACKWARDS));
      Arrays.setAll(expected, i -> i % 2 == 0 ? expected[i] : i + world.rank());
      assertThat(mine).isEqualTo(expected);
    }
  }

  /** Adds columns of ints, three rows apart. */
  private static final BulkOperator ADD_COLUMNS =
      (in, inout, count, type) -> {
        for (long i = 0; i < count; i++) {
          for (long row = 0; row < 3; row++) {
            long at = Integer.BYTES * (i + 3 * row);
            int sum =
                in.get(ValueLayout.JAVA_INT_UNALIGNED, at)
                    + inout.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            inout.set(ValueLayout.JAVA_INT_UNALIGNED, at, sum);
          }
        }
      };

  @OnRanks({1, 2, 3, 4, 5})
  static void userOperatorsReduceTypesThatReachIntoEachOthersPlace(Communicator world) {
    Datatype column = Datatype.resized(Datatype.vector(3, 1, 3, Datatype.INT), 0, Integer.BYTES);
    int[] mine = new int[9];
    Arrays.setAll(mine, i -> i + 100 * world.rank());
    int[] sum = new int[9];
    Op add = Op.of(ADD_COLUMNS);
    world.allreduce(Buf.of(mine, 0, 3, column), Buf.of(sum, 0, 3, column), add);
    int[] expected = new int[9];
    int ranks = world.size() * (world.size() - 1) / 2;
    Arrays.setAll(expected, i -> i * world.size() + 100 * ranks);
    assertThat(sum).isEqualTo(expected);

    int[] before = new int[9];
    world.scan(Buf.of(mine, 0, 3, column), Buf.of(before, 0, 3, column), add);
    int smaller = world.rank() * (world.rank() + 1) / 2;
    Arrays.setAll(expected, i -> i * (world.rank() + 1) + 100 * smaller);
    assertThat(before).isEqualTo(expected);
  }

  /** A matrix of two rows, multiplied: associative, not commutative. */
  @SuppressWarnings("ArrayRecordComponent") // what this is about
  public record Matrix(@Length(4) long[] m) {
    Matrix times(Matrix b) {
      return new Matrix(
          new long[] {
            m[0] * b.m[0] + m[1] * b.m[2],
            m[0] * b.m[1] + m[1] * b.m[3],
            m[2] * b.m[0] + m[3] * b.m[2],
            m[2] * b.m[1] + m[3] * b.m[3]
          });
    }
  }

  private static Matrix matrix(int rank) {
    return new Matrix(new long[] {1, rank + 1, rank % 2, 1});
  }

  @OnRanks({1, 2, 3, 4})
  static void recordsWithArraysTravelAndAreReducedInOrder(Communicator world) {
    Matrix product = matrix(0);
    for (int r = 1; r < world.size(); r++) {
      product = product.times(matrix(r));
    }
    Op times = Op.of(Matrix.class, Matrix::times).nonCommutative();
    assertThat(world.allreduce(matrix(world.rank()), times).m()).isEqualTo(product.m());
    Matrix first = world.bcast(world.rank() == 0 ? matrix(9) : null, Matrix.class, 0);
    assertThat(first.m()).isEqualTo(matrix(9).m());
  }

  @OnRanks({1, 2, 3, 4})
  static void pairsOfAnyNumberAndIndexFindTheirLargest(Communicator world) {
    Datatype pair =
        java.util.Objects.requireNonNull(Datatype.getValueIndex(Datatype.FLOAT, Datatype.LONG));
    MemorySegment mine = MemorySegment.ofArray(new long[4]);
    MemorySegment best = MemorySegment.ofArray(new long[4]);
    mine.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 0, world.rank());
    mine.set(ValueLayout.JAVA_LONG_UNALIGNED, 8, (1L << 40) + world.rank());
    mine.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 16, 5);
    mine.set(ValueLayout.JAVA_LONG_UNALIGNED, 24, 100 - world.rank());
    world.allreduce(Buf.of(mine, 2, pair), Buf.of(best, 2, pair), Op.MAXLOC);
    int last = world.size() - 1;
    assertThat(best.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0)).isEqualTo(last);
    assertThat(best.get(ValueLayout.JAVA_LONG_UNALIGNED, 8)).isEqualTo((1L << 40) + last);
    assertThat(best.get(ValueLayout.JAVA_LONG_UNALIGNED, 24)).as("lowest").isEqualTo(100 - last);
  }
}
