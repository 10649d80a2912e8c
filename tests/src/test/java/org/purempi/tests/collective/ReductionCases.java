package org.purempi.tests.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Same;

/**
 * Sections 6.9 to 6.11: what the operands make, on every predefined operation and on users' own.
 */
final class ReductionCases {
  /** One, short, and long enough for every algorithm and protocol. */
  private static final int[] COUNTS = {1, 3, 700, 40_000};

  private ReductionCases() {}

  @OnRanks({1, 2, 3, 4})
  static void arithmeticOnEveryJavaNumber(Communicator world) {
    int n = world.size();
    int rank = world.rank();
    int sum = n * (n + 1) / 2;
    int product = 1;
    for (int i = 1; i <= n; i++) {
      product *= i;
    }
    assertThat(world.allreduce(rank + 1, Op.SUM)).isEqualTo(sum);
    assertThat(world.allreduce(rank + 1L, Op.PROD)).isEqualTo(product);
    assertThat(world.allreduce(rank + 1.0, Op.MAX)).isEqualTo(n);
    float[] floats = {rank + 1f};
    world.allreduce(floats, Op.MIN);
    assertThat(floats).containsExactly(1f);
    short[] shorts = {(short) (rank + 1)};
    world.allreduce(shorts, Op.SUM);
    assertThat(shorts).containsExactly((short) sum);
    byte[] bytes = {(byte) (rank + 1)};
    world.allreduce(Buf.IN_PLACE, Buf.of(bytes, 0, 1L, Datatype.INT8_T), Op.SUM);
    assertThat(bytes).containsExactly((byte) sum);
  }

  @OnRanks({1, 2, 3, 4})
  static void everyLengthIsSummedElementByElement(Communicator world) {
    int n = world.size();
    for (int count : COUNTS) {
      double[] send = new double[count];
      for (int i = 0; i < count; i++) {
        send[i] = i + 1000.0 * world.rank();
      }
      double[] recv = new double[count];
      world.allreduce(send, recv, Op.SUM);
      Same.at(recv, i -> (double) n * i + 1000.0 * n * (n - 1) / 2);
      Same.at(send, i -> i + 1000.0 * world.rank()); // the operand stays
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void unsignedNumbersCompareUnsigned(Communicator world) {
    int[] a = {world.rank() == 0 ? -1 : world.rank()};
    world.allreduce(Buf.IN_PLACE, Buf.of(a, 0, 1L, Datatype.UINT32_T), Op.MAX);
    assertThat(a[0]).isEqualTo(-1);
    byte[] b = {world.rank() == 0 ? (byte) 0xf0 : (byte) 0x10};
    world.allreduce(Buf.IN_PLACE, Buf.of(b, 0, 1L, Datatype.UINT8_T), Op.MIN);
    assertThat(b[0]).isEqualTo((byte) (world.size() == 1 ? 0xf0 : 0x10));
  }

  @OnRanks({1, 2, 3, 4})
  static void bitsAndTruthValues(Communicator world) {
    int n = world.size();
    int bit = 1 << world.rank();
    assertThat(world.allreduce(bit, Op.BOR)).isEqualTo((1 << n) - 1);
    assertThat(world.allreduce(~bit, Op.BAND)).isEqualTo(-(1 << n));
    assertThat(world.allreduce(3, Op.BXOR)).isEqualTo(n % 2 == 0 ? 0 : 3);
    boolean[] flags = {world.rank() == 0, true, world.rank() == 0};
    boolean[] and = new boolean[3];
    boolean[] or = new boolean[3];
    boolean[] xor = new boolean[3];
    world.allreduce(flags, and, Op.LAND);
    world.allreduce(flags, or, Op.LOR);
    world.allreduce(flags, xor, Op.LXOR);
    assertThat(and).containsExactly(n == 1, true, n == 1);
    assertThat(or).containsExactly(true, true, true);
    assertThat(xor).containsExactly(true, n % 2 == 1, true);
    assertThat(world.allreduce(world.rank() == 0 ? 7 : 0, Op.LOR)).isEqualTo(n == 1 ? 7 : 1);
  }

  @OnRanks({1, 2, 3, 4})
  static void theLargestAndWhereItIsTiesGoToTheLowerIndex(Communicator world) {
    int n = world.size();
    int[] pairs = {world.rank() % 2, world.rank(), 5, 100 + world.rank()};
    int[] largest = new int[4];
    world.allreduce(
        Buf.of(pairs, 0, 2L, Datatype.TWO_INT),
        Buf.of(largest, 0, 2L, Datatype.TWO_INT),
        Op.MAXLOC);
    assertThat(largest).containsExactly(n == 1 ? 0 : 1, n == 1 ? 0 : 1, 5, 100);
    int[] smallest = new int[4];
    world.allreduce(
        Buf.of(pairs, 0, 2L, Datatype.TWO_INT),
        Buf.of(smallest, 0, 2L, Datatype.TWO_INT),
        Op.MINLOC);
    assertThat(smallest).containsExactly(0, 0, 5, 100);
  }

  /** {@code count} 2 × 2 matrices modulo a prime: associative, far from commutative. */
  private static void multiply(MemorySegment in, MemorySegment inout, long count) {
    for (long i = 0; i < 4 * count; i += 4) {
      long[] x = new long[4];
      for (int j = 0; j < 4; j++) {
        long row = i + (j / 2 == 0 ? 0 : 2);
        long column = i + j % 2;
        long left = at(in, row) * at(inout, column);
        x[j] = (left + at(in, row + 1) * at(inout, column + 2)) % PRIME;
      }
      for (int j = 0; j < 4; j++) {
        inout.set(ValueLayout.JAVA_LONG_UNALIGNED, (i + j) * Long.BYTES, x[j]);
      }
    }
  }

  private static final long PRIME = 1_000_003;

  private static long at(MemorySegment s, long i) {
    return s.get(ValueLayout.JAVA_LONG_UNALIGNED, i * Long.BYTES);
  }

  /** A 2 × 2 matrix as one element, so that no algorithm cuts it. */
  record Matrix(long a, long b, long c, long d) {
    Matrix times(Matrix o) {
      return new Matrix(
          (a * o.a + b * o.c) % PRIME,
          (a * o.b + b * o.d) % PRIME,
          (c * o.a + d * o.c) % PRIME,
          (c * o.b + d * o.d) % PRIME);
    }

    static Matrix of(int rank, int i) {
      return new Matrix(rank + 2, i + 1, 3L * rank + i, 7);
    }

    static Matrix product(int end, int i) {
      Matrix m = of(0, i);
      for (int r = 1; r < end; r++) {
        m = m.times(of(r, i));
      }
      return m;
    }

    static long[] array(int count, java.util.function.IntFunction<Matrix> element) {
      long[] all = new long[4 * count];
      for (int i = 0; i < count; i++) {
        Matrix m = element.apply(i);
        System.arraycopy(new long[] {m.a, m.b, m.c, m.d}, 0, all, 4 * i, 4);
      }
      return all;
    }
  }

  private static final Datatype MATRIX =
      Datatype.of(java.lang.invoke.MethodHandles.lookup(), Matrix.class);

  private static final Op TIMES =
      Op.of((in, inout, count, type) -> multiply(in, inout, count)).nonCommutative();

  private static Buf matrices(long[] a) {
    return Buf.of(a, 0, a.length / 4L, MATRIX);
  }

  @OnRanks({1, 2, 3, 4})
  static void anOperationThatDoesNotCommuteIsAppliedInRankOrder(Communicator world) {
    int n = world.size();
    int rank = world.rank();
    assertThat(TIMES.commutative()).isFalse();
    for (int count : new int[] {1, 5, 3_000}) {
      long[] send = Matrix.array(count, i -> Matrix.of(rank, i));
      long[] product = Matrix.array(count, i -> Matrix.product(n, i));
      long[] recv = new long[4 * count];
      world.allreduce(matrices(send), matrices(recv), TIMES);
      assertThat(recv).isEqualTo(product);
      for (int root = 0; root < n; root++) {
        long[] at = new long[4 * count];
        world.reduce(matrices(send), rank == root ? matrices(at) : null, TIMES, root);
        if (rank == root) {
          assertThat(at).as("root %d", root).isEqualTo(product);
        }
      }
      long[] up = new long[4 * count];
      world.scan(matrices(send), matrices(up), TIMES);
      assertThat(up).isEqualTo(Matrix.array(count, i -> Matrix.product(rank + 1, i)));
      long[] below = new long[4 * count];
      Arrays.fill(below, -3);
      world.exscan(matrices(send), matrices(below), TIMES);
      if (rank == 0) {
        assertThat(below).as("rank 0 of an exscan").containsOnly(-3);
      } else {
        assertThat(below).isEqualTo(Matrix.array(count, i -> Matrix.product(rank, i)));
      }
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void reduceScatterInRankOrderWithUnevenAndEmptyBlocks(Communicator world) {
    int n = world.size();
    int rank = world.rank();
    for (int scale : new int[] {1, 500}) {
      long[] counts = new long[n];
      int total = 0;
      int first = 0;
      for (int r = 0; r < n; r++) {
        counts[r] = r == 1 ? 0 : (long) scale * (r + 1);
        first = r == rank ? total : first;
        total += (int) counts[r];
      }
      int start = first;
      long[] send = Matrix.array(total, i -> Matrix.of(rank, i));
      long[] recv = new long[4 * (int) counts[rank]];
      world.reduceScatter(matrices(send), matrices(recv), counts, TIMES);
      assertThat(recv)
          .isEqualTo(Matrix.array((int) counts[rank], i -> Matrix.product(n, start + i)));
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void usersOperationsInEveryForm(Communicator world) {
    int n = world.size();
    int rank = world.rank();
    int[] ints = {rank + 1, 10 + rank};
    world.allreduce(ints, Op.ofInts((a, b) -> a + b + 1));
    assertThat(ints[0]).isEqualTo(n * (n + 1) / 2 + n - 1);
    double[] doubles = {rank};
    world.allreduce(doubles, Op.ofDoubles(Math::hypot));
    double squares = 0;
    for (int r = 0; r < n; r++) {
      squares += (double) r * r;
    }
    assertThat(doubles[0]).isCloseTo(Math.sqrt(squares), org.assertj.core.data.Offset.offset(1e-9));
    long[] longs = {1L << rank};
    world.allreduce(longs, Op.ofLongs((a, b) -> a | b));
    assertThat(longs[0]).isEqualTo((1L << n) - 1);
    float[] floats = {rank};
    world.allreduce(floats, Op.ofFloats(Math::max));
    assertThat(floats[0]).isEqualTo(n - 1f);
  }

  @OnRanks({1, 2, 3, 4})
  static void zeroElementsAreCombinedWithoutHarm(Communicator world) {
    Buf none = Buf.of(new double[0]);
    Buf other = Buf.of(new double[0]);
    world.allreduce(none, other, Op.SUM);
    world.reduce(none, other, Op.SUM, 0);
    world.scan(none, other, Op.SUM);
    world.exscan(none, other, Op.SUM);
    world.reduceScatterBlock(none, other, Op.SUM);
    world.reduceScatter(none, other, new long[world.size()], Op.SUM);
    assertThat(world.allreduce(1, Op.SUM)).isEqualTo(world.size());
  }

  @OnRanks({2, 3, 4})
  static void allRanksGetTheSameBitsOfASum(Communicator world) {
    for (int count : COUNTS) {
      double[] a = new double[count];
      for (int i = 0; i < count; i++) {
        a[i] = Math.sin(1.7 * i + world.rank()) * Math.pow(10, (i * 7 + world.rank()) % 20);
      }
      world.allreduce(a, Op.SUM);
      double[] all = new double[count * world.size()];
      world.allgather(a, all);
      for (int r = 0; r < world.size(); r++) {
        assertThat(Arrays.copyOfRange(all, r * count, (r + 1) * count)).isEqualTo(a);
      }
    }
  }
}
