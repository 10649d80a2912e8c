package programs;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;

/** Collectives of numbers. */
final class MpjCollectives {
  private static final int LENGTH = 3;
  private static final Intracomm WORLD = MPI.COMM_WORLD;
  private static final int ME = WORLD.Rank();
  private static final int SIZE = WORLD.Size();

  private MpjCollectives() {}

  private static int[] counts(int each) {
    int[] counts = new int[SIZE];
    Arrays.fill(counts, each);
    return counts;
  }

  /** With a gap of one behind every block. */
  private static int[] displs(int each) {
    int[] displs = new int[SIZE];
    for (int i = 0; i < SIZE; i++) {
      displs[i] = i * (each + 1);
    }
    return displs;
  }

  private static void fill(int[] a, int from, int value) {
    Arrays.fill(a, from, from + LENGTH, value);
  }

  static void oneToAllAndBack() {
    for (int root = 0; root < SIZE; root++) {
      double[] x = {-1, ME == root ? root + 0.5 : 0};
      WORLD.Bcast(x, 1, 1, MPI.DOUBLE, root);
      Check.same(new double[] {-1, root + 0.5}, x);
      int[] mine = new int[LENGTH];
      Arrays.fill(mine, ME);
      int[] all = ME == root ? new int[1 + SIZE * LENGTH] : null;
      WORLD.Gather(mine, 0, LENGTH, MPI.INT, all, 1, LENGTH, MPI.INT, root);
      int[] back = new int[LENGTH];
      WORLD.Scatter(all, 1, LENGTH, MPI.INT, back, 0, LENGTH, MPI.INT, root);
      Check.same(mine, back);
      if (ME == root) {
        Check.same(SIZE - 1, all[SIZE * LENGTH]);
        Check.same(0, all[1]);
      }
    }
    WORLD.Barrier();
  }

  static void blocksOfAnySizeWithGaps() {
    int[] mine = new int[LENGTH];
    Arrays.fill(mine, ME + 1);
    int[] all = new int[SIZE * (LENGTH + 1)];
    int[] expected = new int[SIZE * (LENGTH + 1)];
    for (int i = 0; i < SIZE; i++) {
      fill(expected, i * (LENGTH + 1), i + 1);
    }
    WORLD.Gatherv(mine, 0, LENGTH, MPI.INT, all, 0, counts(LENGTH), displs(LENGTH), MPI.INT, 0);
    Check.same(ME == 0 ? expected : new int[all.length], all);
    WORLD.Allgatherv(mine, 0, LENGTH, MPI.INT, all, 0, counts(LENGTH), displs(LENGTH), MPI.INT);
    Check.same(expected, all);
    int[] back = new int[LENGTH];
    WORLD.Scatterv(
        all, 0, counts(LENGTH), displs(LENGTH), MPI.INT, back, 0, LENGTH, MPI.INT, SIZE - 1);
    Check.same(mine, back);
    int[] zeros = new int[SIZE];
    WORLD.Gatherv(mine, 0, 0, MPI.INT, null, 0, zeros, zeros, MPI.INT, 0);
  }

  static void arraysOfCountsMayBeLongerThanNeeded() {
    int[] counts = Arrays.copyOf(counts(LENGTH), SIZE + 2);
    int[] displs = Arrays.copyOf(displs(LENGTH), SIZE + 1);
    counts[SIZE] = -1;
    displs[SIZE] = 1000;
    int[] mine = new int[LENGTH];
    Arrays.fill(mine, ME + 1);
    int[] all = new int[SIZE * (LENGTH + 1)];
    WORLD.Gatherv(mine, 0, LENGTH, MPI.INT, all, 0, counts, displs, MPI.INT, 0);
    WORLD.Allgatherv(mine, 0, LENGTH, MPI.INT, all, 0, counts, displs, MPI.INT);
    int[] back = new int[LENGTH];
    WORLD.Scatterv(all, 0, counts, displs, MPI.INT, back, 0, LENGTH, MPI.INT, SIZE - 1);
    Check.same(mine, back);
    int[] turned = new int[all.length];
    WORLD.Alltoallv(all, 0, counts, displs, MPI.INT, turned, 0, counts, displs, MPI.INT);
    Check.same(ME + 1, turned[0]);
    int[] ones = Arrays.copyOf(counts(1), SIZE + 1);
    WORLD.Reduce_scatter(counts(1), 0, back, 0, ones, MPI.INT, MPI.SUM);
    Check.same(SIZE, back[0]);
    int[] few = new int[SIZE - 1];
    Check.fails(
        "counts", () -> WORLD.Allgatherv(mine, 0, 0, MPI.INT, all, 0, few, displs, MPI.INT));
  }

  static void allToAll() {
    int[] out = new int[SIZE * LENGTH];
    for (int i = 0; i < SIZE; i++) {
      fill(out, i * LENGTH, ME * 10 + i);
    }
    int[] in = new int[SIZE * LENGTH];
    WORLD.Alltoall(out, 0, LENGTH, MPI.INT, in, 0, LENGTH, MPI.INT);
    int[] spread = new int[SIZE * (LENGTH + 1)];
    int[] contiguous = new int[SIZE];
    for (int i = 0; i < SIZE; i++) {
      contiguous[i] = i * LENGTH;
      Check.same(i * 10 + ME, in[i * LENGTH]);
      Check.same(i * 10 + ME, in[i * LENGTH + LENGTH - 1]);
    }
    WORLD.Alltoallv(
        out,
        0,
        counts(LENGTH),
        contiguous,
        MPI.INT,
        spread,
        0,
        counts(LENGTH),
        displs(LENGTH),
        MPI.INT);
    for (int i = 0; i < SIZE; i++) {
      Check.same(i * 10 + ME, spread[i * (LENGTH + 1)]);
      Check.same(0, spread[i * (LENGTH + 1) + LENGTH]);
    }
    int[] all = new int[SIZE];
    WORLD.Allgather(new int[] {ME}, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
    for (int i = 0; i < SIZE; i++) {
      Check.same(i, all[i]);
    }
  }

  static void everyOperatorOnTheTypesItIsFor() {
    int sum = SIZE * (SIZE - 1) / 2;
    byte[] b = new byte[1];
    WORLD.Allreduce(new byte[] {(byte) ME}, 0, b, 0, 1, MPI.BYTE, MPI.SUM);
    Check.same((byte) sum, b[0]);
    char[] c = new char[1];
    WORLD.Allreduce(new char[] {(char) ('a' + ME)}, 0, c, 0, 1, MPI.CHAR, MPI.MAX);
    Check.same((char) ('a' + SIZE - 1), c[0]);
    short[] s = new short[1];
    WORLD.Allreduce(new short[] {(short) (ME + 1)}, 0, s, 0, 1, MPI.SHORT, MPI.MIN);
    Check.same((short) 1, s[0]);
    int[] i = new int[1];
    WORLD.Allreduce(new int[] {1 << ME}, 0, i, 0, 1, MPI.INT, MPI.BOR);
    Check.same((1 << SIZE) - 1, i[0]);
    WORLD.Allreduce(new int[] {~(1 << ME)}, 0, i, 0, 1, MPI.INT, MPI.BAND);
    Check.same(-(1 << SIZE), i[0]);
    WORLD.Allreduce(new int[] {5}, 0, i, 0, 1, MPI.INT, MPI.BXOR);
    Check.same(SIZE % 2 == 0 ? 0 : 5, i[0]);
    long[] l = new long[1];
    WORLD.Allreduce(new long[] {2}, 0, l, 0, 1, MPI.LONG, MPI.PROD);
    Check.same(1L << SIZE, l[0]);
    float[] f = new float[1];
    WORLD.Allreduce(new float[] {0.5f}, 0, f, 0, 1, MPI.FLOAT, MPI.SUM);
    Check.same(SIZE * 0.5f, f[0]);
    double[] d = new double[2];
    WORLD.Allreduce(new double[] {ME, -ME}, 0, d, 0, 2, MPI.DOUBLE, MPI.MAX);
    Check.same(new double[] {SIZE - 1, 0.0}, new double[] {d[0], d[1] + 0.0});
    boolean[] z = new boolean[3];
    boolean first = ME == 0;
    WORLD.Allreduce(new boolean[] {first}, 0, z, 0, 1, MPI.BOOLEAN, MPI.LOR);
    WORLD.Allreduce(new boolean[] {first}, 0, z, 1, 1, MPI.BOOLEAN, MPI.LAND);
    WORLD.Allreduce(new boolean[] {first}, 0, z, 2, 1, MPI.BOOLEAN, MPI.LXOR);
    Check.same(new boolean[] {true, SIZE == 1, true}, z);
    Check.fails(
        "", () -> WORLD.Allreduce(new double[1], 0, new double[1], 0, 1, MPI.DOUBLE, MPI.BAND));
  }

  static void thePlaceOfTheLargestAndTheSmallest() {
    int[] value = {ME % 2, ME, -ME, ME};
    int[] found = new int[4];
    WORLD.Allreduce(value, 0, found, 0, 2, MPI.INT2, MPI.MAXLOC);
    int last = SIZE - 1;
    Check.same(new int[] {Math.min(last, 1), Math.min(last, 1), 0, 0}, found);
    WORLD.Reduce(value, 0, found, 0, 2, MPI.INT2, MPI.MINLOC, 0);
    if (ME == 0) {
      Check.same(new int[] {0, 0, -last, last}, found);
    }
    double[] d = new double[2];
    WORLD.Allreduce(new double[] {ME * 1.5, ME}, 0, d, 0, 1, MPI.DOUBLE2, MPI.MAXLOC);
    Check.same(new double[] {last * 1.5, last}, d);
    float[] f = new float[2];
    WORLD.Allreduce(new float[] {ME, ME}, 0, f, 0, 1, MPI.FLOAT2, MPI.MINLOC);
    Check.same(new float[] {0, 0}, f);
    long[] l = new long[2];
    WORLD.Allreduce(new long[] {3, ME}, 0, l, 0, 1, MPI.LONG2, MPI.MAXLOC);
    Check.same(new long[] {3, 0}, l);
    short[] s = new short[2];
    WORLD.Allreduce(new short[] {(short) ME, (short) ME}, 0, s, 0, 1, MPI.SHORT2, MPI.MAXLOC);
    Check.same(new short[] {(short) last, (short) last}, s);
    Check.fails(
        "INT2", () -> WORLD.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.MAXLOC));
  }

  static void partsOfReductions() {
    int[] x = {1, ME};
    int[] y = new int[3];
    WORLD.Scan(x, 0, y, 1, 2, MPI.INT, MPI.SUM);
    Check.same(new int[] {0, ME + 1, ME * (ME + 1) / 2}, y);
    int[] all = new int[2 * SIZE];
    Arrays.fill(all, ME);
    int[] part = new int[2];
    WORLD.Reduce_scatter(all, 0, part, 0, counts(2), MPI.INT, MPI.SUM);
    int sum = SIZE * (SIZE - 1) / 2;
    Check.same(new int[] {sum, sum}, part);
    for (int root = 0; root < SIZE; root++) {
      double[] r = ME == root ? new double[1] : null;
      WORLD.Reduce(new double[] {2}, 0, r, 0, 1, MPI.DOUBLE, MPI.PROD, root);
      if (r != null) {
        Check.same(Math.pow(2, SIZE), r[0]);
      }
    }
  }

  static void oneArrayCanBeSentAndReceivedInto() {
    double[] x = {ME, 1};
    WORLD.Allreduce(x, 0, x, 0, 2, MPI.DOUBLE, MPI.SUM);
    Check.same(new double[] {SIZE * (SIZE - 1) / 2.0, SIZE}, x);
    int[] all = new int[SIZE];
    all[ME] = ME + 1;
    WORLD.Allgather(all, ME, 1, MPI.INT, all, 0, 1, MPI.INT);
    for (int i = 0; i < SIZE; i++) {
      Check.same(i + 1, all[i]);
    }
    WORLD.Gather(all, ME, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
    WORLD.Scatter(all, 0, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
    Check.same(ME + 1, all[0]);
    int[] one = {1};
    WORLD.Reduce(one, 0, one, 0, 1, MPI.INT, MPI.SUM, 0);
    Check.same(ME == 0 ? SIZE : 1, one[0]);
  }

  /** Complex products, real and imaginary part in turn. */
  private static final class ComplexProduct extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      double[] a = (double[]) invec;
      double[] b = (double[]) inoutvec;
      Check.same(2, type.Size());
      for (int i = 0; i < count; i++) {
        int p = inoffset + 2 * i;
        int q = inoutoffset + 2 * i;
        double re = a[p] * b[q] - a[p + 1] * b[q + 1];
        b[q + 1] = a[p] * b[q + 1] + a[p + 1] * b[q];
        b[q] = re;
      }
    }
  }

  /** Keeps the left one: the order can be seen. */
  private static final class Left extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      System.arraycopy(invec, inoffset, inoutvec, inoutoffset, count);
    }
  }

  static void usersOwnOperators() {
    Op product = new Op(new ComplexProduct(), true);
    Datatype complex = Datatype.Contiguous(2, MPI.DOUBLE);
    complex.Commit();
    double[] x = {0, 1, 1, 0}; // i and 1
    double[] y = new double[4];
    WORLD.Allreduce(x, 0, y, 0, 2, complex, product);
    double[][] powers = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    Check.same(powers[SIZE % 4], new double[] {y[0] + 0.0, y[1] + 0.0});
    Op left = new Op(new Left(), false);
    for (int root = 0; root < SIZE; root++) {
      int[] r = {-1};
      WORLD.Reduce(new int[] {ME}, 0, r, 0, 1, MPI.INT, left, root);
      Check.same(ME == root ? 0 : -1, r[0]);
    }
    boolean[] z = new boolean[1];
    WORLD.Allreduce(new boolean[] {ME == 0}, 0, z, 0, 1, MPI.BOOLEAN, left);
    Check.same(true, z[0]);
    int[] scanned = new int[1];
    WORLD.Scan(new int[] {ME}, 0, scanned, 0, 1, MPI.INT, left);
    Check.same(0, scanned[0]);
    product.free();
  }

  static void wrongArgumentsOfCollectives() {
    Check.fails("root", () -> WORLD.Bcast(new int[1], 0, 1, MPI.INT, SIZE));
    Check.fails(
        "counts",
        () ->
            WORLD.Allgatherv(
                new int[1], 0, 1, MPI.INT, new int[1], 0, new int[0], new int[0], MPI.INT));
    Check.fails(
        "double[]", () -> WORLD.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.DOUBLE, MPI.SUM));
    Check.fails(
        "OBJECT",
        () -> WORLD.Allgather(new Object[1], 0, 1, MPI.OBJECT, new int[SIZE], 0, 1, MPI.INT));
  }
}
