package programs;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;

/** Every collective in every form, with arrays; non-blocking ones with buffers. */
public class Collectives {
  private static Intracomm world;
  private static int rank;
  private static int size;

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    all();
    MPI.Finalize();
  }

  static void all() throws MPIException {
    world = MPI.COMM_WORLD;
    rank = world.getRank();
    size = world.getSize();
    for (int root = 0; root < size; root++) {
      rooted(root);
      rootedInPlace(root);
      rootedLater(root);
    }
    everybody();
    everybodyLater();
    reductions();
    reductionsLater();
    pairs();
    userOps();
  }

  private static int[] ranks(int each) {
    int[] a = new int[each * size];
    Arrays.setAll(a, i -> i / each);
    return a;
  }

  private static int[] mine(int n) {
    int[] a = new int[n];
    Arrays.fill(a, rank);
    return a;
  }

  /** Blocks of 1, 2, 3 … elements, with a gap of one element between them. */
  private static int[] counts() {
    int[] counts = new int[size];
    Arrays.setAll(counts, i -> i + 1);
    return counts;
  }

  private static int[] displs() {
    int[] displs = new int[size];
    for (int i = 1; i < size; i++) {
      displs[i] = displs[i - 1] + i + 1;
    }
    return displs;
  }

  private static int[] gapped() {
    int[] a = new int[displs()[size - 1] + size];
    Arrays.fill(a, -1);
    for (int i = 0; i < size; i++) {
      Arrays.fill(a, displs()[i], displs()[i] + i + 1, i);
    }
    return a;
  }

  private static int[] holes() {
    int[] a = new int[gapped().length];
    Arrays.fill(a, -1);
    return a;
  }

  private static void rooted(int root) throws MPIException {
    boolean isRoot = rank == root;
    int[] all = isRoot ? new int[2 * size] : null;
    world.gather(mine(2), 2, MPI.INT, all, 2, MPI.INT, root);
    if (isRoot) {
      Check.equal(ranks(2), all);
    }
    int[] part = new int[2];
    world.scatter(isRoot ? ranks(2) : null, 2, MPI.INT, part, 2, MPI.INT, root);
    Check.equal(mine(2), part);
    int[] blocks = holes();
    world.gatherv(mine(rank + 1), rank + 1, MPI.INT, blocks, counts(), displs(), MPI.INT, root);
    Check.equal(isRoot ? gapped() : holes(), blocks);
    int[] block = new int[rank + 1];
    world.scatterv(gapped(), counts(), displs(), MPI.INT, block, rank + 1, MPI.INT, root);
    Check.equal(mine(rank + 1), block);
    double[] sum = new double[1];
    world.reduce(new double[] {rank}, sum, 1, MPI.DOUBLE, MPI.SUM, root);
    Check.equal(isRoot ? size * (size - 1) / 2.0 : 0.0, sum[0]);
    long[] seen = {isRoot ? 99 : 0};
    world.bcast(seen, 1, MPI.LONG, root);
    Check.equal(99L, seen[0]);
  }

  private static void rootedInPlace(int root) throws MPIException {
    boolean isRoot = rank == root;
    int[] a = isRoot ? new int[2 * size] : mine(2);
    if (isRoot) {
      Arrays.fill(a, 2 * root, 2 * root + 2, root);
    }
    world.gather(a, 2, MPI.INT, root);
    Check.equal(isRoot ? ranks(2) : mine(2), a);
    int[] b = isRoot ? ranks(2) : new int[2];
    world.scatter(b, 2, MPI.INT, root);
    Check.equal(isRoot ? ranks(2) : mine(2), b);
    if (isRoot) {
      int[] blocks = holes();
      Arrays.fill(blocks, displs()[root], displs()[root] + root + 1, root);
      world.gatherv(blocks, counts(), displs(), MPI.INT, root);
      Check.equal(gapped(), blocks);
      world.scatterv(blocks, counts(), displs(), MPI.INT, root);
    } else {
      int[] block = mine(rank + 1);
      world.gatherv(block, rank + 1, MPI.INT, root);
      Arrays.fill(block, 0);
      world.scatterv(block, rank + 1, MPI.INT, root);
      Check.equal(mine(rank + 1), block);
    }
    int[] max = {rank};
    world.reduce(max, 1, MPI.INT, MPI.MAX, root);
    Check.equal(isRoot ? size - 1 : rank, max[0]);
  }

  private static IntBuffer buffer(int[] a) {
    return MPI.newIntBuffer(a.length).put(a);
  }

  private static int[] array(IntBuffer b) {
    int[] a = new int[b.capacity()];
    b.duplicate().clear().get(a);
    return a;
  }

  private static void rootedLater(int root) throws MPIException {
    boolean isRoot = rank == root;
    IntBuffer two = buffer(mine(2));
    IntBuffer all = buffer(new int[2 * size]);
    IntBuffer part = buffer(new int[2]);
    IntBuffer blocks = buffer(holes());
    IntBuffer block = buffer(new int[rank + 1]);
    IntBuffer least = buffer(new int[1]);
    IntBuffer word = buffer(new int[] {isRoot ? 7 : 0});
    Request.waitAll(
        new Request[] {
          world.iBarrier(),
          world.iGather(two, 2, MPI.INT, all, 2, MPI.INT, root),
          world.iScatter(buffer(ranks(2)), 2, MPI.INT, part, 2, MPI.INT, root),
          world.iGatherv(
              buffer(mine(rank + 1)), rank + 1, MPI.INT, blocks, counts(), displs(), MPI.INT, root),
          world.iScatterv(
              buffer(gapped()), counts(), displs(), MPI.INT, block, rank + 1, MPI.INT, root),
          world.iReduce(two, least, 1, MPI.INT, MPI.MIN, root),
          world.iBcast(word, 1, MPI.INT, root)
        });
    Check.equal(isRoot ? ranks(2) : new int[2 * size], array(all));
    Check.equal(mine(2), array(part));
    Check.equal(isRoot ? gapped() : holes(), array(blocks));
    Check.equal(mine(rank + 1), array(block));
    Check.equal(0, least.get(0));
    Check.equal(7, word.get(0));
    IntBuffer inPlace = isRoot ? buffer(ranks(2)) : buffer(mine(2));
    world.iGather(inPlace, 2, MPI.INT, root).waitFor();
    world.iScatter(inPlace, 2, MPI.INT, root).waitFor();
    Check.equal(isRoot ? ranks(2) : mine(2), array(inPlace));
    if (isRoot) {
      blocks = buffer(gapped());
      world.iGatherv(blocks, counts(), displs(), MPI.INT, root).waitFor();
      world.iScatterv(blocks, counts(), displs(), MPI.INT, root).waitFor();
      Check.equal(gapped(), array(blocks));
    } else {
      world.iGatherv(block, rank + 1, MPI.INT, root).waitFor();
      world.iScatterv(block, rank + 1, MPI.INT, root).waitFor();
    }
    IntBuffer one = buffer(new int[] {1});
    world.iReduce(one, 1, MPI.INT, MPI.SUM, root).waitFor();
    Check.equal(isRoot ? size : 1, one.get(0));
  }

  private static void everybody() throws MPIException {
    int[] all = new int[2 * size];
    world.allGather(mine(2), 2, MPI.INT, all, 2, MPI.INT);
    Check.equal(ranks(2), all);
    Arrays.fill(all, -1);
    Arrays.fill(all, 2 * rank, 2 * rank + 2, rank);
    world.allGather(all, 2, MPI.INT);
    Check.equal(ranks(2), all);
    int[] blocks = holes();
    world.allGatherv(mine(rank + 1), rank + 1, MPI.INT, blocks, counts(), displs(), MPI.INT);
    Check.equal(gapped(), blocks);
    world.allGatherv(blocks, counts(), displs(), MPI.INT);
    Check.equal(gapped(), blocks);
    // Arrays for more ranks than there are.
    int[] more = Arrays.copyOf(counts(), size + 3);
    blocks = holes();
    world.allGatherv(
        mine(rank + 1),
        rank + 1,
        MPI.INT,
        blocks,
        more,
        Arrays.copyOf(displs(), size + 3),
        MPI.INT);
    Check.equal(gapped(), blocks);
    world.allToAll(mine(2 * size), 2, MPI.INT, all, 2, MPI.INT);
    Check.equal(ranks(2), all);
    int[] same = new int[size];
    Arrays.fill(same, rank + 1);
    int[] places = new int[size];
    Arrays.setAll(places, i -> i * (rank + 1));
    blocks = holes();
    world.allToAllv(
        mine(size * (rank + 1)),
        sendCounts(),
        zeros(),
        MPI.INT,
        blocks,
        counts(),
        displs(),
        MPI.INT);
    // Rank i's block is as long as the receiver says: rank i sends i + 1 elements to everybody.
    Check.equal(gapped(), blocks);
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, MPI.INT);
    int[] bytes = Arrays.stream(displs()).map(d -> 4 * d).toArray();
    blocks = holes();
    world.allToAllw(mine(rank + 1), sendCounts(), zeros(), types, blocks, counts(), bytes, types);
    Check.equal(gapped(), blocks);
  }

  private static int[] sendCounts() {
    int[] counts = new int[size];
    Arrays.fill(counts, rank + 1);
    return counts;
  }

  private static int[] zeros() {
    return new int[size];
  }

  private static void everybodyLater() throws MPIException {
    IntBuffer all = buffer(new int[2 * size]);
    IntBuffer blocks = buffer(holes());
    IntBuffer exchanged = buffer(new int[2 * size]);
    IntBuffer uneven = buffer(holes());
    IntBuffer mixed = buffer(holes());
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, MPI.INT);
    int[] bytes = Arrays.stream(displs()).map(d -> 4 * d).toArray();
    IntBuffer own = buffer(mine(size * (rank + 1)));
    Request.waitAll(
        new Request[] {
          world.iAllGather(buffer(mine(2)), 2, MPI.INT, all, 2, MPI.INT),
          world.iAllGatherv(own, rank + 1, MPI.INT, blocks, counts(), displs(), MPI.INT),
          world.iAllToAll(buffer(mine(2 * size)), 2, MPI.INT, exchanged, 2, MPI.INT),
          world.iAllToAllv(
              own, sendCounts(), zeros(), MPI.INT, uneven, counts(), displs(), MPI.INT),
          world.iAllToAllw(own, sendCounts(), zeros(), types, mixed, counts(), bytes, types)
        });
    Check.equal(ranks(2), array(all));
    Check.equal(gapped(), array(blocks));
    Check.equal(ranks(2), array(exchanged));
    Check.equal(gapped(), array(uneven));
    Check.equal(gapped(), array(mixed));
    world.iAllGather(all, 2, MPI.INT).waitFor();
    world.iAllGatherv(blocks, counts(), displs(), MPI.INT).waitFor();
    Check.equal(ranks(2), array(all));
    Check.equal(gapped(), array(blocks));
  }

  private static void reductions() throws MPIException {
    int total = size * (size - 1) / 2;
    int[] sum = new int[2];
    world.allReduce(mine(2), sum, 2, MPI.INT, MPI.SUM);
    Check.equal(new int[] {total, total}, sum);
    int[] most = mine(1);
    world.allReduce(most, 1, MPI.INT, MPI.MAX);
    Check.equal(size - 1, most[0]);
    byte[] product = {2};
    world.allReduce(product, 1, MPI.BYTE, MPI.PROD);
    Check.equal((byte) (1 << size), product[0]);
    byte[] unsigned = new byte[100];
    Arrays.fill(unsigned, (byte) (rank == 0 ? -1 : 1));
    byte[] lowest = new byte[100];
    world.allReduce(unsigned, lowest, 100, MPI.BYTE, MPI.MIN);
    Check.equal((byte) (size == 1 ? -1 : 1), lowest[99]);
    world.allReduce(unsigned, 100, MPI.BYTE, MPI.MAX);
    Check.equal((byte) -1, unsigned[99]);
    char[] last = {(char) ('a' + rank)};
    world.allReduce(last, 1, MPI.CHAR, MPI.MAX);
    Check.equal((char) ('a' + size - 1), last[0]);
    boolean[] logic = {rank == 0, true};
    boolean[] or = new boolean[2];
    boolean[] and = new boolean[2];
    boolean[] xor = new boolean[2];
    world.allReduce(logic, or, 2, MPI.BOOLEAN, MPI.LOR);
    world.allReduce(logic, and, 2, MPI.BOOLEAN, MPI.LAND);
    world.allReduce(logic, xor, 2, MPI.BOOLEAN, MPI.LXOR);
    Check.that(or[0] && or[1], "or");
    Check.that(and[0] == (size == 1) && and[1], "and");
    Check.that(xor[0] && xor[1] == (size % 2 == 1), "xor");
    int[] bits = {1 << rank};
    int[] got = new int[1];
    world.allReduce(bits, got, 1, MPI.INT, MPI.BOR);
    Check.equal((1 << size) - 1, got[0]);
    world.allReduce(bits, got, 1, MPI.INT, MPI.BXOR);
    Check.equal((1 << size) - 1, got[0]);
    world.allReduce(bits, got, 1, MPI.INT, MPI.BAND);
    Check.equal(size == 1 ? 1 : 0, got[0]);
    float[] least = {rank + 1};
    world.allReduce(least, 1, MPI.FLOAT, MPI.MIN);
    Check.equal(1f, least[0]);
    int[] block = new int[rank + 1];
    world.reduceScatter(mine(size * (size + 1) / 2), block, counts(), MPI.INT, MPI.SUM);
    Arrays.stream(block).forEach(x -> Check.equal(total, x));
    int[] whole = mine(size * (size + 1) / 2);
    world.reduceScatter(whole, counts(), MPI.INT, MPI.SUM);
    Check.equal(total, whole[rank]);
    int[] even = new int[2];
    world.reduceScatterBlock(mine(2 * size), even, 2, MPI.INT, MPI.SUM);
    Check.equal(new int[] {total, total}, even);
    whole = mine(2 * size);
    world.reduceScatterBlock(whole, 2, MPI.INT, MPI.SUM);
    Check.equal(total, whole[1]);
    int[] prefix = new int[1];
    world.scan(mine(1), prefix, 1, MPI.INT, MPI.SUM);
    Check.equal(rank * (rank + 1) / 2, prefix[0]);
    prefix[0] = rank;
    world.scan(prefix, 1, MPI.INT, MPI.SUM);
    Check.equal(rank * (rank + 1) / 2, prefix[0]);
    prefix[0] = -1;
    world.exScan(mine(1), prefix, 1, MPI.INT, MPI.SUM);
    Check.equal(rank == 0 ? -1 : rank * (rank - 1) / 2, prefix[0]);
    prefix[0] = rank;
    world.exScan(prefix, 1, MPI.INT, MPI.SUM);
    Check.equal(rank * (rank - 1) / 2, prefix[0]);
    double[] inout = {5};
    mpi.Comm.reduceLocal(new double[] {3}, inout, 1, MPI.DOUBLE, MPI.PROD);
    Check.equal(15.0, inout[0]);
  }

  private static void reductionsLater() throws MPIException {
    int total = size * (size - 1) / 2;
    IntBuffer sum = buffer(new int[1]);
    IntBuffer block = buffer(new int[rank + 1]);
    IntBuffer even = buffer(new int[1]);
    IntBuffer prefix = buffer(new int[1]);
    IntBuffer before = buffer(new int[1]);
    IntBuffer own = buffer(mine(size * (size + 1)));
    Request.waitAll(
        new Request[] {
          world.iAllReduce(own, sum, 1, MPI.INT, MPI.SUM),
          world.iReduceScatter(own, block, counts(), MPI.INT, MPI.SUM),
          world.iReduceScatterBlock(own, even, 1, MPI.INT, MPI.SUM),
          world.iScan(own, prefix, 1, MPI.INT, MPI.SUM),
          world.iExScan(own, before, 1, MPI.INT, MPI.SUM)
        });
    Check.equal(total, sum.get(0));
    Check.equal(total, block.get(rank));
    Check.equal(total, even.get(0));
    Check.equal(rank * (rank + 1) / 2, prefix.get(0));
    Check.equal(rank * (rank - 1) / 2, before.get(0));
    IntBuffer one = buffer(mine(size * (size + 1)));
    world.iAllReduce(one, 1, MPI.INT, MPI.SUM).waitFor();
    Check.equal(total, one.get(0));
    one = buffer(mine(size * (size + 1)));
    world.iReduceScatter(one, counts(), MPI.INT, MPI.SUM).waitFor();
    one = buffer(mine(size));
    world.iReduceScatterBlock(one, 1, MPI.INT, MPI.SUM).waitFor();
    Check.equal(total, one.get(0));
    one = buffer(mine(1));
    world.iScan(one, 1, MPI.INT, MPI.SUM).waitFor();
    Check.equal(rank * (rank + 1) / 2, one.get(0));
    one = buffer(mine(1));
    world.iExScan(one, 1, MPI.INT, MPI.SUM).waitFor();
    Check.equal(rank * (rank - 1) / 2, one.get(0));
  }

  private static void pairs() throws MPIException {
    ByteBuffer in = MPI.newByteBuffer(2 * MPI.doubleInt.getExtent());
    for (int i = 0; i < 2; i++) {
      mpi.DoubleInt.Data pair = MPI.doubleInt.getData(in, i);
      pair.putValue(i == 0 ? rank : -rank);
      pair.putIndex(rank);
    }
    ByteBuffer out = MPI.newByteBuffer(2 * MPI.doubleInt.getExtent());
    world.allReduce(in, out, 2, MPI.DOUBLE_INT, MPI.MAXLOC);
    mpi.DoubleInt.Data first = MPI.doubleInt.getData(out);
    mpi.DoubleInt.Data second = MPI.doubleInt.getData(out, 1);
    Check.that(first.getValue() == size - 1 && first.getIndex() == size - 1, "the largest");
    Check.that(second.getValue() == 0 && second.getIndex() == 0, "the largest of the negative");
    int[] two = {10 - rank, rank};
    int[] least = new int[2];
    world.allReduce(two, least, 1, MPI.INT2, MPI.MINLOC);
    Check.equal(new int[] {11 - size, size - 1}, least);
    byte[] shorts = new byte[MPI.shortInt.getExtent()];
    MPI.shortInt.<mpi.ShortInt.Data>getData(shorts).putValue((short) rank);
    MPI.shortInt.<mpi.ShortInt.Data>getData(shorts).putIndex(rank);
    world.allReduce(shorts, 1, MPI.SHORT_INT, MPI.MAXLOC);
    Check.equal(size - 1, MPI.shortInt.<mpi.ShortInt.Data>getData(shorts).getIndex());
    Check.equal(16, MPI.LONG_INT.getExtent());
    Check.equal(MPI.LONG_INT.getExtent(), MPI.longInt.getExtent());
    Check.equal(MPI.FLOAT_INT.getExtent(), MPI.floatInt.getExtent());
    Check.equal(MPI.INT2.getExtent(), MPI.int2.getExtent());
  }

  /** The arithmetic of complex numbers, written as users do. */
  private static class ComplexProduct extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      double[] a = (double[]) in;
      double[] b = (double[]) inOut;
      for (int i = 0; i < 2 * count; i += 2) {
        double re = a[i] * b[i] - a[i + 1] * b[i + 1];
        b[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
        b[i] = re;
      }
    }
  }

  /** Says "or"; truth values come as arrays, numbers in buffers. */
  private static class BothForms extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      boolean[] a = (boolean[]) in;
      boolean[] b = (boolean[]) inOut;
      b[0] |= a[0];
    }

    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      Check.equal(MPI.INT, type);
      inOut.putInt(0, in.getInt(0) | inOut.getInt(0));
    }
  }

  private static void userOps() throws MPIException {
    Op product = new Op(new ComplexProduct(), true);
    double[] i = {0, 1};
    double[] power = new double[2];
    world.allReduce(i, power, 1, MPI.DOUBLE_COMPLEX, product);
    double[][] powers = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    Check.equal(powers[size % 4][0] + 0.0, power[0] + 0.0);
    Check.equal(powers[size % 4][1] + 0.0, power[1] + 0.0);
    Check.that(product.isCommutative() && !product.isNull(), "an operation");
    product.free();
    Check.that(product.isNull(), "freed");
    // Not commutative: the functions x → ax + b one after the other, in rank order; with buffers.
    Op after =
        new Op(
            new UserFunction() {
              @Override
              public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type)
                  throws MPIException {
                int bytes = Integer.BYTES * type.getExtent();
                for (int k = 0; k < count * bytes; k += bytes) {
                  int a = inOut.getInt(k);
                  inOut.putInt(k, in.getInt(k) * a);
                  inOut.putInt(k + 4, in.getInt(k + 4) * a + inOut.getInt(k + 4));
                }
              }
            },
            false);
    Check.that(!after.isCommutative(), "not commutative");
    Datatype function = Datatype.createContiguous(2, MPI.INT);
    function.commit();
    int[] digit = {10, rank + 1};
    int[] number = new int[2];
    world.reduce(digit, number, 1, function, after, 0);
    int expected = 0;
    for (int k = 1; k <= size; k++) {
      expected = 10 * expected + k;
    }
    Check.equal(rank == 0 ? expected : 0, number[1]);
    IntBuffer direct = buffer(digit);
    world.iAllReduce(direct, 1, function, after).waitFor();
    Check.equal(expected, direct.get(1));
    boolean[] flag = {rank == 0};
    Op any =
        new Op(
            new UserFunction() {
              @Override
              public void call(Object in, Object inOut, int count, Datatype type) {
                boolean[] a = (boolean[]) in;
                boolean[] b = (boolean[]) inOut;
                b[0] |= a[0];
              }
            },
            true);
    world.allReduce(flag, 1, MPI.BOOLEAN, any);
    Check.that(flag[0], "any");
    flag[0] = rank == 0;
    int[] all = {rank == 0 ? 1 : 0};
    Op both = new Op(new BothForms(), true);
    world.allReduce(flag, 1, MPI.BOOLEAN, both);
    world.allReduce(all, 1, MPI.INT, both);
    Check.that(flag[0] && all[0] == 1, "each type by its form");
  }
}
