package programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** One array to send from and to receive into: what was in it when the call began is sent. */
public class OneArray {
  private static Intracomm world;
  private static int rank;
  private static int size;
  private static int sum;

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
    sum = size * (size - 1) / 2;
    for (int n : new int[] {1, 7, 100_000}) {
      messages(n);
    }
    columns();
    reductions();
    for (int root = 0; root < size; root++) {
      rooted(root);
      rootedUneven(root);
    }
    everybody();
    everybodyUneven();
    mixed();
    later();
    packs();
  }

  private static int[] numbers(int n) {
    int[] a = new int[n];
    Arrays.setAll(a, i -> 1000 * rank + i);
    return a;
  }

  private static void messages(int n) throws MPIException {
    int next = (rank + 1) % size;
    int last = (rank + size - 1) % size;
    for (int times = 0; times < 5; times++) {
      int[] a = numbers(n);
      world.sendRecv(a, n, MPI.INT, next, 0, a, n, MPI.INT, last, 0);
      int[] b = numbers(n + 2);
      world.sendRecv(b, n, MPI.INT, next, 1, MPI.slice(b, 1), n + 1, MPI.INT, last, 1);
      Check.equal(1000 * rank, b[0]);
      for (int i = 0; i < n; i++) {
        Check.equal(1000 * last + i, a[i]);
        Check.equal(1000 * last + i, b[i + 1]);
      }
      Check.equal(1000 * rank + n + 1, b[n + 1]);
    }
  }

  /** Columns beside each other share no element; diagonals meet in one. */
  private static void columns() throws MPIException {
    Datatype column = Datatype.createVector(3, 1, 3, MPI.DOUBLE);
    column.commit();
    double[] m = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    world.sendRecv(m, 1, column, rank, 0, MPI.slice(m, 2), 1, column, rank, 0);
    Check.equal(new double[] {0, 1, 0, 3, 4, 3, 6, 7, 6}, m);
    Datatype up = Datatype.createVector(3, 1, -2, MPI.DOUBLE);
    Datatype down = Datatype.createVector(3, 1, 4, MPI.DOUBLE);
    up.commit();
    down.commit();
    double[] d = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    world.sendRecv(MPI.slice(d, 6), 1, up, rank, 0, d, 1, down, rank, 0);
    Check.equal(new double[] {6, 1, 2, 3, 4, 5, 6, 7, 2}, d);
    column.free();
    up.free();
    down.free();
  }

  private static void reductions() throws MPIException {
    int[] a = {rank, 1};
    world.allReduce(a, a, 2, MPI.INT, MPI.SUM);
    Check.equal(new int[] {sum, size}, a);
    boolean[] flags = {rank == 0, true, false};
    world.allReduce(flags, flags, 3, MPI.BOOLEAN, MPI.LOR);
    Check.that(flags[0] && flags[1] && !flags[2], "or");
    double[] shifted = {rank, 2, 3};
    world.allReduce(shifted, MPI.slice(shifted, 1), 2, MPI.DOUBLE, MPI.SUM);
    Check.equal(new double[] {rank, sum, 2 * size}, shifted);
    for (int root = 0; root < size; root++) {
      long[] one = {rank};
      world.reduce(one, one, 1, MPI.LONG, MPI.SUM, root);
      Check.equal((long) (rank == root ? sum : rank), one[0]);
    }
    float[] prefix = {rank};
    world.scan(prefix, prefix, 1, MPI.FLOAT, MPI.SUM);
    Check.equal(rank * (rank + 1) / 2, (int) prefix[0]);
    short[] before = {(short) rank};
    world.exScan(before, before, 1, MPI.SHORT, MPI.SUM);
    Check.equal((short) (rank * (rank - 1) / 2), before[0]);
    int[] blocks = ofRank(2 * size);
    int[] counts = new int[size];
    Arrays.fill(counts, 2);
    world.reduceScatter(blocks, blocks, counts, MPI.INT, MPI.SUM);
    Check.that(blocks[0] == sum && blocks[1] == sum, "the block is at the beginning");
    Check.that(size == 1 || blocks[2] == rank, "the rest is as it was");
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) rank);
    world.reduceScatterBlock(bytes, bytes, 1, MPI.BYTE, MPI.SUM);
    Check.equal((byte) sum, bytes[0]);
    int[] local = {1, 2, 3};
    Comm.reduceLocal(local, MPI.slice(local, 1), 2, MPI.INT, MPI.SUM);
    Check.equal(new int[] {1, 3, 5}, local);
  }

  private static int[] ofRank(int n) {
    int[] a = new int[n];
    Arrays.fill(a, rank);
    return a;
  }

  /** 0, 0, 1, 1, 2, 2 … */
  private static int[] ranks() {
    int[] a = new int[2 * size];
    Arrays.setAll(a, i -> i / 2);
    return a;
  }

  private static void rooted(int root) throws MPIException {
    int[] a = ofRank(2 * size);
    world.gather(a, 2, MPI.INT, a, 2, MPI.INT, root);
    Check.equal(rank == root ? ranks() : ofRank(2 * size), a);
    a = ofRank(2 * size);
    // In its own place: what others would call in place.
    world.gather(MPI.slice(a, 2 * rank), 2, MPI.INT, a, 2, MPI.INT, root);
    Check.equal(rank == root ? ranks() : ofRank(2 * size), a);
    int[] b = ranks();
    world.scatter(b, 2, MPI.INT, b, 2, MPI.INT, root);
    Check.that(b[0] == rank && b[1] == rank, "at the beginning");
    Check.that(size == 1 || (b[2] == 1 && b[3] == 1), "the rest is as it was");
  }

  /** Rank i has i + 1 elements; they lie backwards. */
  private static int[] counts() {
    int[] counts = new int[size];
    Arrays.setAll(counts, i -> i + 1);
    return counts;
  }

  private static int[] displs() {
    int[] displs = new int[size];
    for (int i = size - 2; i >= 0; i--) {
      displs[i] = displs[i + 1] + i + 2;
    }
    return displs;
  }

  private static int[] backwards() {
    int[] a = new int[size * (size + 1) / 2];
    for (int i = 0; i < size; i++) {
      Arrays.fill(a, displs()[i], displs()[i] + i + 1, i);
    }
    return a;
  }

  private static void rootedUneven(int root) throws MPIException {
    int[] a = ofRank(backwards().length);
    world.gatherv(a, rank + 1, MPI.INT, a, counts(), displs(), MPI.INT, root);
    Check.equal(rank == root ? backwards() : ofRank(a.length), a);
    int[] b = backwards();
    world.scatterv(b, counts(), displs(), MPI.INT, b, rank + 1, MPI.INT, root);
    Check.equal(ofRank(rank + 1), Arrays.copyOf(b, rank + 1));
  }

  private static void everybody() throws MPIException {
    int[] a = ofRank(2 * size);
    world.allGather(a, 2, MPI.INT, a, 2, MPI.INT);
    Check.equal(ranks(), a);
    a = ofRank(2 * size);
    world.allToAll(a, 2, MPI.INT, a, 2, MPI.INT);
    Check.equal(ranks(), a);
    CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
    int[] both = {rank, rank, 0};
    ring.neighborAllToAll(both, 1, MPI.INT, both, 1, MPI.INT);
    int[] around = {(rank + size - 1) % size, (rank + 1) % size, 0};
    Check.equal(around, both);
    int[] shifted = {0, rank, 0};
    ring.neighborAllGather(MPI.slice(shifted, 1), 1, MPI.INT, shifted, 1, MPI.INT);
    Check.equal(around, shifted);
    ring.free();
  }

  private static void everybodyUneven() throws MPIException {
    int[] a = ofRank(backwards().length);
    world.allGatherv(a, rank + 1, MPI.INT, a, counts(), displs(), MPI.INT);
    Check.equal(backwards(), a);
    int[] same = ofRank(size);
    Arrays.fill(same, rank + 1);
    a = ofRank(a.length);
    world.allToAllv(a, same, new int[size], MPI.INT, a, counts(), displs(), MPI.INT);
    Check.equal(backwards(), a);
    a = ofRank(a.length);
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, MPI.INT);
    int[] bytes = Arrays.stream(displs()).map(d -> Integer.BYTES * d).toArray();
    world.allToAllw(a, same, new int[size], types, a, counts(), bytes, types);
    Check.equal(backwards(), a);
  }

  /** Displacements in bytes may lie inside the array's elements. */
  private static void mixed() throws MPIException {
    int[] one = new int[size];
    Arrays.fill(one, 1);
    int[] odd = new int[size];
    Arrays.setAll(odd, i -> 4 * i + 1);
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, MPI.BYTE);
    int[] words = new int[size];
    Arrays.setAll(words, i -> 0x01010101 * (size * rank + i));
    world.allToAllw(words, one, odd, types, words, one, odd, types);
    for (int i = 0; i < size; i++) {
      Check.equal((byte) (size * i + rank), (byte) (words[i] >> 8));
      Check.equal((byte) (size * rank + i), (byte) words[i]);
    }
  }

  /** Non-blocking calls take what was there when they began. */
  private static void later() throws MPIException {
    IntBuffer a = IntBuffer.wrap(new int[] {rank});
    world.iAllReduce(a, a, 1, MPI.INT, MPI.SUM).waitFor();
    Check.equal(sum, a.get(0));
    IntBuffer b = IntBuffer.wrap(ofRank(2 * size));
    world.iAllToAll(b, 2, MPI.INT, b, 2, MPI.INT).waitFor();
    Check.equal(ranks(), b.array());
  }

  private static void packs() throws MPIException {
    byte[] a = {1, 2, 3, 4};
    world.pack(a, 3, MPI.BYTE, a, 1);
    Check.that(Arrays.equals(new byte[] {1, 1, 2, 3}, a), "packed");
    world.unpack(a, 0, MPI.slice(a, 1), 3, MPI.BYTE);
    Check.that(Arrays.equals(new byte[] {1, 1, 1, 2}, a), "unpacked");
  }
}
